import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { bodyOf, createTestApp, type TestApp } from '../../../test/app.ts';
import { emptyTables } from '../../../test/historyInvariants.ts';
import { insertRecord } from '../../records/server/store/records.ts';
import { addDays, dayAt } from '../../shared/dates.ts';
import { specialDayService } from '../specialDays/specialDay.service.ts';
import { branchService } from './branch.service.ts';
import { siteBranchSummaries } from './branchSummary.contract.ts';

let app: TestApp;
let token: string;
let today: string;

const hours = [{ weekday: 1, opens: '07:00', closes: '22:00' }];

beforeAll(async () => {
  app = await createTestApp();
  token = await app.signIn();
});
afterAll(() => app.remove());
beforeEach(async () => {
  await emptyTables(app.deps, ['exceptions', 'branches', 'audit_log']);
  today = dayAt(app.deps.clock.now());
  app.deps.responseCache.invalidate();
});

async function branch(name: string, position: number): Promise<string> {
  const columns = branchService.columns({
    name, hours,
    email: 'a@b.example', phone: '(85) 0000-0012', phone_secondary: '(85) 90000-0012', number: '1', road: 'Rua',
    district: 'Centro', city: 'Fortaleza', state: 'CE', zip_code: '60000000', latitude: -3.7, longitude: -38.5,
  } as never); // biome-ignore format: short
  const { uuid } = await app.deps.write(null, (work) =>
    insertRecord(work, 'branches', { position, file_id: null, ...columns }),
  );
  return uuid;
}
const special = (days: number, fields: Partial<Parameters<typeof specialDayService.columns>[0]> = {}) =>
  app.deps.write(null, (work) =>
    insertRecord(
      work,
      'exceptions',
      specialDayService.columns({
        date: addDays(today, days),
        reason: 'Natal',
        type: 1,
        places: ['all'],
        ...fields,
      }),
    ),
  );
const ask = (headers?: Record<string, string>) =>
  app.request('GET', '/api/site/branches/summary', headers && { headers });
const onSite = async () => bodyOf(siteBranchSummaries.answers[200], await ask()).data;

it("returns only the fields that a header needs, for all branches in the site's order", async () => {
  expect(await onSite()).toEqual([]);
  const norte = await branch('Norte', 2);
  const centro = await branch('Centro', 1);
  expect(await onSite()).toEqual([
    {
      uuid: centro,
      name: 'Centro',
      city: 'Fortaleza',
      state: 'CE',
      phone: '(85) 0000-0012',
      phone_link: 'tel:+558500000012',
      whatsapp_link: 'https://wa.me/5585900000012',
      latitude: -3.7,
      longitude: -38.5,
      hours,
      time_zone: 'America/Fortaleza',
      special_days: [],
    },
    expect.objectContaining({ uuid: norte, name: 'Norte' }),
  ]);
});

it('returns the coming special days, and changes the ETag when a special day is saved', async () => {
  const centro = await branch('Centro', 1);
  await branch('Norte', 2);
  const before = await ask();
  const etag = String(before.headers.etag);
  expect((await ask({ 'if-none-match': etag })).statusCode).toBe(304);

  await special(1);
  await special(1, {
    reason: 'Plantão',
    type: 2,
    hours: [{ opens: '08:00', closes: '14:00' }],
    places: [centro],
  });
  await special(2, { reason: 'Normal', type: 3 });
  await special(30);
  const [one, other] = await onSite();
  const date = addDays(today, 1);
  expect(one?.special_days).toEqual([
    { date, reason: 'Plantão', spans: [{ opens: '08:00', closes: '14:00' }] },
  ]);
  expect(other?.special_days).toEqual([{ date, reason: 'Natal', spans: [] }]);
  expect((await ask({ 'if-none-match': etag })).statusCode).toBe(200);
});

it('omits a deleted branch', async () => {
  const centro = await branch('Centro', 1);
  const norte = await branch('Norte', 2);
  const gone = await app.request('DELETE', `/api/admin/branches/destroy/${centro}`, { token });
  expect(gone.statusCode).toBe(200);
  expect((await onSite()).map(({ uuid }) => uuid)).toEqual([norte]);
});
