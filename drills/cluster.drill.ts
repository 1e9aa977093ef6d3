import { once } from 'node:events';
import { get } from 'node:http';
import type { AddressInfo } from 'node:net';
import { loadavg } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';
import { createParser } from 'eventsource-parser';
import { sql } from 'kysely';
import pg from 'pg';
import { SMTPServer } from 'smtp-server';
import { afterEach, expect, test } from 'vitest';
import { newDataDir, type RunningProduct, removeDataDir, startProduct } from '../bench/product.ts';
import { tokenOf } from '../bench/upload.ts';
import { instability } from '../src/shared/text/texts.ts';
import { historyFaults } from '../test/historyInvariants.ts';
import { jpeg } from '../test/images.ts';
import { missingPrograms, type Node, type Patroni, ROUNDS, startPatroni } from '../test/patroni.ts';
// Registers the record types of all features.
import '../src/server/features.ts';
import { openDatabase } from '../src/platform/database/database.ts';
import { COMMIT_OUTCOME_UNKNOWN } from '../src/platform/database/postgres.ts';

// A database of three servers repeatedly loses its primary, under two instances with reads and writes.

const SECOND = 1000;
const MINUTE = 60 * SECOND;
/** Longest time in which no save succeeds. */
const LONGEST_PAUSE = 15 * SECOND;
/** Deadline until subscribers on the other instance learn of a save. */
const LATEST_NEWS = 5 * SECOND;
/** Longer than the lease of the primary: when it wakes up or reconnects, another server has replaced it. */
const AWAY = 16 * SECOND;

type Fault = 'killed' | 'server killed' | 'frozen' | 'cut off';
const FAULTS: Fault[] = [
  ...(['killed', 'frozen', 'cut off', 'server killed'] as const),
  ...(['killed', 'frozen', 'cut off'] as const),
  ...(['killed', 'frozen', 'cut off'] as const),
].slice(0, ROUNDS);

const undo: (() => unknown)[] = [];
afterEach(async () => {
  for (const step of undo.splice(0).reverse()) await step();
});

const strike: Record<Fault, (node: Node) => void> = {
  killed: (node) => node.kill(),
  'server killed': (node) => node.killServer(),
  frozen: (node) => node.freeze(),
  'cut off': (node) => node.sever(),
};
const heal: Record<Fault, (node: Node) => unknown> = {
  killed: (node) => node.start(),
  'server killed': () => {},
  frozen: (node) => node.thaw(),
  'cut off': (node) => node.reconnect(),
};

/** Accepts all mail and records when each recipient got it. */
async function startSmtp() {
  const received = new Map<string, number[]>();
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    logger: false,
    onData(stream, { envelope }, callback) {
      stream.resume();
      stream.on('end', () => {
        for (const { address } of envelope.rcptTo)
          received.set(address, [...(received.get(address) ?? []), performance.now()]);
        callback();
      });
    },
  });
  server.on('error', () => {});
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  undo.push(() => new Promise<void>((closed) => server.close(closed)));
  return { received, url: `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}` };
}

/** Outcome of a save: stored, refused with a message, or unknown. */
type Outcome = 'acknowledged' | 'refused' | 'unsure';

interface Save {
  kind: 'phones' | 'banners' | 'users';
  name: string;
  outcome: Outcome;
  uuid?: string;
  /** Time of the response. */
  at: number;
}

