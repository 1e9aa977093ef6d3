import { Agent, get } from 'node:http';
import { parentPort, workerData } from 'node:worker_threads';

// Requests /healthz every 20 ms in a separate thread, and reports the slowest response since the last report.

const EVERY_MS = 20;

const agent = new Agent({ keepAlive: true, maxSockets: 50 });
const inFlight = new Set<number>();
let slowest = 0;

setInterval(() => {
  const begun = performance.now();
  inFlight.add(begun);
  const finish = () => {
    if (inFlight.delete(begun)) slowest = Math.max(slowest, performance.now() - begun);
  };
  get(`${workerData}/healthz`, { agent }, (response) => response.resume().once('end', finish)).once(
    'error',
    finish,
  );
}, EVERY_MS);

parentPort?.on('message', () => {
  for (const begun of inFlight) slowest = Math.max(slowest, performance.now() - begun);
  parentPort?.postMessage(slowest);
  slowest = 0;
});
