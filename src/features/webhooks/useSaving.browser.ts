import { useEffect, useRef, useState } from 'react';
import { useRevalidator } from 'react-router';
import { alert } from '../../ui/office/alerts.tsx';
import { failureFrom } from '../../ui/office/load.ts';
import { withReauth } from '../../ui/office/session.ts';

/** What is asked of another system is answered a little later. */
const LOOKS_MS = [1000, 3000, 6000];

/** Does something on the server, says what went wrong, and shows what becomes of it. */
export function useSaving() {
  const [busy, setBusy] = useState(false);
  const { revalidate } = useRevalidator();
  const looks = useRef<ReturnType<typeof setTimeout>[]>([]);
  const stop = () => looks.current.splice(0).forEach(clearTimeout);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, at the end
  useEffect(() => stop, []);
  const run = async (work: () => Promise<void>) => {
    setBusy(true);
    stop();
    try {
      await withReauth(work);
      await revalidate();
      looks.current = LOOKS_MS.map((ms) => setTimeout(() => void revalidate(), ms));
    } catch (error) {
      alert.failure(failureFrom(error));
    } finally {
      setBusy(false);
    }
  };
  return { busy, run };
}
