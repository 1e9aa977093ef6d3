// Replaces the service worker where OFFLINE=0 forbids caching: deletes all caches and unregisters itself.

declare const self: ServiceWorkerGlobalScope;

self.addEventListener('install', (event) => event.waitUntil(self.skipWaiting()));
self.addEventListener('activate', (event) => event.waitUntil(leave()));

async function leave() {
  const names = (await caches.keys()).filter((name) => name.startsWith('vitrine-'));
  await Promise.all(names.map((name) => caches.delete(name)));
  await self.registration.unregister();
}
