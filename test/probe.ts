// Runs as a separate process, so that a busy client does not distort the times. Requests the paths of `url`
// in turn at a steady pace until standard input ends, and prints the duration of each response. A connection
// that closes just as it is reused is no failure: the request is repeated, as browsers do, and counted in
// `again`.
import { Agent, get } from 'node:http';

const [url = '', milliseconds = '50', ...paths] = process.argv.slice(2);
const agent = new Agent({ keepAlive: true, maxSockets: 4 });
const times: number[] = [];
const failed: string[] = [];
let again = 0;
let pending = 0;

function ask(path: string, begun = performance.now()) {
  pending += 1;
  const fail = (what: string) => void failed.push(`${path}: ${what}`);
  const request = get(url + path, { agent, timeout: 10_000 }, (answer) => {
    if (answer.statusCode !== 200) fail(String(answer.statusCode));
    answer.resume().once('close', () => {
      times.push(performance.now() - begun);
      pending -= 1;
    });
  })
    .once('error', (error) => {
      pending -= 1;
      if (request.reusedSocket && (error as NodeJS.ErrnoException).code === 'ECONNRESET') {
        again += 1;
        ask(path, begun);
      } else fail(error.message);
    })
    .once('timeout', () => fail('timeout'));
}

let turn = 0;
const timer = setInterval(() => ask(paths[turn++ % paths.length] ?? '/'), Number(milliseconds));
process.stdin.resume().once('end', async () => {
  clearInterval(timer);
  const until = performance.now() + 10_000;
  while (pending > 0 && performance.now() < until) await new Promise((wait) => setTimeout(wait, 20));
  console.log(JSON.stringify({ times, failed, again }));
  process.exit(0);
});
