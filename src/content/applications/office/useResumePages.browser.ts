import { useEffect, useRef, useState } from 'react';
import { useRevalidator } from 'react-router';
import { callEndpoint } from '../../../records/office/callEndpoint.ts';
import { failureFrom } from '../../../records/office/loadScreen.ts';
import { withReauth } from '../../../records/office/session.ts';
import { failureText } from '../../../shared/failure.ts';
import { openResumePages, type ResumePages } from '../application.contract.ts';

type ViewerState =
  | { state: 'closed' | 'pending' | 'failed' }
  | { state: 'late'; words: string }
  | ({ state: 'ready' } & Pick<ResumePages, 'page_count' | 'pages'>);

const POLL_MS = 700;
/** Longer than drawing this résumé and one before it may take. */
const TIMEOUT_MS = 200_000;
const LATE = 'As páginas estão demorando. Tente de novo em instantes, ou baixe o currículo.';
const EXPIRED = 'Os endereços das páginas não valem mais. Abra de novo.';

/** Returns the pages of a résumé; polls until they are drawn. */
export function useResumePages(uuid: string) {
  const [shown, setShown] = useState<ViewerState>({ state: 'closed' });
  const revalidator = useRevalidator();
  const unmounting = useRef(new AbortController());
  useEffect(() => {
    const control = new AbortController();
    unmounting.current = control;
    return () => control.abort();
  }, []);

  const open = async () => {
    const { signal } = unmounting.current;
    setShown({ state: 'pending' });
    const deadline = performance.now() + TIMEOUT_MS;
    try {
      while (performance.now() < deadline) {
        const { data } = await withReauth(() =>
          callEndpoint(openResumePages, { params: { uuid } }, { signal }),
        );
        if (signal.aborted) return;
        if (data.state !== 'pending') {
          setShown(data.state === 'ready' ? { ...data, state: 'ready' } : { state: 'failed' });
          // Show the new entry in the list of openings on this screen.
          revalidator.revalidate();
          return;
        }
        await new Promise((wait) => setTimeout(wait, POLL_MS));
      }
      setShown({ state: 'late', words: LATE });
    } catch (error) {
      if (!signal.aborted) setShown({ state: 'late', words: failureText(failureFrom(error)) });
    }
  };
  return { shown, open, retry: () => setShown({ state: 'late', words: EXPIRED }) };
}