/** Puts load on one instance until it is stopped. */
async function load(product: RunningProduct, label: string, picture: Buffer) {
  const token = await tokenOf(product);
  const saves: Save[] = [];
  /** Times of acknowledged saves. */
  const acknowledged: number[] = [];
  const wrong: string[] = [];
  const pages = { asked: 0, slowest: 0 };
  const counter = { uuid: '', sent: 0, seen: 0 };
  let going = true;

  const send = async (path: string, body: FormData | object) => {
    const isForm = body instanceof FormData;
    const answer = await fetch(product.url + path, {
      method: path.includes('/update/') ? 'PUT' : 'POST',
      headers: {
        authorization: `Bearer ${token}`,
        ...(!isForm && { 'content-type': 'application/json' }),
      },
      body: isForm ? body : JSON.stringify(body),
    });
    const text = await answer.text();
    const { data, message } = JSON.parse(text) as { data?: { uuid?: string }; message?: string };
    if (answer.ok) {
      acknowledged.push(performance.now());
      return { outcome: 'acknowledged', uuid: data?.uuid ?? '' } as const;
    }
    const again = answer.headers.get('retry-after');
    const isUnsure = message === COMMIT_OUTCOME_UNKNOWN && again === null;
    const isRefused = message === instability && Number(again) > 0;
    if (answer.status !== 503 || !(isUnsure || isRefused))
      wrong.push(`${label} ${path}: ${answer.status} ${text.slice(0, 300)}`);
    await wait(200);
    return { outcome: isUnsure ? 'unsure' : 'refused' } as const;
  };
  const store = async (kind: Save['kind'], name: string, body: FormData | object) => {
    const saved = await send(`/api/admin/${kind}/store`, body);
    saves.push({ kind, name, ...saved, at: performance.now() });
  };
  const phone = (contact: string) => ({ contact, ddi: '55', ddd: '85', number: '30001000', type: 1 });
  const repeat = async (pause: number, work: (round: number) => Promise<unknown>) => {
    for (let round = 0; going; round += 1) {
      try {
        await work(round);
      } catch (error) {
        wrong.push(`${label}: ${(error as Error).cause ?? error}`);
      }
      await wait(pause);
    }
  };

  const first = await send('/api/admin/phones/store', phone(`Contador ${label}`));
  counter.uuid = first.uuid ?? '';
  const paths = [
    '/',
    '/tips-and-recipes',
    '/branches',
    '/cinema',
    '/offers',
    '/api/site/phones',
    '/contacts',
  ];
  for (const path of paths) expect((await fetch(product.url + path)).status, path).toBe(200);

  const workers = [
    repeat(60, (round) => {
      const contact = `Telefone ${label} ${round}`;
      return store('phones', contact, phone(contact));
    }),
    repeat(700, (round) => {
      const title = `Faixa ${label} ${round}`;
      const form = new FormData();
      form.set('title', title);
      form.set('image', new Blob([picture as Uint8Array<ArrayBuffer>], { type: 'image/jpeg' }), 'a.jpg');
      return store('banners', title, form);
    }),
    repeat(24_000, (round) => {
      const email = `pessoa-${label}-${round}@rede.example`;
      return store('users', email, { name: `Pessoa ${round}`, email, role: 'editor' });
    }),
    repeat(150, async () => {
      counter.sent += 1;
      const { outcome } = await send(`/api/admin/phones/update/${counter.uuid}`, {
        ...phone(`Contador ${label}`),
        number: String(counter.sent).padStart(8, '0'),
      });
      if (outcome === 'acknowledged') counter.seen = counter.sent;
    }),
    repeat(50, async (round) => {
      const path = paths[round % paths.length] as string;
      const began = performance.now();
      const answer = await fetch(product.url + path);
      await answer.arrayBuffer();
      pages.asked += 1;
      pages.slowest = Math.max(pages.slowest, performance.now() - began);
      if (answer.status !== 200) wrong.push(`${label} ${path}: ${answer.status}`);
    }),
  ];
  return {
    token,
    saves,
    acknowledged,
    wrong,
    pages,
    counter,
    stop() {
      going = false;
      return Promise.all(workers);
    },
  };
}

type Load = Awaited<ReturnType<typeof load>>;

/** Returns the time at which a subscriber of this instance learned of each change. */
function follow({ url }: RunningProduct, token: string): Map<string, number> {
  const heard = new Map<string, number>();
  const parser = createParser({
    onEvent({ data }) {
      for (const { uuid } of JSON.parse(data).data.changes as { uuid: string }[])
        heard.set(uuid, performance.now());
    },
  });
  const request = get(
    `${url}/api/admin/changes`,
    { headers: { accept: 'text/event-stream', authorization: `Bearer ${token}` }, agent: false },
    (answer) => answer.setEncoding('utf8').on('data', (text: string) => parser.feed(text)),
  );
  request.on('error', () => {});
  undo.push(() => request.destroy());
  return heard;
}

