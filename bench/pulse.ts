import { Agent, get } from 'node:http';
import { parentPort, workerData } from 'node:worker_threads';

// Asks for /healthz every 20 ms in a thread of its own, and says what the slowest took since it was asked last.

const EVERY_MS = 20;

const agent = new Agent({ keepAlive: true, maxSockets: 50 });
const waiting = new Set<number>();
let slowest = 0;

setInterval(() => {
  const begun = performance.now();
  waiting.add(begun);
  const over = () => {
    if (waiting.delete(begun)) slowest = Math.max(slowest, performance.now() - begun);
  };
  get(`${workerData}/healthz`, { agent }, (response) => response.resume().once('end', over)).once(
    'error',
    over,
  );
}, EVERY_MS);

parentPort?.on('message', () => {
  for (const begun of waiting) slowest = Math.max(slowest, performance.now() - begun);
  parentPort?.postMessage(slowest);
  slowest = 0;
});
