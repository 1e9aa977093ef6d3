import { whenSeen } from './seen.ts';

const KEY = 'vitrine.token';

/**
 * Whether the stored token still is anybody's; whoever has none asks nothing. Only the plain "nobody's" forgets it,
 * never an outage.
 */
export default async function session(): Promise<void> {
  await whenSeen();
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
    // A browser that keeps nothing, or no connection.
  }
}
