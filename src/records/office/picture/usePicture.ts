import { useEffect, useState } from 'react';
import type { ResponseBody } from '../../../shared/endpoint.ts';
import { getPicture } from '../../../shared/pictures.ts';
import { alert } from '../alerts.tsx';
import { callEndpoint } from '../callEndpoint.ts';
import { failureFrom } from '../loadScreen.ts';
import { withReauth } from '../session.ts';

export type LibraryPicture = ResponseBody<typeof getPicture>['data'];

/** Returns a library picture; null until it is loaded. */
export function usePicture(uuid: string): LibraryPicture | null {
  const [picture, setPicture] = useState<LibraryPicture | null>(null);
  useEffect(() => {
    setPicture(null);
    if (!uuid) return;
    const control = new AbortController();
    withReauth(() => callEndpoint(getPicture, { params: { uuid } }, { signal: control.signal })).then(
      ({ data }) => setPicture(data),
      (error) => !control.signal.aborted && alert.failure(failureFrom(error)),
    );
    return () => control.abort();
  }, [uuid]);
  return picture;
}

/** Returns the uuid of a stored picture, from its address. */
export const pictureUuidOf = (url: string): string => /([\da-f-]{36})\/original\./.exec(url)?.[1] ?? '';
