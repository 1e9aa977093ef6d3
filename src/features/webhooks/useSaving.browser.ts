import { useState } from 'react';
import { useRevalidator } from 'react-router';
import { alert } from '../../ui/office/alerts.tsx';
import { failureFrom } from '../../ui/office/load.ts';
import { withReauth } from '../../ui/office/session.ts';

/** Does something on the server, says what went wrong, and shows what became of it. */
export function useSaving() {
  const [busy, setBusy] = useState(false);
  const { revalidate } = useRevalidator();
  const run = async (work: () => Promise<void>) => {
    setBusy(true);
    try {
      await withReauth(work);
      await revalidate();
    } catch (error) {
      alert.failure(failureFrom(error));
    } finally {
      setBusy(false);
    }
  };
  return { busy, run };
}
