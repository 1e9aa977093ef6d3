import { whenIdle, whenVisible } from './pageState.ts';

const RECORD = /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

/**
 * Counts a view of this page, without any data of the visitor. Respects Do Not Track and Global Privacy
 * Control.
 */
export default async function countPageView(meta: HTMLElement): Promise<void> {
  const { doNotTrack, globalPrivacyControl } = navigator as Navigator & { globalPrivacyControl?: boolean };
  const { content: page } = meta as HTMLMetaElement;
  const api = document.querySelector<HTMLMetaElement>('meta[name=api-base]')?.content;
  if (globalPrivacyControl || doNotTrack === '1' || api === undefined) return;
  await whenVisible();
  await whenIdle();
  const uuid = page.endsWith(':uuid') ? RECORD.exec(location.pathname)?.[0] : undefined;
  const missed = document.querySelector('main .nothing') ? await missedSearch() : undefined;
  await fetch(`${api}/site/reads`, {
    method: 'POST',
    keepalive: true,
    credentials: 'omit',
    priority: 'low',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ page, uuid, missed }),
  }).catch(() => {});
}

/** Returns a search without results. Its code loads on pages without results only. */
const missedSearch = () =>
  import('../../content/search/missedSearch.browser.ts')
    .then((search) => search.onceMissed())
    .catch(() => undefined);
