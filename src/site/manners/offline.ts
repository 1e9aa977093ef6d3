import { whenSeen } from './seen.ts';

const TEXT = 'Você está sem internet. O que aparece aqui foi guardado na última visita.';

/** Says when there is no connection, and has the browser keep what was read for then. */
export default async function offline(bar: HTMLElement): Promise<void> {
  const say = () => {
    bar.replaceChildren();
    if (navigator.onLine) return;
    const line = document.createElement('p');
    line.textContent = TEXT;
    bar.append(line);
  };
  for (const type of ['online', 'offline']) addEventListener(type, say);
  say();
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  await whenSeen();
  // Once the page has come to rest. A browser that refuses (a private window) goes without.
  const register = () =>
    navigator.serviceWorker.register('/sw.js', { updateViaCache: 'none' }).catch(() => {});
  if (document.readyState === 'complete') void register();
  else addEventListener('load', register, { once: true });
}
