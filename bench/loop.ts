// Loaded before the product where it is measured from within: how long its event loop stood still, and its memory.

const EVERY_MS = 4;

let blocked = 0;
let last = performance.now();
setInterval(() => {
  const now = performance.now();
  blocked = Math.max(blocked, now - last - EVERY_MS);
  last = now;
}, EVERY_MS).unref();

process.on('message', () => {
  process.send?.({ blocked, rss: process.memoryUsage.rss() });
  blocked = 0;
});
process.channel?.unref();
