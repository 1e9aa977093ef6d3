import { setTimeout as wait } from 'node:timers/promises';
import { type HeldConnection, openConnection, requestHead, signInHead, trickle } from '../slowClients.ts';

// A separate process that holds many connections from 200 addresses and prints twice a second how many are
// open.

const [port = '', kind = '', count = '', film = ''] = process.argv.slice(2);
const held: HeldConnection[] = [];
const OPEN = 'GET /healthz HTTP/1.1\r\nhost: localhost\r\n\r\n';
const FORM = { 'content-type': 'multipart/form-data; boundary=x', 'content-length': 60_000 };

/** Half of the idle connections have sent a request before. */
const idle = (index: number) => (index % 2 ? OPEN : '');
const slow: ((index: number) => Promise<void>)[] = [
  async (index) => {
    const connection = await openConnection(where(index), 'GET / HTTP/1.1\r\nx-slow: ');
    trickle(connection, 1000);
    held.push(connection);
  },
  async (index) => {
    const connection = await openConnection(
      where(index),
      index % 2 ? signInHead(16_000) : requestHead('/work-with-us', FORM),
    );
    trickle(connection, 1000);
    held.push(connection);
  },
  // Requests a film and does not read the response.
  async (index) => {
    const connection = await openConnection(where(index));
    connection.socket.pause();
    connection.socket.write(`GET ${film} HTTP/1.1\r\nhost: localhost\r\n\r\n`);
    held.push(connection);
  },
];
const where = (index: number) => ({ port: Number(port), from: `127.0.3.${(index % 200) + 1}` });

let most = 0;
let isDone = false;
const report = () => {
  const open = held.filter(({ socket }) => !socket.destroyed).length;
  most = Math.max(most, open);
  const answers: Record<string, number> = {};
  for (const { received } of held) {
    const status = received().match(/^HTTP\/1.1 (\d+)/)?.[1] ?? 'none';
    answers[status] = (answers[status] ?? 0) + 1;
  }
  process.stdout.write(`${JSON.stringify({ open, most, answers, isDone })}\n`);
};
setInterval(report, 500);
process.stdin.resume().once('end', () => process.exit(0));

// Spread over ten seconds, because the drill measures held connections and not their arrival.
const BATCHES = 100;
const each = Number(count) / BATCHES;
for (let batch = 0; batch < BATCHES; batch += 1) {
  await Promise.all(
    Array.from({ length: each }, async (_, more) => {
      const index = batch * each + more;
      if (kind === 'slow') await slow[index % slow.length]?.(index);
      else held.push(await openConnection(where(index), idle(index)));
    }),
  );
  await wait(100);
}
isDone = true;