interface Probed {
  node: string;
  n: number;
  /** Each new primary starts a new timeline. */
  timeline: number;
  asked: number;
  answered: number;
}

const INSERT =
  'insert into probe values ($1, $2) returning pg_walfile_name(pg_current_wal_insert_lsn()) as file';

/** Asks each server directly, every 100 ms, whether it is the primary. If so, inserts a row. */
function probe(nodes: Node[]) {
  const accepted: Probed[] = [];
  let going = true;
  let last = 0;
  const ask = async ({ name, url }: Node) => {
    while (going) {
      const client = new pg.Client({
        connectionString: url.replace(/[^/]*$/, 'vitrine'),
        connectionTimeoutMillis: SECOND,
      });
      client.on('error', () => {});
      try {
        await client.connect();
        while (going) {
          const { rows } = await client.query('select pg_is_in_recovery() as standby');
          if (!rows[0].standby) {
            last += 1;
            const n = last;
            const askedAt = performance.now();
            const { rows: written } = await client.query(INSERT, [n, name]);
            const timeline = Number.parseInt(written[0].file.slice(0, 8), 16);
            accepted.push({ node: name, n, timeline, asked: askedAt, answered: performance.now() });
          }
          await wait(100);
        }
      } catch {
        // The server is down.
      }
      client.end().catch(() => {});
      await wait(100);
    }
  };
  const asking = nodes.map(ask);
  return {
    taken: accepted,
    async stop() {
      going = false;
      await Promise.race([Promise.all(asking), wait(3 * SECOND)]);
    },
  };
}

/**
 * Returns rows that a server accepted on a finished timeline, after another server was promoted and had
 * accepted a row. Also returns timelines that two servers wrote to.
 */
function forks(taken: Probed[]): string[] {
  const over = taken.filter(({ timeline, asked }) =>
    taken.some((later) => later.timeline > timeline && later.answered < asked),
  );
  const writers = Map.groupBy(taken, ({ timeline }) => timeline);
  const shared = [...writers].filter(([, rows]) => new Set(rows.map(({ node }) => node)).size > 1);
  return [
    ...over.map(({ node, n, timeline }) => `${node} took row ${n} on timeline ${timeline}, which was over`),
    ...shared.map(([timeline]) => `timeline ${timeline} has two writers`),
  ];
}

/** Returns the longest time without an acknowledged save, and the time of the first save after it. */
function pauseIn(acknowledged: number[], from: number): { pause: number; until: number } {
  const times = [
    ...acknowledged.filter((at) => at <= from).slice(-1),
    ...acknowledged.filter((at) => at > from),
  ];
  let longest = { pause: 0, until: from };
  for (const [at, time] of times.entries()) {
    const pause = time - (times[at - 1] ?? time);
    if (pause > longest.pause) longest = { pause, until: time };
  }
  return longest;
}

const ms = (time: number) => Math.round(time);
const missing = missingPrograms();

