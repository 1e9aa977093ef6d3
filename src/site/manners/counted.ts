import { whenAtRest, whenSeen } from './seen.ts';

const MISSED = 'vitrine.missed';
const RECORD = /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** Tells that this page was read, and nothing of who read it; nobody is counted who does not want to be. */
export default async function counted(meta: HTMLElement): Promise<void> {
  const { doNotTrack, globalPrivacyControl } = navigator as Navigator & { globalPrivacyControl?: boolean };
  const { content: page } = meta as HTMLMetaElement;
  const api = document.querySelector<HTMLMetaElement>('meta[name=api-base]')?.content;
  if (globalPrivacyControl || doNotTrack === '1' || api === undefined) return;
  await whenSeen();
  await whenAtRest();
  const uuid = page.endsWith(':uuid') ? RECORD.exec(location.pathname)?.[0] : undefined;
  const missed = document.querySelector('main .nothing') ? onceMissed() : undefined;
  await fetch(`${api}/site/reads`, {
    method: 'POST',
    keepalive: true,
    credentials: 'omit',
    priority: 'low',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ page, uuid, missed }),
  }).catch(() => {});
}

/** What was searched in vain, once in a visit; a browser that refuses storage says nothing of it. */
function onceMissed(): string | undefined {
  const asked = new URLSearchParams(location.search);
  const search = (asked.get('busca') ?? asked.get('q'))?.slice(0, 200);
  if (!search) return;
  try {
    const told = JSON.parse(sessionStorage.getItem(MISSED) ?? '[]') as string[];
    if (told.includes(search)) return;
    sessionStorage.setItem(MISSED, JSON.stringify([...told, search].slice(-50)));
    return search;
  } catch {}
}
