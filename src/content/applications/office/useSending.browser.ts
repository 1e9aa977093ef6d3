import { useState } from 'react';
import { useRevalidator } from 'react-router';
import { alert } from '../../../records/office/alerts.tsx';
import { failureFrom } from '../../../records/office/loadScreen.ts';
import { withReauth } from '../../../records/office/session.ts';
import { type Failure, failureText } from '../../../shared/failure.ts';

/** Sends a request, shows its result as an alert and reloads the data of the screen. Returns the failure, or null. */
export function useSending() {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState('');
  const revalidator = useRevalidator();
  const send = async (
    done: string,
    call: () => Promise<{ data: { message: string } }>,
  ): Promise<Failure | null> => {
    setBusy(true);
    setProblem('');
    try {
      const { data } = await withReauth(call);
      alert.success(done, data.message);
      revalidator.revalidate();
      return null;
    } catch (error) {
      const failure = failureFrom(error);
      const [first] = Object.values(failure.fields ?? {});
      setProblem(first?.[0] ?? failureText(failure));
      alert.failure(failure);
      // The data on the screen may be outdated.
      if (failure.code === 'conflict' || failure.code === 'not_found') revalidator.revalidate();
      return failure;
    } finally {
      setBusy(false);
    }
  };
  return { busy, problem, setProblem, send };
}
