import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { bodyOf, createTestApp, type TestApp, testClock } from '../../../../test/app.ts';
import { emptyTables } from '../../../../test/historyInvariants.ts';
import { fileOf } from '../../../../test/images.ts';
import { inputFile, pdf } from '../../../../test/sampleFiles.ts';
import { openResumePages } from '../../../content/applications/application.contract.ts';
import { siteFortnightlyPages } from '../../../content/booklets/booklet.contract.ts';
import { RENDERER_VERSION } from '../pdfPages/pdfPages.process.ts';
import { mainName, storageKey } from './file.rows.ts';

const HOUR = 3_600_000;
const START = '2026-03-10T15:00:00.000Z';

let app: TestApp;
let token: string;

beforeAll(async () => {
  app = await createTestApp({ clock: testClock(START) });
  token = await app.signIn();
});
afterAll(() => app.remove());
beforeEach(async () => {
  app.clock.set(START);
  const tables = ['booklet_pages', 'fortnightly_booklets', 'resume_pages', 'job_applications'] as const;
  await emptyTables(app.deps, ['jobs', ...tables, 'mail_outbox', 'files', 'audit_log']);
  await app.emptyStore();
  app.deps.responseCache.invalidate();
});

type Table = 'fortnightly_booklets' | 'job_applications';

interface Drawn {
  table: Table;
  /** Stores a PDF as people do. */
  send(): Promise<string>;
  /** Reads the pages as people do. */
  read(uuid: string): Promise<{ pages: { page: number; url: string; text?: string }[] }>;
  draw: string;
  find: string;
  redraw: string;
}

const booklets: Drawn = {
  table: 'fortnightly_booklets',
  draw: 'booklet pages',
  find: 'find outdated booklets',
  redraw: 'redraw booklets',
  async send() {
    const form = new FormData();
    form.append('doc', fileOf(pdf(''), 'encarte.pdf', 'application/pdf'));
    const answer = await app.request('POST', '/api/admin/booklets/fortnightly/store', { token, form });
    return answer.json().data.uuid;
  },
  async read() {
    const answer = await app.request('GET', '/api/site/booklets/fortnightly/pages');
    const { pages } = bodyOf(siteFortnightlyPages.answers[200], answer).data;
    return { pages: pages.map(({ page, text, file }) => ({ page, text, url: file.url_s3 })) };
  },
};

const resumes: Drawn = {
  table: 'job_applications',
  draw: 'resume pages',
  find: 'find outdated resumes',
  redraw: 'redraw resumes',
  async send() {
    const form = new FormData();
    const fields = { name: 'Rui', email: 'rui@exemplo.example', phone: '85900000012', vacancy: 'Caixa' };
    for (const [name, value] of Object.entries(fields)) form.append(name, value);
    form.append('doc', fileOf(pdf(''), 'rui.pdf', 'application/pdf'));
    const { uuid } = (await app.request('POST', '/api/site/work-with-us', { form })).json().data;
    await this.read(uuid);
    return uuid;
  },
  async read(uuid) {
    const answer = await app.request('POST', `/api/admin/work-with-us/pages/${uuid}`, { token });
    return { pages: bodyOf(openResumePages.answers[200], answer).data.pages };
  },
};

const row = (table: Table, uuid: string) =>
  app.deps.db
    .selectFrom(table)
    .select(['pages_state', 'page_count', 'drawn_with', 'file_id'])
    .where('uuid', '=', uuid)
    .executeTakeFirstOrThrow();

/** Stores a record whose PDF is `bytes` and whose page is empty, as the release before has drawn it. */
async function leftBehind({ table, send, draw, ...of }: Drawn, bytes: Buffer): Promise<string> {
  const uuid = await send.call(of);
  await app.deps.jobs.drain(draw);
  await app.deps.db.updateTable(table).set({ drawn_with: 0 }).where('uuid', '=', uuid).execute();
  const { file_id } = await row(table, uuid);
  const file = await app.deps.db
    .updateTable('files')
    .set({ bytes: bytes.length })
    .where('id', '=', file_id)
    .returningAll()
    .executeTakeFirstOrThrow();
  await app.deps.store.put(file.area, storageKey(file.uuid, mainName(file)), bytes, file.type);
  return uuid;
}

/** Runs the jobs due within an hour; returns the number of jobs started. */
async function search({ find, redraw }: Drawn): Promise<number> {
  // The first run is scheduled for some time after the start.
  await app.deps.jobs.drain(find);
  app.clock.advance(HOUR);
  return app.deps.jobs.drain(find, redraw);
}

const folders = async () => new Set((await app.storedKeys()).map((key) => key.split('/')[1])).size;

/** Whether anything is drawn below the top third, where the form of the test has its field. */
async function isFilledIn(url: string | undefined): Promise<boolean> {
  const { rawPayload } = await app.request('GET', url ?? '');
  const { data, info } = await sharp(rawPayload).raw().toBuffer({ resolveWithObject: true });
  const rest = data.subarray(Math.floor(info.height * 0.33) * info.width * info.channels);
  return rest.some((value) => value < 40);
}

