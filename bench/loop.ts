// Loaded before the product where it is measured from within: how long its event loop stood still, and its memory. What
// the thread worked meanwhile is counted, and not what it waited for a core that others had.

const EVERY_MS = 4;

let blocked = 0;
let last = performance.now();
let worked = process.threadCpuUsage();
setInterval(() => {
  const now = performance.now();
  const { user, system } = process.threadCpuUsage(worked);
  blocked = Math.max(blocked, Math.min(now - last - EVERY_MS, (user + system) / 1000));
  last = now;
  worked = process.threadCpuUsage();
}, EVERY_MS).unref();

process.on('message', () => {
  process.send?.({ blocked, rss: process.memoryUsage.rss() });
  blocked = 0;
});
process.channel?.unref();
