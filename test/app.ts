import { rmSync } from 'node:fs';
import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { InjectOptions, Response } from 'light-my-request';
import { expect, inject, vi } from 'vitest';
import type { z } from 'zod';
import { createUser } from '../src/accounts/auth/operatorAccounts.service.ts';
import type { Clock } from '../src/platform/clock.ts';
import { readConfig } from '../src/platform/config/config.ts';
import { type Engine, openDatabase } from '../src/platform/database/database.ts';
import { migrate } from '../src/platform/database/migrate.ts';
import { type App, type AppOptions, createApp } from '../src/server/app.ts';
import { checkHistory } from './historyInvariants.ts';
import { mailsIn } from './mails.ts';
import { createTestDatabase } from './postgres.ts';

export const engine: Engine = process.env.TEST_ENGINE === 'postgres' ? 'postgres' : 'sqlite';

/** Whether drills run completely; the suite runs a sample of them. */
export const IS_DRILL = Boolean(process.env.DRILL);

/** Whether this run tries what is the same on both databases completely; the suite does so on SQLite only. */
export const IS_WHOLE = engine === 'sqlite' || IS_DRILL;

/** Waits until an instance receives the changes of others: its connection for notifications opens after the start. */
export const waitForNotifications = ({ deps }: Pick<App, 'deps'>) =>
  vi.waitFor(() => expect(deps.database.receivesNotifications()).toBe(true));

/** A clock that stands still until a test moves it. */
export interface TestClock extends Clock {
  set(instant: string | number): void;
  advance(milliseconds: number): void;
  /** Sets the clock without elapsed time, as an administrator of the machine does. */
  setWithoutElapsing(milliseconds: number): void;
}

export function testClock(start: string | number = Date.now()): TestClock {
  let now = new Date(start).getTime();
  let drift = 0;
  return {
    now: () => now,
    drift: () => drift,
    set: (instant) => {
      now = new Date(instant).getTime();
      drift = 0;
    },
    advance: (milliseconds) => {
      now += milliseconds;
    },
    setWithoutElapsing: (milliseconds) => {
      now += milliseconds;
      drift += milliseconds;
    },
  };
}

export const staff = {
  name: 'Rosângela Melo',
  email: 'rosangela@hiperaurora.example',
  password: 'uma senha de teste',
};

/** Step-up confirmation with the password of all users that `signIn` and `signInAs` create. */
export const confirmation = { current_password: staff.password };

/** Publication state of a published record without pending changes. */
export const PUBLISHED = { publication: { standing: null, waiting: 0, next: null, leaves: null } };

const AREAS = ['public', 'private'] as const;

export interface TestApp extends App {
  clock: TestClock;
  dataDir: string;
  /**
   * Sends a request through the real router. `token` authenticates it; a FormData `form` makes it multipart.
   */
  request(method: InjectOptions['method'], url: string, options?: RequestOptions): Promise<Response>;
  /** Returns a token of `staff`. The first call creates that user. */
  signIn(): Promise<string>;
  /** Creates a user with this role and returns a token. The address is `<role>-<count>@…`. */
  signInAs(role: string, branches?: string[]): Promise<string>;
  /** Returns the keys of all stored files, public and private, in the store of this test. */
  storedKeys(): Promise<string[]>;
  emptyStore(): Promise<void>;
  /** Sends due mails, and returns all mails sent. */
  mails(): ReturnType<typeof mailsIn>;
  /** Sends due mails, and returns all mails sent to an address. Mails of one instant have no order. */
  mailsTo(address: string): ReturnType<typeof mailsIn>;
  /**
   * Removes the app. First checks that records, versions and files agree, unless the test wrote rows
   * directly.
   */
  remove(options?: { rewritten: boolean }): Promise<void>;
}

export interface RequestOptions {
  token?: string;
  json?: unknown;
  form?: FormData;
  payload?: string | Buffer;
  headers?: Record<string, string>;
}

/**
 * Creates the whole product (without pages unless a build is given) with its own database, folder and, in the
 * project `s3`, buckets.
 */
