import { useEffect, useState } from 'react';
import type { AnswerBody, BodyInput } from '../../contract/endpoint.ts';
import type { Failure } from '../../contract/failure.ts';
import { callEndpoint } from '../../ui/office/callEndpoint.ts';
import { failureFrom } from '../../ui/office/load.ts';
import { previewInput, previewLeaflet } from './leaflet.contract.ts';

type Asked = BodyInput<typeof previewLeaflet>;
export type Preview = AnswerBody<typeof previewLeaflet>['data'];

/** Whoever types is not asked about each letter. */
const PAUSE_MS = 250;

/** The picture of what is asked for; while that is another, the last one is there as `stale`. */
export function useLeafletPreview(asked: Asked) {
  const [shown, setShown] = useState<{ key: string; preview: Preview } | null>(null);
  const [failed, setFailed] = useState<{ key: string; failure: Failure } | null>(null);
  const isSound = previewInput.safeParse(asked).success;
  const key = JSON.stringify(asked);
  useEffect(() => {
    if (!isSound) return;
    const call = new AbortController();
    const wait = setTimeout(async () => {
      try {
        const body = JSON.parse(key) as Asked;
        const { data } = await callEndpoint(previewLeaflet, { body }, { signal: call.signal });
        if (call.signal.aborted) return;
        setShown({ key, preview: data });
        setFailed(null);
      } catch (error) {
        if (!call.signal.aborted) setFailed({ key, failure: failureFrom(error) });
      }
    }, PAUSE_MS);
    return () => {
      clearTimeout(wait);
      call.abort();
    };
  }, [key, isSound]);
  return {
    preview: shown?.preview,
    /** Nothing can be shown of what is asked for. */
    isSound,
    stale: shown?.key !== key,
    failure: failed?.key === key ? failed.failure : undefined,
  };
}
