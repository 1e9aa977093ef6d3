import { useEffect, useRef, useState } from 'react';
import { useRevalidator } from 'react-router';
import { wordsOf } from '../../contract/failure.ts';
import { callEndpoint } from '../../ui/office/callEndpoint.ts';
import { failureFrom } from '../../ui/office/load.ts';
import { withReauth } from '../../ui/office/session.ts';
import { openResumePages, type ResumePages } from './application.contract.ts';

type Shown =
  | { state: 'closed' | 'pending' | 'failed' }
  | { state: 'late'; words: string }
  | ({ state: 'ready' } & Pick<ResumePages, 'page_count' | 'pages'>);

const ASK_MS = 700;
/** A little more than drawing may take, with one before it. */
const PATIENCE_MS = 200_000;
const LATE = 'As páginas estão demorando. Tente de novo em instantes, ou baixe o currículo.';
const LOST = 'Os endereços das páginas não valem mais. Abra de novo.';

/** The pages of a résumé, asked for until they are drawn. */
export function useResumePages(uuid: string) {
  const [shown, setShown] = useState<Shown>({ state: 'closed' });
  const revalidator = useRevalidator();
  const left = useRef(new AbortController());
  useEffect(() => {
    const control = new AbortController();
    left.current = control;
    return () => control.abort();
  }, []);

  const open = async () => {
    const { signal } = left.current;
    setShown({ state: 'pending' });
    const until = performance.now() + PATIENCE_MS;
    try {
      while (performance.now() < until) {
        const { data } = await withReauth(() =>
          callEndpoint(openResumePages, { params: { uuid } }, { signal }),
        );
        if (signal.aborted) return;
        if (data.state !== 'pending') {
          setShown(data.state === 'ready' ? { ...data, state: 'ready' } : { state: 'failed' });
          // Who opened it is on this screen too.
          revalidator.revalidate();
          return;
        }
        await new Promise((wait) => setTimeout(wait, ASK_MS));
      }
      setShown({ state: 'late', words: LATE });
    } catch (error) {
      if (!signal.aborted) setShown({ state: 'late', words: wordsOf(failureFrom(error)) });
    }
  };
  return { shown, open, retry: () => setShown({ state: 'late', words: LOST }) };
}
