import { useEffect, useRef, useState } from 'react';
import { useRevalidator } from 'react-router';
import { alert } from '../../../records/office/alerts.tsx';
import { failureFrom } from '../../../records/office/loadScreen.ts';
import { withReauth } from '../../../records/office/session.ts';

/** Delays of further reloads: the other system answers after the request has ended. */
const RELOAD_DELAYS_MS = [1000, 3000, 6000];

/**
 * Returns a function that runs a server action, alerts its failure and reloads the screen to show its
 * outcome.
 */
export function useServerAction() {
  const [busy, setBusy] = useState(false);
  const { revalidate } = useRevalidator();
  const reloads = useRef<ReturnType<typeof setTimeout>[]>([]);
  const stop = () => reloads.current.splice(0).forEach(clearTimeout);
  // biome-ignore lint/correctness/useExhaustiveDependencies: clear the timers on unmount only
  useEffect(() => stop, []);
  const run = async (work: () => Promise<void>) => {
    setBusy(true);
    stop();
    try {
      await withReauth(work);
      await revalidate();
      reloads.current = RELOAD_DELAYS_MS.map((ms) => setTimeout(() => void revalidate(), ms));
    } catch (error) {
      alert.failure(failureFrom(error));
    } finally {
      setBusy(false);
    }
  };
  return { busy, run };
}
