// Served in place of `sw.js` where the site is to be read with a connection only: drops what was kept and leaves.

self.addEventListener('install', (event) => event.waitUntil(self.skipWaiting()));
self.addEventListener('activate', (event) => event.waitUntil(leave()));

async function leave() {
  const names = (await caches.keys()).filter((name) => name.startsWith('vitrine-'));
  await Promise.all(names.map((name) => caches.delete(name)));
  await self.registration.unregister();
}
