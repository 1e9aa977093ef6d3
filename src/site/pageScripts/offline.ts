import { whenVisible } from './pageState.ts';

const TEXT = 'Você está sem internet. O que você já abriu continua aqui.';

/**
 * Shows when there is no connection, and registers the service worker. On a cached page the worker has said of which
 * minute it is, which stays true.
 */
export default async function offline(bar: HTMLElement): Promise<void> {
  const say = () => {
    if ('kept' in document.documentElement.dataset) return;
    bar.replaceChildren();
    if (navigator.onLine) return;
    const line = document.createElement('p');
    line.textContent = TEXT;
    bar.append(line);
  };
  for (const type of ['online', 'offline']) addEventListener(type, say);
  say();
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  await whenVisible();
  // Registers once the page has loaded. Browsers may refuse, such as in a private window.
  const register = () =>
    navigator.serviceWorker.register('/sw.js', { updateViaCache: 'none' }).catch(() => {});
  if (document.readyState === 'complete') void register();
  else addEventListener('load', register, { once: true });
}
