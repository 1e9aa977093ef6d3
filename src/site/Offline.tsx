import { useEffect, useSyncExternalStore } from 'react';

/** Says when there is no connection, and has the browser keep what was read for then. */
export function Offline() {
  const online = useSyncExternalStore(
    onChange,
    () => navigator.onLine,
    () => true,
  );

  // Hydration waits until the page has come to rest, so that this is late by itself.
  useEffect(() => {
    if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
    // A browser that refuses (a private window) goes without.
    navigator.serviceWorker.register('/sw.js', { updateViaCache: 'none' }).catch(() => {});
  }, []);

  useEffect(() => {
    if (online) return;
    for (const type of ['click', 'submit']) addEventListener(type, leaveToBrowser, true);
    return () => {
      for (const type of ['click', 'submit']) removeEventListener(type, leaveToBrowser, true);
    };
  }, [online]);

  return (
    <div role="status" className="offline">
      {!online && <p>Você está sem internet. O que aparece aqui foi guardado na última visita.</p>}
    </div>
  );
}

function onChange(changed: () => void) {
  for (const type of ['online', 'offline']) addEventListener(type, changed);
  return () => {
    for (const type of ['online', 'offline']) removeEventListener(type, changed);
  };
}

/**
 * The router would ask for a page's data and find nobody; asked by the browser, the whole page comes from what
 * was kept. What opens over the same page stays as it is.
 */
function leaveToBrowser(event: Event) {
  const { target } = event;
  if (!(target instanceof Element)) return;
  const link = target.closest<HTMLAnchorElement>('a[href]');
  const leaves =
    target instanceof HTMLFormElement ? target.method === 'get' : link && goesToAnotherPage(link);
  if (leaves) event.stopPropagation();
}

function goesToAnotherPage({ origin, pathname, search, target }: HTMLAnchorElement): boolean {
  if (origin !== location.origin || target || /\.\w+$/.test(pathname)) return false;
  return pathname + search !== location.pathname + location.search;
}
