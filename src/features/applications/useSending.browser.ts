import { useState } from 'react';
import { useRevalidator } from 'react-router';
import { type Failure, wordsOf } from '../../contract/failure.ts';
import { alert } from '../../ui/office/alerts.tsx';
import { failureFrom } from '../../ui/office/load.ts';
import { withReauth } from '../../ui/office/session.ts';

/** Sends one thing at a time, says what became of it, and reads the screen anew. What was typed stays until it is done. */
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
      setProblem(first?.[0] ?? wordsOf(failure));
      alert.failure(failure);
      // What is shown may be what it failed for.
      if (failure.code === 'conflict' || failure.code === 'not_found') revalidator.revalidate();
      return failure;
    } finally {
      setBusy(false);
    }
  };
  return { busy, problem, setProblem, send };
}