test.skipIf(missing.length > 0)(
  'loses no acknowledged save when the primary fails, and recovers soon',
  { timeout: 20 * MINUTE },
  async () => {
    const begun = performance.now();
    const cluster: Patroni = await startPatroni();
    undo.push(() => cluster.stop());
    const smtp = await startSmtp();
    const dataDir = await newDataDir();
    undo.push(() => removeDataDir(dataDir));
    const products: RunningProduct[] = [];
    for (const _ of [1, 2]) {
      const env = { DATABASE_URL: cluster.url, DEMO_CONTENT: '1', SMTP_URL: smtp.url, LOG_LEVEL: 'silent' };
      const product = await startProduct(dataDir, undefined, env);
      undo.push(() => product.stop());
      products.push(product);
    }
    const database = await openDatabase({ url: cluster.url, dataDir });
    undo.push(() => database.close());
    await sql`create table probe (n integer primary key, node text not null)`.execute(database.db);
    const picture = await jpeg({ width: 320, height: 160 });
    const loads: Load[] = [];
    for (const [at, product] of products.entries()) loads.push(await load(product, `${at + 1}`, picture));
    const heard = products.map((product, at) => follow(product, loads[at]?.token ?? ''));
    const probed = probe(cluster.nodes);
    console.log(`ready after ${ms((performance.now() - begun) / SECOND)} s`);

    const rounds: Record<string, unknown>[] = [];
    for (const [at, fault] of FAULTS.entries()) {
      const primary = await cluster.untilSettled();
      const struck = performance.now();
      const before = loads.map(({ saves, wrong }) => [saves.length, wrong.length] as const);
      strike[fault](primary);
      const since = () => performance.now() - struck;
      let next: Node | undefined;
      while ((!next || next === primary) && since() < MINUTE) {
        await wait(100);
        next = await cluster.primary();
      }
      const promoted = since();
      // Wait until the old primary returns, and for a while of normal work after that.
      await wait(Math.max(0, AWAY - since()));
      await heal[fault](primary);
      await cluster.untilSettled();
      const settled = since();
      const pauses = loads.map(({ acknowledged }) => pauseIn(acknowledged, struck));
      // Delay from the first save on one instance until the other instance reported it.
      const from = pauses[0]?.until ?? 0;
      const delays = (loads[0]?.saves ?? [])
        .filter(
          ({ outcome, kind, at: saved }) => outcome === 'acknowledged' && kind === 'phones' && saved >= from,
        )
        .map(({ uuid = '', at: saved }) => (heard[1]?.get(uuid) ?? Number.POSITIVE_INFINITY) - saved);
      const counted = (outcome: Outcome) =>
        loads.reduce(
          (sum, { saves }, which) =>
            sum + saves.slice(before[which]?.[0]).filter((save) => save.outcome === outcome).length,
          0,
        );
      const row = {
        fault,
        from: primary.name,
        to: next?.name,
        promoted: ms(promoted),
        pauses: pauses.map(({ pause }) => ms(pause)),
        heard: ms(Math.max(0, delays[0] ?? Number.NaN)),
        refused: counted('refused'),
        unsure: counted('unsure'),
        wrong: loads.reduce((sum, { wrong }, which) => sum + wrong.length - (before[which]?.[1] ?? 0), 0),
        settled: ms(settled),
        load: Math.round(loadavg()[0] ?? 0),
      };
      rounds.push(row);
      console.log(`${at + 1}. ${JSON.stringify(row)}`);
    }

    await wait(5 * SECOND);
    await probed.stop();
    for (const load of loads) await load.stop();
    await cluster.untilSettled();

    // Compare the content with the acknowledged saves.
    const { db } = database;
    const lost: string[] = [];
    const saves = loads.flatMap((load) => load.saves);
    const versions = await db.selectFrom('record_versions').select(['entity', 'uuid']).execute();
    const entries = await db.selectFrom('audit_log').select(['action', 'entity_uuid']).execute();
    const versionsOf = Map.groupBy(versions, ({ uuid }) => uuid);
    const entriesOf = Map.groupBy(entries, ({ entity_uuid }) => entity_uuid);
    const rowsOf = {
      phones: await db.selectFrom('phones').select(['uuid', 'contact as name']).execute(),
      banners: await db.selectFrom('banners').select(['uuid', 'title as name']).execute(),
      users: await db.selectFrom('users').select(['uuid', 'email as name']).execute(),
    };
    const there = new Map(
      Object.entries(rowsOf).map(([kind, rows]) => [kind, Map.groupBy(rows, ({ name }) => name)]),
    );
    for (const { kind, name, outcome, uuid = '' } of saves) {
      const present = there.get(kind)?.get(name) ?? [];
      if (present.length > 1) lost.push(`${kind} ${name} is there ${present.length} times`);
      if (outcome === 'refused' && present.length > 0) lost.push(`${kind} ${name} was refused, and is there`);
      if (outcome !== 'acknowledged') continue;
      if (present[0]?.uuid !== uuid) lost.push(`${kind} ${name} was acknowledged, and is not there`);
      if (kind !== 'users' && versionsOf.get(uuid)?.length !== 1) lost.push(`${kind} ${name} has no version`);
      if (entriesOf.get(uuid)?.length !== 1) lost.push(`${kind} ${name} has no entry in the log`);
    }
    for (const { counter } of loads) {
      const row = await db
        .selectFrom('phones')
        .select('number')
        .where('uuid', '=', counter.uuid)
        .executeTakeFirstOrThrow();
      if (Number(row.number) < counter.seen)
        lost.push(`${counter.seen} was acknowledged, ${row.number} is there`);
    }
    const [product] = products as [RunningProduct];
    const shown = await fetch(`${product.url}/api/admin/banners?per_page=5000`, {
      headers: { authorization: `Bearer ${loads[0]?.token}` },
    });
    const { data: banners } = (await shown.json()) as { data: { title: string; file: { url_s3: string } }[] };
    for (const { title, file } of banners) {
      const media = await fetch(product.url + file.url_s3);
      const { byteLength } = await media.arrayBuffer();
      if (media.status !== 200 || byteLength !== Number(media.headers.get('content-length')))
        lost.push(`the picture of ${title}: ${media.status}`);
    }
    const storedRows = new Set(
      (await sql<{ n: number }>`select n from probe`.execute(db)).rows.map(({ n }) => n),
    );
    for (const { n, node } of probed.taken) if (!storedRows.has(n)) lost.push(`row ${n} that ${node} took`);
    const forked = forks(probed.taken);

    // Each user got one mail. No job is left or was given up.
    const people = saves.filter(({ kind, name }) => kind === 'users' && there.get('users')?.has(name));
    await expect
      .poll(() => people.filter(({ name }) => !smtp.received.has(name)), {
        timeout: MINUTE,
        interval: SECOND,
      })
      .toEqual([]);
    const twice = [...smtp.received].filter(([, times]) => times.length > 1);
    const strangers = [...smtp.received.keys()].filter(
      (address) => address.startsWith('pessoa-') && !there.get('users')?.has(address),
    );
    const unfinished = () =>
      db
        .selectFrom('jobs')
        .select(['kind', 'state', 'last_error'])
        .where((eb) =>
          eb.or([eb('state', '=', 'failed'), eb('kind', 'like', 'mail.%'), eb('kind', 'like', '%avif%')]),
        )
        .execute();
    await expect.poll(unfinished, { timeout: 3 * MINUTE, interval: SECOND }).toEqual([]);
    const faults = await historyFaults({ db } as never);

    const wrong = loads.flatMap((load) => load.wrong);
    const pauses = rounds.flatMap((round) => round.pauses as number[]);
    const figures = {
      drill: 'cluster',
      rounds: rounds.length,
      longestPause: Math.max(...pauses),
      acknowledged: saves.filter(({ outcome }) => outcome === 'acknowledged').length,
      unsure: saves.filter(({ outcome }) => outcome === 'unsure').length,
      refused: saves.filter(({ outcome }) => outcome === 'refused').length,
      updates: loads.map(({ counter }) => counter.sent),
      lost: lost.length,
      forks: forked.length,
      pages: loads.map(({ pages }) => ({ asked: pages.asked, slowest: ms(pages.slowest) })),
      wrong: wrong.length,
      mails: smtp.received.size,
      mailsTwice: twice.length,
      seconds: Math.round((performance.now() - begun) / SECOND),
      cores: 2,
      load: loadavg().map((average) => Math.round(average * 10) / 10),
    };
    console.table(rounds);
    console.log([...lost, ...faults, ...forked, ...wrong].slice(0, 40).join('\n'));
    console.log(JSON.stringify(figures));
    expect(lost).toEqual([]);
    expect(faults).toEqual([]);
    expect(forked).toEqual([]);
    expect(wrong).toEqual([]);
    expect(strangers).toEqual([]);
    for (const { heard: late } of rounds) expect(late).toBeLessThan(LATEST_NEWS);
    for (const { pauses } of rounds)
      for (const pause of pauses as number[]) expect(pause).toBeLessThanOrEqual(LONGEST_PAUSE);
  },
);

if (missing.length > 0)
  console.warn(
    `${missing.join(', ')} missing (apt-get install patroni etcd-server haproxy postgresql): NOTHING WAS CHECKED`,
  );
