import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, engine, type TestApp } from '../../../../test/app.ts';
import { allEndpoints } from '../../../../test/endpoints.ts';
import {
  createValidSaves,
  type SaveOptions,
  storePathOf,
  type ValidSaves,
} from '../../../../test/validSaves.ts';
import { dayAt } from '../../../shared/dates.ts';
import type { Endpoint } from '../../../shared/endpoint.ts';

let app: TestApp;
let token: string;
let saves: ValidSaves;
const calls: { endpoint: Endpoint; options: SaveOptions }[] = [];

beforeAll(async () => {
  app = await createTestApp();
  token = await app.signIn();
  saves = await createValidSaves(
    { request: app.request, db: app.deps.db, endpoints: allEndpoints(app.deps) },
    token,
  );
  for (const endpoint of saves.withFiles) {
    const { path } = endpoint;
    const options: SaveOptions = { token, withFiles: true };
    if (path.endsWith('/update/:uuid')) options.uuid = await saves.store(storePathOf(endpoint), { token });
    if (path === '/admin/pictures/replace/:uuid') options.uuid = await usedPicture();
    calls.push({ endpoint, options });
  }
}, 60_000);
afterAll(() => app.remove());

async function usedPicture(): Promise<string> {
  const { uuid } = await app.deps.db
    .selectFrom('files')
    .innerJoin('movies', 'movies.file_id', 'files.id')
    .select('files.uuid')
    .executeTakeFirstOrThrow();
  return uuid;
}

const filesNow = async () => ({
  rows: await app.deps.db.selectFrom('files').select(['uuid', 'state']).orderBy('id').execute(),
  stored: await app.storedKeys(),
});

test('a save with an invalid schedule leaves no staged file, for every endpoint with files', {
  timeout: 120_000,
}, async () => {
  const planned = calls.filter(({ endpoint }) => endpoint.planned);
  expect(planned.length).toBeGreaterThan(10);
  for (const { endpoint, options } of planned) {
    const before = await filesNow();
    const answer = await saves.send(endpoint, { ...options, more: { withdraw_at: '2020-01-01T00:00:00Z' } });
    const about = `${endpoint.path}: ${answer.payload}`;
    expect([answer.statusCode, Object.keys(answer.json().errors ?? {})], about).toEqual([
      422,
      ['withdraw_at'],
    ]);
    expect(await filesNow(), about).toEqual(before);
  }
});

test('a save whose transaction fails leaves no staged file, for every endpoint with files', {
  timeout: 120_000,
}, async () => {
  await refuseClaims();
  try {
    const failed: string[] = [];
    for (const { endpoint, options } of calls) {
      const before = await filesNow();
      const { statusCode, payload } = await saves.send(endpoint, options);
      if (statusCode === 500) failed.push(endpoint.path);
      else expect(statusCode, `${endpoint.path}: ${payload}`).toBe(200);
      expect(await filesNow(), `${endpoint.path}: ${payload}`).toEqual(before);
    }
    const keepsNoFile = ['/admin/daily-booklets/text', '/admin/profile/photo'];
    const others = calls.map(({ endpoint }) => endpoint.path).filter((path) => !keepsNoFile.includes(path));
    expect(failed.toSorted()).toEqual(others.toSorted());
  } finally {
    await allowClaims();
  }
});

test('a job whose transaction fails leaves none of the files that it stored', {
  timeout: 60_000,
}, async () => {
  const offers = [
    await saves.store('/admin/offers/store', { token }),
    await saves.store('/admin/offers/store', { token }),
  ];
  const today = dayAt(app.clock.now());
  const json = {
    ...{ title: 'Feira', theme: 'orange', layout: 1, offers, formats: ['post'] },
    ...{ valid_from: today, valid_until: today },
  };
  const asked = await app.request('POST', '/api/admin/leaflets/store', { token, json });
  expect(asked.statusCode, asked.payload).toBe(201);
  const before = await filesNow();
  await refuseClaims();
  try {
    await app.deps.jobs.drain('leaflet');
    expect(await filesNow()).toEqual(before);
  } finally {
    await allowClaims();
  }
  const job = () =>
    app.deps.db.selectFrom('jobs').select(['attempts', 'state']).where('kind', '=', 'leaflet').execute();
  expect(await job()).toMatchObject([{ attempts: 1 }]);
});

/** Makes the database reject every claim of a staged file. */
async function refuseClaims(): Promise<void> {
  if (engine === 'sqlite') {
    await sql`
      create trigger refuse_claims before update on files when old.state = 'staged'
      begin select raise(abort, 'refused'); end
    `.execute(app.deps.db);
    return;
  }
  await sql`
    create function refuse_claim() returns trigger language plpgsql as $$ begin raise exception 'refused'; end $$
  `.execute(app.deps.db);
  await sql`
    create trigger refuse_claims before update on files for each row when (old.state = 'staged')
    execute function refuse_claim()
  `.execute(app.deps.db);
}

async function allowClaims(): Promise<void> {
  if (engine === 'sqlite') await sql`drop trigger refuse_claims`.execute(app.deps.db);
  else await sql`drop function refuse_claim() cascade`.execute(app.deps.db);
}
