import { randomUUID } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { Secret, TOTP } from 'otpauth';
import PostalMime from 'postal-mime';
import { expect } from 'vitest';
import { median, newDataDir, removeDataDir, startProduct } from '../bench/product.ts';
import { accountColumns } from '../src/accounts/auth/account.service.ts';
import { type Engine, openDatabase } from '../src/platform/database/database.ts';
import { hashPassword } from '../src/platform/security/secrets.ts';
import { createPasskey } from './authenticator.ts';
import { createTestDatabase } from './postgres.ts';

// Attacks on the real product by an anonymous caller with any number of addresses.

/** Requests per timing comparison, half of them for existing accounts. */
export const TRIES = Number(process.env.ATTACK_TRIES ?? 1000);

export const PASSWORD = 'uma senha de teste';
/** Address that staff call from. */
const OFFICE = '198.51.100.7';

export interface AttackResponse {
  status: number;
  headers: Headers;
  text: string;
  milliseconds: number;
  json<T = Record<string, unknown>>(): T;
  /** Cookies of the response, as a browser sends them back. */
  cookies: Record<string, string>;
}

export interface AttackRequest {
  token?: string | undefined;
  json?: unknown;
  form?: FormData;
  from?: string;
  headers?: Record<string, string>;
}

export interface TestAccount {
  id: number;
  uuid: string;
  email: string;
}

export type AttackTarget = Awaited<ReturnType<typeof startTarget>>;

let callers = 0;
/** Returns another address of a botnet. */
export function newAddress(): string {
  callers += 1;
  return `11.${(callers >> 16) & 255}.${(callers >> 8) & 255}.${callers & 255}`;
}

