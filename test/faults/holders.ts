import { setTimeout as wait } from 'node:timers/promises';
import { type Held, head, hold, signInHead, trickle } from '../slow.ts';

// A process of its own, which holds so many connections of 200 addresses and says twice a second how many are open.

const [port = '', kind = '', count = '', film = ''] = process.argv.slice(2);
const held: Held[] = [];
const OPEN = 'GET /healthz HTTP/1.1\r\nhost: localhost\r\n\r\n';
const FORM = { 'content-type': 'multipart/form-data; boundary=x', 'content-length': 60_000 };

/** Half of those that are idle have asked for something before. */
const idle = (index: number) => (index % 2 ? OPEN : '');
const slow: ((index: number) => Promise<void>)[] = [
  async (index) => {
    const one = await hold(where(index), 'GET / HTTP/1.1\r\nx-slow: ');
    trickle(one, 1000);
    held.push(one);
  },
  async (index) => {
    const one = await hold(where(index), index % 2 ? signInHead(16_000) : head('/work-with-us', FORM));
    trickle(one, 1000);
    held.push(one);
  },
  // Asks for a film and reads nothing of it.
  async (index) => {
    const one = await hold(where(index));
    one.socket.pause();
    one.socket.write(`GET ${film} HTTP/1.1\r\nhost: localhost\r\n\r\n`);
    held.push(one);
  },
];
const where = (index: number) => ({ port: Number(port), from: `127.0.3.${(index % 200) + 1}` });

let most = 0;
let isDone = false;
const say = () => {
  const open = held.filter(({ socket }) => !socket.destroyed).length;
  most = Math.max(most, open);
  const answers: Record<string, number> = {};
  for (const { answer } of held) {
    const status = answer().match(/^HTTP\/1.1 (\d+)/)?.[1] ?? 'none';
    answers[status] = (answers[status] ?? 0) + 1;
  }
  process.stdout.write(`${JSON.stringify({ open, most, answers, isDone })}\n`);
};
setInterval(say, 500);
process.stdin.resume().once('end', () => process.exit(0));

// Over ten seconds: what is looked at is what they hold, and not how they come.
const BATCHES = 100;
const each = Number(count) / BATCHES;
for (let batch = 0; batch < BATCHES; batch += 1) {
  await Promise.all(
    Array.from({ length: each }, async (_, more) => {
      const index = batch * each + more;
      if (kind === 'slow') await slow[index % slow.length]?.(index);
      else held.push(await hold(where(index), idle(index)));
    }),
  );
  await wait(100);
}
isDone = true;
