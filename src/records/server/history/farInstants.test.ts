import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { up } from '../../../../migrations/0060_last_instant_of_banners.ts';
import { createTestApp, type TestApp, testClock } from '../../../../test/app.ts';
import { allEndpoints } from '../../../../test/endpoints.ts';
import { collectLogLines } from '../../../../test/logLines.ts';
import { createValidSaves, type ValidSaves } from '../../../../test/validSaves.ts';

const STORE = '/admin/banners/store';
const MINUTE = 60_000;
/** The last second of 9999 in Brazil lies in the year 10000 in UTC. */
const NEVER = '9999-12-31T23:59:59-03:00';

const lines = collectLogLines();
let app: TestApp;
let token: string;
let saves: ValidSaves;

beforeAll(async () => {
  app = await createTestApp({
    clock: testClock('2026-11-23T12:00:00.000Z'),
    logTo: lines.logTo,
    env: { LOG_LEVEL: 'info' },
  });
  token = await app.signIn();
  saves = await createValidSaves(
    { request: app.request, db: app.deps.db, endpoints: allEndpoints(app.deps) },
    token,
  );
});
afterAll(() => app.remove());
beforeEach(() => lines.clear());

const store = (title: string, more: Record<string, unknown>) => saves.store(STORE, { token, title, more });
const shown = async () => (await app.request('GET', '/api/site/banners')).payload;
const soon = () => new Date(app.clock.now() + MINUTE).toISOString();
const versionsOf = (uuid: string) =>
  app.deps.db
    .selectFrom('record_versions')
    .select(['state', 'valid_from'])
    .where('uuid', '=', uuid)
    .where('state', 'in', ['draft', 'scheduled'])
    .execute();

test('a change scheduled for the end of the year 9999 waits, and holds up no other change', async () => {
  const far = await store('Um dia longe', { publish_at: NEVER });
  await store('Daqui a um minuto', { publish_at: soon() });
  expect(await shown()).not.toContain('Um dia longe');
  app.clock.advance(2 * MINUTE);
  expect(await shown()).toContain('Daqui a um minuto');
  expect(await shown()).not.toContain('Um dia longe');
  expect(await versionsOf(far)).toEqual([{ state: 'scheduled', valid_from: '9999-12-31T23:59:59.999Z' }]);
});

test('a banner that ends at the end of the year 9999 is on the site', async () => {
  await store('Para sempre', { ends_at: NEVER });
  expect(await shown()).toContain('Para sempre');
});

test.each([
  ['a year of five digits', '+010000-01-01T02:59:59.000Z'],
  ['no instant', '20x6'],
  ['nothing', ''],
])(
  'a scheduled change whose stored instant is %s becomes a draft, is logged once and holds up no other',
  async (what, damaged) => {
    const title = `Danificado: ${what}`;
    const uuid = await store(title, { publish_at: soon() });
    await app.deps.db
      .updateTable('record_versions')
      .set({ valid_from: damaged })
      .where('uuid', '=', uuid)
      .where('state', '=', 'scheduled')
      .execute();
    await store(`Depois: ${what}`, { publish_at: soon() });
    app.clock.advance(2 * MINUTE);
    expect(await shown()).toContain(`Depois: ${what}`);
    expect(await shown()).not.toContain(title);
    expect(await versionsOf(uuid)).toEqual([{ state: 'draft', valid_from: null }]);
    expect(lines.withMessage('scheduled change not published')).toMatchObject([
      { reason: 'A hora marcada não pôde ser lida. Marque outra.' },
    ]);
    const history = await app.request('GET', `/api/admin/history/banners/${uuid}`, { token });
    expect(history.statusCode, history.payload).toBe(200);
    expect((await app.request('GET', '/api/admin/audit', { token })).statusCode).toBe(200);
    expect((await app.mails()).some(({ text }) => text?.includes('Marque outra.'))).toBe(true);
  },
);

test('a scheduled change whose stored instant sorts after all others becomes a draft once it is the earliest', async () => {
  const uuid = await store('Sem hora', { publish_at: soon() });
  await app.deps.db
    .updateTable('record_versions')
    .set({ valid_from: 'zzz' })
    .where('state', '=', 'scheduled')
    .execute();
  app.clock.advance(2 * MINUTE);
  // Saves and reads look for due changes.
  await store('Outro', {});
  await shown();
  expect(await versionsOf(uuid)).toEqual([{ state: 'draft', valid_from: null }]);
});

test('the migration of far ends shows a banner whose stored end is in the year 10000', async () => {
  const FAR = '+010000-01-01T02:59:59.000Z';
  const uuid = await store('Escondido', { ends_at: NEVER });
  await store('Escondido', { ends_at: NEVER, publish_at: 'later' });
  await app.deps.db.updateTable('banners').set({ ends_at: FAR }).where('uuid', '=', uuid).execute();
  await sql`
    update record_versions set data = replace(data, '9999-12-31T23:59:59.999Z', ${FAR}) where entity = 'banners'
  `.execute(app.deps.db);

  await app.deps.db.transaction().execute((db) => up(db as never));

  const { rows } = await sql<{ data: string }>`
    select data from record_versions where entity = 'banners' and data like '%Escondido%'
  `.execute(app.deps.db);
  expect(rows.map(({ data }) => JSON.parse(data).ends_at)).toEqual(Array(2).fill('9999-12-31T23:59:59.999Z'));
  app.clock.advance(MINUTE);
  expect(await shown()).toContain('Escondido');
});
