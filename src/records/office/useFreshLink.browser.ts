import { type MouseEvent, useState } from 'react';
import { alert } from './alerts.tsx';
import { failureFrom } from './loadScreen.ts';
import { withReauth } from './session.ts';

/**
 * Returns the props of a link to a file behind a signed address. The address is valid for a few minutes and
 * for one session, so a click requests a new one first.
 */
export function useFreshLink(first: string, refresh: () => Promise<string | null>) {
  const [href, setHref] = useState(first);
  const onClick = async (event: MouseEvent) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    try {
      const fresh = (await withReauth(refresh)) ?? href;
      setHref(fresh);
      // The response is an attachment, so the browser saves it and stays on the page.
      window.location.assign(fresh);
    } catch (error) {
      alert.error('Erro', failureFrom(error).message);
    }
  };
  return { href, onClick };
}
