import { type MouseEvent, useState } from 'react';
import { alert } from '../../../records/office/alerts.tsx';
import { callEndpoint } from '../../../records/office/callEndpoint.ts';
import { failureFrom } from '../../../records/office/loadScreen.ts';
import { withReauth } from '../../../records/office/session.ts';
import { type Application, getApplication } from '../application.contract.ts';

/**
 * Returns the props of a link to the résumé. The signed address is valid for a few minutes and for one session, so a
 * click requests a new one first.
 */
export function useResumeLink({ uuid, doc }: Pick<Application, 'uuid' | 'doc'>) {
  const [href, setHref] = useState(doc.url_s3);
  const onClick = async (event: MouseEvent) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    try {
      const { data } = await withReauth(() => callEndpoint(getApplication, { params: { uuid } }));
      setHref(data.doc.url_s3);
      // The response is an attachment, so the browser saves it and stays on the page.
      window.location.assign(data.doc.url_s3);
    } catch (error) {
      alert.error('Erro', failureFrom(error).message);
    }
  };
  return { href, onClick };
}
