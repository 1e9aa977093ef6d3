import { useEffect, useState } from 'react';
import type { AnswerBody, BodyInput } from '../../contract/endpoint.ts';
import type { Failure } from '../../contract/failure.ts';
import { callEndpoint } from '../../ui/office/callEndpoint.ts';
import { failureFrom } from '../../ui/office/load.ts';
import { previewInput, previewLeaflet } from './leaflet.contract.ts';

type PreviewRequest = BodyInput<typeof previewLeaflet>;
export type Preview = AnswerBody<typeof previewLeaflet>['data'];

/** Pause in typing before a preview is requested. */
const DEBOUNCE_MS = 250;

/** Returns the preview of the requested page; the previous one, marked `stale`, until it arrives. */
export function useLeafletPreview(request: PreviewRequest) {
  const [shown, setShown] = useState<{ key: string; preview: Preview } | null>(null);
  const [failed, setFailed] = useState<{ key: string; failure: Failure } | null>(null);
  const isSound = previewInput.safeParse(request).success;
  const key = JSON.stringify(request);
  useEffect(() => {
    if (!isSound) return;
    const call = new AbortController();
    const wait = setTimeout(async () => {
      try {
        const body = JSON.parse(key) as PreviewRequest;
        const { data } = await callEndpoint(previewLeaflet, { body }, { signal: call.signal });
        if (call.signal.aborted) return;
        setShown({ key, preview: data });
        setFailed(null);
      } catch (error) {
        if (!call.signal.aborted) setFailed({ key, failure: failureFrom(error) });
      }
    }, DEBOUNCE_MS);
    return () => {
      clearTimeout(wait);
      call.abort();
    };
  }, [key, isSound]);
  return {
    preview: shown?.preview,
    /** Whether the request is valid. */
    isSound,
    stale: shown?.key !== key,
    failure: failed?.key === key ? failed.failure : undefined,
  };
}