export async function createTestApp(
  options: { env?: Record<string, string>; clock?: TestClock } & Pick<
    AppOptions,
    'pages' | 'trafficLimits' | 'logTo' | 'streamLimits' | 'outgoing' | 'onReplaced' | 'publishTimeoutMs'
  > = {},
): Promise<TestApp> {
  const clock = options.clock ?? testClock();
  const dataDir = await mkdtemp(join(tmpdir(), 'vitrine-test-'));
  const database =
    engine === 'postgres' ? await createTestDatabase({ name: 'migrated', fill: fillTemplate }) : null;
  if (!database) await copyFile(await migratedFile(), join(dataDir, SQLITE));
  const buckets = inject('s3') ? await (await import('./s3.ts')).createTestBuckets() : null;
  const config = readConfig({
    DATA_DIR: dataDir,
    LOG_LEVEL: 'silent',
    DEMO_CONTENT: '0',
    ...(database && { DATABASE_URL: database.url }),
    ...buckets?.env,
    ...options.env,
  });
  const { env: _, clock: __, ...rest } = options;
  // A busy machine must not turn the wait for a due change into stale content.
  const app = await createApp({ config, clock, publishTimeoutMs: 60_000, ...rest });
  await app.server.ready();
  let token: string | undefined;
  let others = 0;
  const request: TestApp['request'] = async (
    method = 'GET',
    url,
    { token: bearer, json, form, payload, headers } = {},
  ) => {
    const encoded = form ? await encodeForm(form) : undefined;
    return app.server.inject({
      method,
      url,
      headers: {
        ...(bearer && { authorization: `Bearer ${bearer}` }),
        ...(json !== undefined && { 'content-type': 'application/json' }),
        ...encoded?.headers,
        ...headers,
      },
      ...(json !== undefined && { payload: JSON.stringify(json) }),
      ...(encoded && { payload: encoded.payload }),
      ...(payload !== undefined && { payload }),
    });
  };
  const mails = async () => {
    await app.deps.mailer.flush();
    return mailsIn(dataDir);
  };
  return {
    ...app,
    clock,
    dataDir,
    request,
    async signIn() {
      if (token) return token;
      await createUser(app.deps, staff);
      const answer = await request('POST', '/api/auth/login', {
        json: { email: staff.email, password: staff.password },
      });
      token = answer.json().data.token.access_token as string;
      return token;
    },
    async signInAs(role, branches) {
      others += 1;
      const person = {
        name: `Pessoa ${others}`,
        email: `${role}-${others}@hiperaurora.example`,
        password: staff.password,
      };
      await createUser(app.deps, { ...person, role, ...(branches && { branches }) });
      const answer = await request('POST', '/api/auth/login', { json: person });
      return answer.json().data.token.access_token as string;
    },
    async storedKeys() {
      const keys: string[] = [];
      for (const area of AREAS) for await (const { key } of app.deps.store.list(area)) keys.push(key);
      return keys.sort();
    },
    async emptyStore() {
      for (const area of AREAS) {
        for await (const { key } of app.deps.store.list(area)) await app.deps.store.remove(area, key);
      }
    },
    mails,
    async mailsTo(address) {
      return (await mails()).filter(({ to }) => to?.some((recipient) => recipient.address === address));
    },
    async remove({ rewritten } = { rewritten: false }) {
      try {
        if (!rewritten) await checkHistory(app.deps);
      } finally {
        await app.close();
        await database?.drop();
        await buckets?.drop();
        await rm(dataDir, { recursive: true, force: true });
      }
    },
  };
}

async function fillTemplate(url: string) {
  const { db, close } = await openDatabase({ url, dataDir: '' });
  await migrate(db);
  await close();
}

const SQLITE = 'vitrine.db';
let migrated: Promise<string> | undefined;

/**
 * Returns a migrated database that this process creates once and copies for each app, which saves a tenth of
 * a second.
 */
function migratedFile(): Promise<string> {
  migrated ??= (async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'vitrine-test-migrated-'));
    process.once('exit', () => rmSync(dataDir, { recursive: true, force: true }));
    const { db, close } = await openDatabase({ dataDir });
    await migrate(db);
    await close();
    return join(dataDir, SQLITE);
  })();
  return migrated;
}

async function encodeForm(form: FormData) {
  const request = new Request('http://localhost', { method: 'POST', body: form });
  return {
    headers: { 'content-type': request.headers.get('content-type') ?? '' },
    payload: Buffer.from(await request.arrayBuffer()),
  };
}

/** Asserts that a response matches the endpoint's schema, and returns its typed body. */
export function bodyOf<S extends z.ZodType>(schema: S, answer: Response): z.output<S> {
  return schema.parse(answer.json());
}
