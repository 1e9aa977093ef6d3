import { whenVisible } from './pageState.ts';

const KEY = 'vitrine.token';

/**
 * Checks the stored token, if there is one. It is removed only if the server rejects it, never during an
 * outage.
 */
export default async function checkSession(): Promise<void> {
  await whenVisible();
  try {
    const token = localStorage.getItem(KEY);
    const api = document.querySelector<HTMLMetaElement>('meta[name=api-base]')?.content;
    if (!token || api === undefined) return;
    const answer = await fetch(`${api}/auth/validate-token`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ token }),
    });
    if (answer.status !== 200) return;
    const { data } = (await answer.json()) as { data: { user: unknown } };
    if (data.user !== null || localStorage.getItem(KEY) !== token) return;
    localStorage.removeItem(KEY);
    delete document.documentElement.dataset.signedIn;
  } catch {
    // The browser has no storage, or there is no connection.
  }
}
