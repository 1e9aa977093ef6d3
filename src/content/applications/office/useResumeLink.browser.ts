import { callEndpoint } from '../../../records/office/callEndpoint.ts';
import { useFreshLink } from '../../../records/office/useFreshLink.browser.ts';
import { type Application, getApplication } from '../application.contract.ts';

/** Returns the props of a link to the résumé. */
export const useResumeLink = ({ uuid, doc }: Pick<Application, 'uuid' | 'doc'>) =>
  useFreshLink(
    doc.url_s3,
    async () => (await callEndpoint(getApplication, { params: { uuid } })).data.doc.url_s3,
  );