const KINDS: [string, Drawn][] = [
  ['a booklet', booklets],
  ['a resume', resumes],
];

describe.each(KINDS)('%s that the release before has drawn without the values of its form', (_, of) => {
  const { table } = of;

  it('redraws a stored PDF once and shows the old pages until the new ones are stored', async () => {
    const uuid = await leftBehind(of, inputFile('filled-form.pdf'));
    const before = await of.read(uuid);
    expect([before.pages.length, await isFilledIn(before.pages[0]?.url)]).toEqual([1, false]);
    const { store } = app.deps;
    const put = store.put.bind(store);
    const meanwhile: unknown[] = [];
    vi.spyOn(store, 'put').mockImplementation(async (...content) => {
      const { pages } = await of.read(uuid);
      meanwhile.push((await app.request('GET', pages[0]?.url ?? '')).statusCode);
      await put(...content);
    });
    expect(await search(of)).toBe(2);
    vi.restoreAllMocks();
    expect(new Set(meanwhile)).toEqual(new Set([200]));

    const { pages } = await of.read(uuid);
    expect(pages.map(({ page }) => page)).toEqual([1]);
    if (of === booklets) expect(pages[0]?.text).toContain('Maria da Silva, 11 98888-7777');
    expect(await isFilledIn(pages[0]?.url)).toBe(true);
    expect(await row(table, uuid)).toMatchObject({
      pages_state: 'ready',
      page_count: 1,
      drawn_with: RENDERER_VERSION,
    });
    expect(await folders(), 'the old page has gone').toBe(2);
    if (of === booklets) expect((await app.request('GET', before.pages[0]?.url ?? '')).statusCode).toBe(404);
    expect(await search(of), 'only the search').toBe(1);
  });

  it('keeps the pages of a PDF that no longer opens and logs it once', async () => {
    const uuid = await leftBehind(of, Buffer.from('%PDF-1.4\n%%EOF'));
    const before = await of.read(uuid);
    const warn = vi.spyOn(app.deps.log, 'warn');
    expect(await search(of)).toBe(2);
    expect(warn).toHaveBeenCalledOnce();
    expect(await row(table, uuid)).toMatchObject({
      pages_state: 'ready',
      page_count: 1,
      drawn_with: RENDERER_VERSION,
    });
    const { pages } = await of.read(uuid);
    expect(pages.map(({ page }) => page)).toEqual(before.pages.map(({ page }) => page));
    expect((await app.request('GET', pages[0]?.url ?? '')).statusCode).toBe(200);
  });
});

describe('jobs that redraw, which booklets and resumes share', () => {
  const of = booklets;
  const { table, redraw } = of;

  it('redraws a stored PDF after a failed or interrupted attempt', async () => {
    const uuid = await leftBehind(of, inputFile('filled-form.pdf'));
    vi.spyOn(app.deps.store, 'put').mockRejectedValue(new Error('away'));
    await search(of);
    vi.restoreAllMocks();
    expect(await row(table, uuid)).toMatchObject({ pages_state: 'ready', drawn_with: 0 });
    expect(await isFilledIn((await of.read(uuid)).pages[0]?.url)).toBe(false);
    // A process that was killed holds the work until its lease ends.
    await app.deps.db
      .updateTable('jobs')
      .set({ state: 'running', holder: 'gone', leased_until: new Date(app.clock.now()).toISOString() })
      .where('kind', '=', redraw)
      .execute();
    app.clock.advance(HOUR);
    expect(await app.deps.jobs.drain(redraw)).toBe(1);
    expect(await isFilledIn((await of.read(uuid)).pages[0]?.url)).toBe(true);
    expect(await folders()).toBe(2);
  });

  it('does not redraw a PDF without a form', async () => {
    const uuid = await leftBehind(of, pdf('outra'));
    const files = () => app.deps.db.selectFrom('files').select('uuid').orderBy('id').execute();
    const before = await files();
    expect(await search(of)).toBe(2);
    expect(await files()).toEqual(before);
    expect(await row(table, uuid)).toMatchObject({ pages_state: 'ready', drawn_with: RENDERER_VERSION });
  });

  it('draws a PDF that the previous release could not draw', async () => {
    const uuid = await leftBehind(of, inputFile('one-broken-page.pdf'));
    await app.deps.db
      .updateTable(table)
      .set({ pages_state: 'failed', page_count: null })
      .where('uuid', '=', uuid)
      .execute();
    expect(await search(of)).toBe(2);
    expect(await row(table, uuid)).toMatchObject({ pages_state: 'ready', page_count: 3 });
    expect((await of.read(uuid)).pages.map(({ page }) => page)).toEqual([1, 2]);
  });
});
