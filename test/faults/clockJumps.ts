import { existsSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { expect } from 'vitest';
import { newDataDir, removeDataDir } from '../../bench/product.ts';
import { startOfDay } from '../../src/platform/clock.ts';
import { dayAt } from '../../src/shared/dates.ts';
import { openConnection, requestHead } from '../slowClients.ts';
import {
  cpuLoadOf,
  type FaultHarness,
  formatSeconds,
  type HarnessProduct,
  restartableMailServer,
  staffClientOf,
  timeUntil,
} from './harness.ts';

const FAKETIME = '/usr/lib/x86_64-linux-gnu/faketime/libfaketimeMT.so.1';
export const hasFaketime = existsSync(FAKETIME);

const SECOND = 1000;
const HOUR = 3600 * SECOND;
const DAY = 24 * HOUR;

/**
 * Creates a clock that can be set while the product runs. Its monotonic clock continues unchanged, as on a
 * real machine.
 */
async function clockAt(ground: FaultHarness, start: number) {
  const notes = await newDataDir();
  ground.undo(() => removeDataDir(notes));
  const file = join(notes, 'clock');
  let ahead = 0;
  const set = (milliseconds: number) => {
    ahead = milliseconds;
    // Written atomically, because the library may read the file at any time.
    writeFileSync(`${file}.new`, `${ahead < 0 ? '' : '+'}${ahead / SECOND}`);
    renameSync(`${file}.new`, file);
  };
  set(Math.round((start - Date.now()) / SECOND) * SECOND);
  return {
    env: {
      LD_PRELOAD: FAKETIME,
      FAKETIME_TIMESTAMP_FILE: file,
      FAKETIME_CACHE_DURATION: '1',
      FAKETIME_DONT_FAKE_MONOTONIC: '1',
      // Files keep their real modification times.
      NO_FAKE_STAT: '1',
    },
    now: () => Date.now() + ahead,
    async jump(milliseconds: number) {
      set(ahead + milliseconds);
      // The library caches the file for a second.
      await wait(1500);
    },
  };
}

/** Returns the longest age in seconds that a response allows to caches. */
const longestAge = (headers: Headers) =>
  Math.max(0, ...[...(headers.get('cache-control') ?? '').matchAll(/=(\d+)/g)].map(([, age]) => Number(age)));

/** Starts an upload and sends half of it; `finish` sends the rest. */
async function halfAnUpload(product: HarnessProduct, { token, picture }: { token: string; picture: Buffer }) {
  const open = `--x\r\ncontent-disposition: form-data; name="title"\r\n\r\nLento\r\n--x\r\ncontent-disposition: form-data; name="image"; filename="a.jpg"\r\ncontent-type: image/jpeg\r\n\r\n`;
  const body = Buffer.concat([Buffer.from(open), picture, Buffer.from('\r\n--x--\r\n')]);
  const half = open.length + (picture.length >> 1);
  const connection = await openConnection(
    { port: Number(new URL(product.url).port) },
    requestHead('/api/admin/banners/store', {
      authorization: `Bearer ${token}`,
      'content-type': 'multipart/form-data; boundary=x',
      'content-length': body.length,
    }),
  );
  connection.socket.write(body.subarray(0, half));
  // No byte follows before `finish`.
  let sent = half;
  return {
    async finish() {
      connection.socket.write(body.subarray(sent));
      sent = body.length;
      await timeUntil(() => connection.received().includes('\r\n\r\n'), 10_000);
      connection.socket.destroy();
      return Number(connection.received().match(/^HTTP\/1.1 (\d+)/)?.[1]);
    },
  };
}

/** Follows the change feed as a user of the back office. */
async function follow(product: HarnessProduct, token: string) {
  const connection = await openConnection(
    { port: Number(new URL(product.url).port) },
    `GET /api/admin/changes HTTP/1.1\r\nhost: localhost\r\naccept: text/event-stream\r\nauthorization: Bearer ${token}\r\n\r\n`,
  );
  return { heard: connection.received, end: () => connection.socket.destroy() };
}

export async function clockJumps(ground: FaultHarness): Promise<void> {
  const evening = startOfDay(dayAt(Date.now())) + 22 * HOUR;
  const clock = await clockAt(ground, evening);
  const post = await restartableMailServer(ground);
  const product = await ground.start({ env: { ...clock.env, SMTP_URL: post.url } });
  const caller = await staffClientOf(product);
  const other = await staffClientOf(product);
  const { send, banner, save } = caller;
  const home = async () => (await send('GET', '/api/site/home')).text;
  const today = async () =>
    (JSON.parse((await send('GET', '/api/site/settings')).text) as { data: { today: string } }).data.today;
  const failLogin = (email: string) =>
    send('POST', '/api/auth/login', { email, password: 'não é esta senha' });
  const lock = async (email: string) => {
    for (let count = 0; (await failLogin(email)).status !== 429 && count < 15; count += 1);
  };
  const minutesLocked = async (email: string) =>
    Math.ceil(Number((await failLogin(email)).headers.get('retry-after') ?? 0) / 60);
  const ask = () => send('POST', '/api/auth/forgot-it', { email: product.admin.email });
  /**
   * Requests a mail while the mail server is closed. Returns a function that opens it and measures the
   * delivery.
   */
  const waitingMail = async () => {
    await post.close();
    const before = post.count();
    await ask();
    await wait(500);
    return async () => {
      await post.open();
      return timeUntil(() => post.count() > before, 40_000);
    };
  };
  const newMail = async () => {
    const before = post.count();
    await ask();
    return timeUntil(() => post.count() > before, 40_000);
  };
  /** Lists the endpoints that fail or allow a cache an implausible age. */
  const wrong = async () => {
    const found: string[] = [];
    for (const path of ['/', '/api/site/home', '/branches', '/api/admin/banners', '/api/admin/audit']) {
      const { status, headers } = await send('GET', path);
      if (status !== 200 || longestAge(headers) > 86_400)
        found.push(`${path} ${status} ${headers.get('cache-control')}`);
    }
    const saved = await save();
    if (saved.status !== 201) found.push(`a save ${saved.status}`);
    return found;
  };
  const upTo = (milliseconds: number) => new Date(clock.now() + milliseconds).toISOString();
  const summary = (what: string[]) => (what.length === 0 ? 'all of it' : what.join(', '));

  // One hour forward, and back.
  const [comes, goes] = [`Vem ${evening}`, `Vai ${evening}`];
  await banner(comes, { publish_at: upTo(30 * 60_000) });
  await banner(goes, { withdraw_at: upTo(45 * 60_000) });
  const before = await home();
  expect([before.includes(comes), before.includes(goes)]).toEqual([false, true]);
  const news = await follow(product, other.token);
  await clock.jump(HOUR);
  const turned = await timeUntil(async () => {
    const now = await home();
    return now.includes(comes) && !now.includes(goes);
  }, 5000);
  ground.addResult(
    'clock an hour on',
    'what was scheduled comes and goes',
    formatSeconds(turned),
    turned < 1000,
  );
  await lock('quem@exemplo.example');
  const mail = await waitingMail();
  await clock.jump(-HOUR);
  const left = await mail();
  const hourBack = await wrong();
  const after = await home();
  ground.addResult(
    'clock back an hour',
    'pages, office and saves go on; what came stays and what went does not come back',
    summary(hourBack),
    hourBack.length === 0 && after.includes(comes) && !after.includes(goes),
  );
  const locked = await minutesLocked('quem@exemplo.example');
  ground.addResult(
    'clock back an hour',
    'nobody is locked out for longer',
    `${locked} min (of 15)`,
    locked <= 15,
  );
  ground.addResult(
    'clock back an hour',
    'a mail that waited leaves within 20 s',
    formatSeconds(left),
    left < 20_000,
  );

  // Over midnight, and back.
  const day = await today();
  const rest = Math.round((startOfDay(dayAt(clock.now() + DAY)) - clock.now()) / SECOND) * SECOND + 5000;
  await clock.jump(rest);
  const next = await timeUntil(async () => (await today()) !== day, 5000);
  const atNight = await wrong();
  await clock.jump(-rest);
  const again = await timeUntil(async () => (await today()) === day, 5000);
  ground.addResult('clock over midnight', 'answers are of their day', formatSeconds(next), next < 1000);
  ground.addResult('… and back', 'answers are of their day', formatSeconds(again), again < 1000);
  ground.addResult('… and back', 'all goes on', summary(atNight), atNight.length === 0);

  // Two days forward, and back.
  const upload = await halfAnUpload(product, caller);
  const late = await waitingMail();
  await clock.jump(2 * DAY);
  const { status } = await send('GET', '/api/admin/banners');
  const anew = await staffClientOf(product);
  ground.addResult('clock two days on', 'sessions end', `${status}, and a new sign-in`, status === 401);
  const [busy, lateLeft] = await Promise.all([cpuLoadOf(product.pid, 18_000), late()]);
  const finished = await upload.finish();
  ground.addResult(
    'clock two days on',
    'what is half received is no leftover',
    String(finished),
    finished !== 500,
  );
  ground.addResult(
    'clock two days on',
    'a mail that waited is sent',
    formatSeconds(lateLeft),
    lateLeft < 40_000,
  );
  ground.addResult('clock two days on', 'no loop', `${Math.round(busy * 100)} % of a processor`, busy < 0.5);
  await anew.banner('No futuro');
  await lock('outra@exemplo.example');
  const future = await waitingMail();
  await clock.jump(-2 * DAY);
  const futureLeft = await future();
  const twoBack = await wrong();
  const dayBack = await today();
  ground.addResult('clock two days back', 'all goes on', summary(twoBack), twoBack.length === 0);
  ground.addResult(
    'clock two days back',
    'answers are of their day',
    dayBack === day ? 'yes' : dayBack,
    dayBack === day,
  );
  const stays = (await anew.get('/api/admin/banners')).status;
  ground.addResult('clock two days back', 'a session of then goes on', String(stays), stays === 200);
  const out = await minutesLocked('outra@exemplo.example');
  ground.addResult('clock two days back', 'nobody is locked out for longer', `${out} min (of 15)`, out <= 15);
  const fresh = await newMail();
  ground.addResult(
    'clock two days back',
    'mails leave within 20 s',
    `${formatSeconds(futureLeft)}; a new one ${formatSeconds(fresh)}`,
    futureLeft < 20_000 && fresh < 20_000,
  );
  const calm = await cpuLoadOf(product.pid, 5000);
  ground.addResult(
    'clock two days back',
    'no loop',
    `${Math.round(calm * 100)} % of a processor`,
    calm < 0.5,
  );
  const heard = news.heard().split('data:').length - 1;
  ground.addResult(
    'clock, all of these',
    'who follows changes hears them',
    `${heard} pieces of news`,
    heard > 0,
  );
  news.end();
  const bad = product.lines().filter(({ msg }) => ['internal', 'unavailable', 'page failed'].includes(msg));
  ground.addResult('clock, all of these', 'nothing breaks', `${bad.length} errors`, bad.length === 0);
}
