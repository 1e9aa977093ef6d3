// Loaded before the product to measure its event loop delay and memory from within. Only the time that the
// thread worked counts, not the time that it waited for a core.

const EVERY_MS = 4;

let blocked = 0;
let last = performance.now();
let cpuBefore = process.threadCpuUsage();
setInterval(() => {
  const now = performance.now();
  const { user, system } = process.threadCpuUsage(cpuBefore);
  blocked = Math.max(blocked, Math.min(now - last - EVERY_MS, (user + system) / 1000));
  last = now;
  cpuBefore = process.threadCpuUsage();
}, EVERY_MS).unref();

process.on('message', () => {
  process.send?.({ blocked, rss: process.memoryUsage.rss() });
  blocked = 0;
});
process.channel?.unref();