export async function startTarget(engine: Engine) {
  const dataDir = await newDataDir();
  const own = engine === 'postgres' ? await createTestDatabase() : null;
  const product = await startProduct(dataDir, undefined, {
    DEMO_CONTENT: '0',
    TRUST_PROXY: '127.0.0.1',
    ADMIN_PASSWORD: PASSWORD,
    ...(own && { DATABASE_URL: own.url }),
  });
  const { db, close } = await openDatabase({ dataDir, ...(own && { url: own.url }) });
  const password_hash = await hashPassword(PASSWORD);
  // Passkeys need a host with a name.
  const origin = product.url.replace('127.0.0.1', 'localhost');
  let people = 0;

  async function send(method: string, path: string, call: AttackRequest = {}): Promise<AttackResponse> {
    const { token, json, form, from = token ? OFFICE : newAddress(), headers } = call;
    const begun = performance.now();
    const answer = await fetch(product.url + path, {
      method,
      redirect: 'manual',
      headers: {
        'x-forwarded-for': from,
        ...(token && { authorization: `Bearer ${token}` }),
        ...(json !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(json !== undefined && { body: JSON.stringify(json) }),
      ...(form && { body: form }),
    });
    const text = await answer.text();
    const cookies = answer.headers.getSetCookie().map((cookie) => cookie.split(';')[0]?.split('=') ?? []);
    return {
      status: answer.status,
      headers: answer.headers,
      text,
      milliseconds: performance.now() - begun,
      json: () => JSON.parse(text),
      cookies: Object.fromEntries(cookies),
    };
  }

  /** Sends a request that must succeed for the attack to prove anything. */
  async function request(method: string, path: string, call: AttackRequest = {}): Promise<AttackResponse> {
    const answer = await send(method, path, call);
    if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.status} ${answer.text}`);
    return answer;
  }

  const signInAnswer = (email: string, more: object = {}, call: AttackRequest = {}) =>
    send('POST', '/api/auth/login', { json: { email, password: PASSWORD, ...more }, ...call });

  async function signIn(email: string, more: object = {}, call: AttackRequest = {}) {
    const answer = await signInAnswer(email, more, call);
    if (answer.status !== 200) throw new Error(`sign-in: ${answer.status} ${answer.text}`);
    const { data } = answer.json<{ data: { token: { access_token: string } } }>();
    const { vitrine_pages: pageKey = '', vitrine_device: device = '' } = answer.cookies;
    return { token: data.token.access_token, pageKey, device, cookie: `vitrine_device=${device}` };
  }

  return {
    engine,
    origin,
    dataDir,
    db,
    send,
    request,
    signIn,
    signInAnswer,
    admin: (await signIn(product.admin.email)).token,

    /** Inserts users with the common password. */
    async addUsers(count: number, columns: object = {}): Promise<TestAccount[]> {
      const now = new Date().toISOString();
      const rows = Array.from({ length: count }, () => {
        people += 1;
        const person = { name: `Pessoa ${people}`, email: `pessoa-${people}@hiperaurora.example` };
        const activeColumns = { deleted_at: null, disabled_at: null, invited_at: null, password_until: null };
        const defaults = { role: 'reader', branches: null, password_hash, created_at: now, updated_at: now };
        return { uuid: randomUUID(), ...accountColumns(person), ...activeColumns, ...defaults, ...columns };
      });
      return db.insertInto('users').values(rows).returning(['id', 'uuid', 'email']).execute();
    },

    async addUser(columns: object = {}): Promise<TestAccount> {
      const [person] = await this.addUsers(1, columns);
      return person as TestAccount;
    },

    /** Resets all rate limits, or those whose names begin with `name`. */
    async resetRateLimits(name = '') {
      await db.deleteFrom('rate_limits').where('key', 'like', `${name}%`).execute();
    },

    /**
     * Waits for a mail to `address`, and returns the first match of `form` in the newest one that is not in
     * `but`.
     */
    async codeFromMail(address: string, form: RegExp, but: string[] = []): Promise<string> {
      const folder = join(dataDir, 'mail');
      for (let tries = 0; tries < 100; tries += 1) {
        const names = await readdir(folder).catch(() => []);
        for (const name of names.toSorted().slice(-60).toReversed()) {
          if (name.startsWith('.') || !name.endsWith('.eml')) continue;
          const { to, text } = await PostalMime.parse(await readFile(join(folder, name)));
          const found = form.exec(text ?? '');
          const isTheirs = to?.some((one) => one.address === address);
          const wanted = found?.[1] ?? found?.[0];
          if (isTheirs && wanted && !but.includes(wanted)) return wanted;
        }
        await wait(100);
      }
      throw new Error(`no mail to ${address}`);
    },

    /** Creates a user with an authenticator app whose current code is already used. */
    async userWithApp(columns: object = {}) {
      const person = await this.addUser(columns);
      const { token } = await signIn(person.email);
      const path = '/api/admin/profile/second-factor/app';
      const started = await request('POST', path, { token, json: { current_password: PASSWORD } });
      const key = started.json<{ data: { key: string } }>().data.key.replaceAll(' ', '');
      const codeAt = (at = Date.now()) =>
        new TOTP({ secret: Secret.fromBase32(key) }).generate({ timestamp: at });
      const usedCode = codeAt();
      const done = await request('PUT', path, { token, json: { code: usedCode } });
      const { recovery_codes: codes } = done.json<{ data: { recovery_codes: string[] } }>().data;
      return { ...person, token, codes, used: usedCode, nextCode: () => codeAt(Date.now() + 30_000) };
    },

    /** Creates a user with a passkey. */
    async userWithPasskey() {
      const person = await this.addUser();
      const { token } = await signIn(person.email);
      const key = createPasskey();
      const page = { origin, rpId: 'localhost' };
      const call = { token, headers: { origin } };
      const path = '/api/admin/profile/passkeys';
      const started = await request('POST', `${path}/new`, { ...call, json: { current_password: PASSWORD } });
      const { challenge } = started.json<{ data: { challenge: string } }>().data;
      await request('POST', `${path}/store`, {
        ...call,
        json: { name: 'Celular', passkey: key.register(challenge, page) },
      });
      return { ...person, token, key, page };
    },

    /** Requests a passkey challenge for no particular user, as a browser does. */
    async challenge(from = newAddress()): Promise<string> {
      const answer = await request('POST', '/api/auth/passkey/challenge', { from, headers: { origin } });
      return answer.json<{ data: { challenge: string } }>().data.challenge;
    },

    byPasskey: (passkey: object, from = newAddress()) =>
      send('POST', '/api/auth/passkey/login', { json: { passkey }, from, headers: { origin } }),

    async stop() {
      await close();
      await product.stop();
      await own?.drop();
      await removeDataDir(dataDir);
    },
  };
}

/** Runs `work` for each of `items`, `atOnce` at a time. */
export async function forEachAtOnce<T>(
  items: readonly T[],
  atOnce: number,
  work: (item: T, at: number) => Promise<unknown>,
): Promise<void> {
  let next = 0;
  const worker = async () => {
    while (next < items.length) {
      const at = next;
      next += 1;
      await work(items[at] as T, at);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
}

export const indices = (count: number) => Array.from({ length: count }, (_, at) => at);

// Results.

export interface AttackResult {
  attack: string;
  tries: number;
  /** Must be 0. */
  through: number;
  detail: string;
}

/** Collects results in a table, and fails the drill for each attack that got through. */
export function createFigures(title: string) {
  const figures: AttackResult[] = [];
  return {
    record(attack: string, tries: number, through: number, detail = '') {
      figures.push({ attack, tries, through, detail });
      expect.soft(through, `${attack}: ${detail}`).toBe(0);
    },
    /** Records an expected behaviour that is worth knowing. */
    note(attack: string, tries: number, detail: string) {
      figures.push({ attack, tries, through: 0, detail: `seen: ${detail}` });
    },
    print() {
      console.log(tableOf(title, figures));
    },
  };
}

function tableOf(title: string, figures: readonly AttackResult[]): string {
  const rows = [
    ['attack', 'tries', 'through', 'detail'],
    ...figures.map(({ attack, tries, through, detail }) => [attack, String(tries), String(through), detail]),
  ];
  const width = (column: number) => Math.max(...rows.map((row) => (row[column] ?? '').length));
  const line = (row: string[]) =>
    row.map((cell, column) => (column === 3 ? cell : cell.padEnd(width(column)))).join(' | ');
  return ['', title, ...rows.map(line)].join('\n');
}

/**
 * Returns a response without the parts that differ between calls, so that equal responses can be compared.
 */
export function stablePartOf({ status, headers, text }: AttackResponse): string {
  const passing = ['date', 'x-request-id', 'retry-after', 'set-cookie', 'keep-alive', 'server-timing'];
  const stable = [...headers].filter(([name]) => !passing.includes(name));
  const uuid = /[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}/g;
  return JSON.stringify([status, stable, text.replace(uuid, 'uuid').replace(/"id":"[\w-]+"/g, '"id"')]);
}

/** Returns Mann and Whitney's z: the distance between the ranks of two groups in standard deviations. */
export function rankTest(one: readonly number[], other: readonly number[]): number {
  const all = [
    ...one.map((value) => ({ value, isOne: true })),
    ...other.map((value) => ({ value, isOne: false })),
  ];
  all.sort((a, b) => a.value - b.value);
  let [ranks, ties] = [0, 0];
  for (let first = 0; first < all.length; ) {
    let end = first;
    while (end < all.length && all[end]?.value === all[first]?.value) end += 1;
    const rank = (first + 1 + end) / 2;
    for (let at = first; at < end; at += 1) if (all[at]?.isOne) ranks += rank;
    ties += (end - first) ** 3 - (end - first);
    first = end;
  }
  const [m, n, all1] = [one.length, other.length, all.length];
  const u = ranks - (m * (m + 1)) / 2;
  const deviation = Math.sqrt(((m * n) / 12) * (all1 + 1 - ties / (all1 * (all1 - 1))));
  return deviation === 0 ? 0 : (u - (m * n) / 2) / deviation;
}

/**
 * Returns the percentage of correct guesses. A threshold is learnt from half of the times and tried on the
 * other half, both ways, so that each time is guessed once. 50 is a coin toss.
 */
export function correctGuesses(one: readonly number[], other: readonly number[]): number {
  const half = <T>(values: readonly T[], odd: boolean) => values.filter((_, at) => at % 2 === Number(odd));
  let [right, guesses] = [0, 0];
  for (const odd of [false, true]) {
    const rule = bestThreshold(half(one, odd), half(other, odd));
    for (const [values, isOne] of [
      [half(one, !odd), true],
      [half(other, !odd), false],
    ] as const)
      for (const value of values) {
        guesses += 1;
        if (value <= rule.threshold === (rule.oneIsBelow === isOne)) right += 1;
      }
  }
  return (100 * right) / guesses;
}

function bestThreshold(one: readonly number[], other: readonly number[]) {
  let best = { right: -1, threshold: 0, oneIsBelow: true };
  const below = (values: readonly number[], threshold: number) =>
    values.filter((value) => value <= threshold).length;
  for (const threshold of [...one, ...other])
    for (const oneIsBelow of [true, false]) {
      const [ones, others] = [below(one, threshold), below(other, threshold)];
      const right = oneIsBelow ? ones + other.length - others : one.length - ones + others;
      if (right > best.right) best = { right, threshold, oneIsBelow };
    }
  return best;
}

/** Percentage of correct guesses above which a timing difference reveals something. */
export const MAX_CORRECT_GUESSES = 55;

/** Compares two groups of responses by content and by response time. */
export function compareResponses(
  attack: string,
  known: readonly AttackResponse[],
  unknown: readonly AttackResponse[],
): AttackResult & { guessed: number } {
  const [ours, theirs] = [new Set(known.map(stablePartOf)), new Set(unknown.map(stablePartOf))];
  const differ = [...ours].filter((shape) => !theirs.has(shape)).length;
  const others = [...theirs].filter((shape) => !ours.has(shape)).length;
  const [one, other] = [known, unknown].map((group) => group.map(({ milliseconds }) => milliseconds)) as [
    number[],
    number[],
  ];
  const guessed = correctGuesses(one, other);
  const [a, b] = [median(one), median(other)];
  const statuses = [...new Set([...known, ...unknown].map(({ status }) => status))].join(', ');
  return {
    attack,
    tries: known.length + unknown.length,
    through: differ + others + (guessed > MAX_CORRECT_GUESSES ? 1 : 0),
    detail: `status ${statuses}; answers that only one group has: ${differ + others}; median ${a.toFixed(1)} / ${b.toFixed(1)} ms, ${(a - b).toFixed(1)} apart; z ${rankTest(one, other).toFixed(2)}; guessed right ${guessed.toFixed(1)} %`,
    guessed,
  };
}

/** Returns `items` in a random order. */
export function shuffled<T>(items: readonly T[]): T[] {
  const all = items.map((item) => ({ item, at: Math.random() }));
  return all.sort((one, other) => one.at - other.at).map(({ item }) => item);
}
