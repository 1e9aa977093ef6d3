import { useEffect, useState } from 'react';
import { callEndpoint } from '../../records/office/callEndpoint.ts';
import { failureFrom } from '../../records/office/loadScreen.ts';
import type { BodyInput, ResponseBody } from '../../shared/endpoint.ts';
import type { Failure } from '../../shared/failure.ts';
import { posterPreviewInput, previewPoster } from './leaflet.contract.ts';

type PreviewRequest = BodyInput<typeof previewPoster>;
export type Preview = ResponseBody<typeof previewPoster>['data'];

/** Pause in typing before a preview is requested. */
const DEBOUNCE_MS = 250;

/** Returns the preview of the requested page; the previous one, marked `stale`, until it arrives. */
export function usePosterPreview(request: PreviewRequest) {
  const [shown, setShown] = useState<{ key: string; preview: Preview } | null>(null);
  const [failed, setFailed] = useState<{ key: string; failure: Failure } | null>(null);
  const isValid = posterPreviewInput.safeParse(request).success;
  const key = JSON.stringify(request);
  useEffect(() => {
    if (!isValid) return;
    const call = new AbortController();
    const wait = setTimeout(async () => {
      try {
        const body = JSON.parse(key) as PreviewRequest;
        const { data } = await callEndpoint(previewPoster, { body }, { signal: call.signal });
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
  }, [key, isValid]);
  return {
    preview: shown?.preview,
    /** Whether the request is valid. */
    isSound: isValid,
    stale: shown?.key !== key,
    failure: failed?.key === key ? failed.failure : undefined,
  };
}
