import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import type { Kysely } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { versioned } from '../../../migrations/lib/versioned.ts';
import { bodyOf, createTestApp, staff, type TestApp, testClock } from '../../../test/app.ts';
import { emptyAuditLog } from '../../../test/auditLog.ts';
import { fileOf, jpeg, noise, png } from '../../../test/images.ts';
import { pdfOf, pdfOfPages } from '../../../test/sampleFiles.ts';
import { countRows, emptyContent, type Fields, formOf, uploadCalls } from '../../../test/uploads.ts';
import { nextMidnight } from '../../platform/clock.ts';
import { dayAt } from '../../shared/dates.ts';
import {
  getDailyBooklet,
  listDailyBooklets,
  MAX_TRANSCRIPT_LENGTH,
  siteDailyBooklets,
  updateDailyBooklet,
} from './dailyBooklet.contract.ts';

const NOON = '2026-11-21T15:00:00Z';
const TODAY = '2026-11-21';

let app: TestApp;
let token: string;
let picture: Buffer;

beforeAll(async () => {
  app = await createTestApp({ env: { MAX_IMAGE_MB: '1', SESSION_IDLE: '48h' }, clock: testClock(NOON) });
  token = await app.signIn();
  picture = await jpeg();
});
afterAll(() => app.remove());
beforeEach(async () => {
  await emptyContent(app, ['daily_booklets']);
  app.clock.set(NOON);
});

const { admin, get, store, storeRecord, update, destroy } = uploadCalls(() => app, 'daily-booklets', {
  fields: () => ({ start_date: TODAY }),
  files: () => ({ photos: fileOf(picture) }),
});

async function details(uuid: string) {
  const answer = await get(`/details/${uuid}`);
  expect(answer.statusCode).toBe(200);
  return bodyOf(getDailyBooklet.answers[200], answer).data;
}
async function list(query = '') {
  const answer = await get(query);
  expect(answer.statusCode).toBe(200);
  return bodyOf(listDailyBooklets.answers[200], answer);
}
const days = async (query = '') => (await list(query)).data.map(({ start_date }) => start_date);
async function onSite() {
  const answer = await app.request('GET', '/api/site/daily-booklets');
  expect(answer.statusCode).toBe(200);
  return bodyOf(siteDailyBooklets.answers[200], answer).data;
}
/** Inserts rows directly, all with one picture, for any number of days. */
async function fill(rows: { start_date: string; demo?: number; text?: string; search?: string }[]) {
  const { db } = app.deps;
  await db.deleteFrom('daily_booklets').execute();
  await db.deleteFrom('record_versions').execute();
  const { id } = await db.selectFrom('files').select('id').executeTakeFirstOrThrow();
  const at = '2026-01-01T00:00:00.000Z';
  const base = { file_id: id, demo: 0, search: '', created_at: at, updated_at: at };
  if (rows.length > 0)
    await db
      .insertInto('daily_booklets')
      .values(rows.map((row) => ({ ...base, uuid: randomUUID(), ...row })))
      .execute();
  await db
    .updateTable('files')
    .set({ state: rows.length > 0 ? 'live' : 'staged' })
    .execute();
  await versioned(db as unknown as Kysely<never>, 'daily_booklets');
  app.deps.responseCache.invalidate();
}
const counts = () => countRows(app, { booklets: 'daily_booklets' });
const NOTHING = { booklets: 0, files: 0, audit: 0, stored: 0 };

describe('storing a daily offer', () => {
  it('answers 201 and shows the offer to staff, and on its day to shoppers', async () => {
    const answer = await store({ alt: 'Tomate a 3,99' });
    expect(answer.statusCode).toBe(201);
    expect(answer.json().data.message).toBe('Já aparece nas ofertas de hoje. Sai à meia-noite.');
    const booklet = await details(answer.json().data.uuid);
    expect(booklet).toMatchObject({
      start_date: TODAY,
      version: 1,
      photos: { width: 48, height: 32, alt: 'Tomate a 3,99' },
    });
    expect((await list()).data).toEqual([booklet]);
    const { version: _, publication: ___, updated_at: __, place: ____, ...shown } = booklet;
    expect(await onSite()).toEqual([shown]);
    const image = await app.request('GET', booklet.photos.url_s3);
    expect([image.statusCode, image.headers['content-type']]).toEqual([200, 'image/jpeg']);
  });

  it('retains the transcript through copies, drafts and saves without it', async () => {
    const text = 'Feira fresca\r\nTomate italiano, R$ 4,99 o quilo\nAbacate, R$ 6,90 o quilo';
    const lines = text.replace('\r', '');
    const uuid = await storeRecord({ text });
    expect((await details(uuid)).text).toBe(lines);
    expect((await onSite()).map(({ text }) => text)).toEqual([lines]);
    await update(uuid, { start_date: TODAY });
    expect((await details(uuid)).text, 'as an older client saves it').toBe(lines);

    expect((await list('?search=abacate&page=1')).data.map(({ uuid }) => uuid)).toEqual([uuid]);
    expect((await list('?text=missing&page=1')).data).toEqual([]);
    await update(uuid, { start_date: TODAY, text: '' });
    expect((await details(uuid)).text).toBeNull();
    expect((await list('?text=missing&page=1')).data.map(({ uuid }) => uuid)).toEqual([uuid]);
    expect((await list('?search=abacate&page=1')).data).toEqual([]);

    await update(uuid, { start_date: TODAY, text: 'x'.repeat(MAX_TRANSCRIPT_LENGTH) });
    const repeated = await app.request('POST', admin('/repeat'), { token });
    expect(repeated.statusCode).toBe(200);
    expect((await list()).data.map(({ text }) => text?.length)).toEqual([5000, 5000]);
    const long = await update(uuid, { start_date: TODAY, text: 'x'.repeat(MAX_TRANSCRIPT_LENGTH + 1) });
    expect([long.statusCode, long.json().errors]).toEqual([
      422,
      { text: ['Use no máximo 5000 caracteres.'] },
    ]);
  });

  it('finds demo offers by their text, and by the current day only', async () => {
    await storeRecord();
    await fill([{ start_date: '2026-11-01', demo: 1, text: 'Abacate', search: '01/11/2026 abacate' }]);
    for (const [search, found] of [
      ['abacate', 1],
      ['21/11/2026', 1],
      ['01/11/2026', 0],
    ] as const)
      expect((await list(`?search=${search}&page=1`)).data.length, search).toBe(found);
  });

  it('accepts the photo as `photos` and as `photos[]`', async () => {
    const data = formOf({ start_date: TODAY });
    data.append('photos[]', fileOf(picture));
    expect((await app.request('POST', admin('/store'), { token, form: data })).statusCode).toBe(201);
  });

  it('hides a future offer from shoppers until its midnight, without a restart or a save', async () => {
    await storeRecord();
    await storeRecord({ start_date: '2026-11-22' });
    const past = await store({ start_date: '2026-11-20' });
    expect(past.json().data.message).toBe('Vale para 20/11/2026, que já passou: não aparece no site.');
    expect((await onSite()).map(({ start_date }) => start_date)).toEqual([TODAY]);
    app.clock.set('2026-11-22T02:59:59.999Z');
    expect((await onSite()).map(({ start_date }) => start_date)).toEqual([TODAY]);
    app.clock.set('2026-11-22T03:00:00Z');
    expect((await onSite()).map(({ start_date }) => start_date)).toEqual(['2026-11-22']);
    app.clock.set('2026-11-23T03:00:00Z');
    expect(await onSite()).toEqual([]);
  });
});

describe('rejected daily offers', () => {
  it.each<[string, () => Promise<Fields> | Fields, Record<string, unknown>]>([
    ['no day', () => ({ start_date: ' ' }), { start_date: ['Informe o dia da promoção.'] }],
    [
      'a day as people write it',
      () => ({ start_date: '21/11/2026' }),
      { start_date: ['Informe o dia, o mês e o ano.'] },
    ],
    [
      'a day that is none',
      () => ({ start_date: '2026-02-30' }),
      { start_date: ['Informe o dia, o mês e o ano.'] },
    ],
    ['an alt of 100 KB', () => ({ alt: 'x'.repeat(100_000) }), { alt: ['Use no máximo 300 caracteres.'] }],
    ['a text as photo', () => ({ photos: 'foto' }), { photos: ['Escolha uma imagem.'] }],
    [
      'a page named .jpg',
      () => ({ photos: fileOf(Buffer.from('<html>'), 'a.jpg') }),
      { photos: ['Formato de arquivo não permitido. Envie JPG ou PNG.'] },
    ],
    [
      'half a picture',
      async () => ({ photos: fileOf((await noise(300, 200)).subarray(0, 5000)) }),
      { photos: [expect.any(String)] },
    ],
  ])('rejects %s with 422 and stores nothing', async (_, make, errors) => {
    const answer = await store(await make());
    expect(answer.statusCode, answer.payload).toBe(422);
    expect(answer.json().errors).toEqual(errors);
    expect(await counts()).toEqual(NOTHING);
  });

  it('rejects a photo that is too large with 413', async () => {
    const answer = await store({ photos: fileOf(Buffer.concat([picture, Buffer.alloc(1_500_000)])) });
    expect([answer.statusCode, Object.keys(answer.json().errors)]).toEqual([413, ['photos']]);
    expect(await counts()).toEqual(NOTHING);
  });

  it('rejects saves without a session with 401', async () => {
    const calls = [
      app.request('POST', admin('/store'), { form: formOf({ start_date: TODAY, photos: fileOf(picture) }) }),
      app.request('POST', admin(`/update/${randomUUID()}`), { form: formOf({ start_date: TODAY }) }),
      app.request('DELETE', admin(`/destroy/${randomUUID()}`)),
      app.request('GET', admin('')),
    ];
    for (const answer of await Promise.all(calls)) expect(answer.statusCode).toBe(401);
    expect(await counts()).toEqual(NOTHING);
  });
});

describe('changing a daily offer', () => {
  it('keeps an absent photo and alternative text, and clears an empty one', async () => {
    const uuid = await storeRecord({ alt: 'Texto' });
    const before = await details(uuid);
    const answer = await update(uuid, { start_date: '2026-12-24' });
    expect(bodyOf(updateDailyBooklet.answers[200], answer).data).toEqual({
      message: 'Aparece no site em 24/12/2026, só nesse dia.',
      uuid,
      version: 2,
    });
    expect(await details(uuid)).toEqual({
      ...before,
      start_date: '2026-12-24',
      version: 2,
      updated_at: expect.any(String),
    });
    await update(uuid, { alt: '' });
    expect((await details(uuid)).photos.alt).toBeNull();
  });

  it('replaces the photo, and stops serving the former one', async () => {
    const uuid = await storeRecord();
    const { photos: old } = await details(uuid);
    const before = await counts();
    await update(uuid, { photos: fileOf(await png({ width: 20, height: 30 }), 'a.png', 'image/png') });
    const { photos } = await details(uuid);
    expect([photos.width, photos.height]).toEqual([20, 30]);
    expect((await app.request('GET', old.url_s3)).statusCode).toBe(404);
    const { audit, files, stored: bytes } = before;
    expect(await counts()).toEqual({ ...before, audit: audit + 1, files: files + 1, stored: 2 * bytes });
  });

  it('rejects a stale version with 409, and stores nothing of the attempt', async () => {
    const uuid = await storeRecord();
    await update(uuid);
    const before = await counts();
    const answer = await update(uuid, { start_date: '2026-12-24', version: '1', photos: fileOf(picture) });
    expect(answer.statusCode).toBe(409);
    expect(await counts()).toEqual(before);
    expect((await details(uuid)).start_date).toBe(TODAY);
  });

  it('answers 404 for unknown offers', async () => {
    for (const uuid of [randomUUID(), 'nenhum']) {
      expect((await update(uuid, { photos: fileOf(picture) })).statusCode).toBe(404);
      expect((await get(`/details/${uuid}`)).statusCode).toBe(404);
      expect((await destroy(uuid)).statusCode).toBe(404);
    }
    expect(await counts()).toEqual(NOTHING);
  });
});

describe('deleting a daily offer', () => {
  it('stops listing and serving a deleted offer at once', async () => {
    const uuid = await storeRecord();
    const { photos } = await details(uuid);
    expect(await onSite()).toHaveLength(1);
    expect((await destroy(uuid)).json()).toEqual({
      data: { message: 'Não aparece mais no site.' },
    });
    expect(await days()).toEqual([]);
    expect(await onSite()).toEqual([]);
    expect((await app.request('GET', photos.url_s3)).statusCode).toBe(404);
    expect((await destroy(uuid)).statusCode).toBe(404);
    const entries = await app.deps.db.selectFrom('audit_log').selectAll().orderBy('id').execute();
    expect(entries.map(({ action, user_name }) => [action, user_name])).toEqual([
      ['create', staff.name],
      ['delete', staff.name],
    ]);
  });
});

describe('list of daily offers', () => {
  beforeEach(async () => {
    await storeRecord({ start_date: '2026-11-21' });
    await fill(
      ['2026-11-21', '2025-01-02', '2026-11-22', '2026-11-21'].map((start_date) => ({ start_date })),
    );
    await emptyAuditLog(app.deps);
  });

  it('lists all offers, latest day first, and latest addition first within a day', async () => {
    const { data, meta } = await list();
    expect(data.map(({ start_date }) => start_date)).toEqual([
      '2026-11-22',
      '2026-11-21',
      '2026-11-21',
      '2025-01-02',
    ]);
    expect(data[1]?.id).toBeGreaterThan(data[2]?.id ?? 0);
    expect(meta).toBeUndefined();
  });

  it('sorts the list and returns it in pages', async () => {
    expect(await days('?sort=start_date')).toEqual(['2025-01-02', '2026-11-21', '2026-11-21', '2026-11-22']);
    const page = await list('?page=2&per_page=3');
    expect(page.data.map(({ start_date }) => start_date)).toEqual(['2025-01-02']);
    expect(page.meta).toEqual({ page: 2, per_page: 3, total: 4 });
  });

  it('searches by the day as people write it', async () => {
    const [first] = (await list()).data;
    await update(first?.uuid ?? '', { start_date: '2024-02-29' });
    expect(await days('?search=29/02/2024')).toEqual(['2024-02-29']);
    expect(await days('?search=02/2024')).toEqual(['2024-02-29']);
    expect(await days('?search=2024-02-29')).toEqual([]);
  });
});

describe('demo offers', () => {
  it('shows demo offers on every day until a user saves one', async () => {
    await storeRecord();
    await fill([{ start_date: '2020-01-01', demo: 1 }]);
    const [booklet] = (await list()).data;
    expect(booklet?.start_date).toBe(TODAY);
    expect(await days('?search=21/11/2026')).toEqual([TODAY]);
    expect((await onSite()).map(({ start_date }) => start_date)).toEqual([TODAY]);
    app.clock.set('2026-11-22T03:00:00Z');
    expect((await onSite()).map(({ start_date }) => start_date)).toEqual(['2026-11-22']);
    const uuid = booklet?.uuid ?? '';
    expect((await details(uuid)).start_date).toBe('2026-11-22');
    await update(uuid, { start_date: TODAY });
    expect((await details(uuid)).start_date).toBe(TODAY);
    expect(await onSite()).toEqual([]);
    expect(await days('?search=21/11/2026')).toEqual([TODAY]);
  });
});

describe('daily offers at arbitrary instants', () => {
  const DAY_MS = 86_400_000;
  const intl = new Intl.DateTimeFormat('en-CA', {
    timeZone: 'America/Sao_Paulo',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  });
  /** Returns the calendar day in São Paulo by `Intl`, independently of the code under test. */
  const dayOn = (instant: number) => intl.format(instant);
  /** Instants from years with daylight saving time to the far future. */
  const instants = fc.integer({ min: Date.parse('1990-01-01'), max: Date.parse('2090-01-01') });
  /** Instants at a midnight in São Paulo, or close to one. */
  const midnights = fc
    .tuple(instants, fc.constantFrom(-1, 0, 1, -3_600_000, 3_600_000))
    .map(([instant, moment]) => nextMidnight(instant) + moment);
  const offsets = fc.array(fc.integer({ min: -3, max: 3 }), { maxLength: 5 });
  const shownDays = async () => (await onSite()).map(({ start_date }) => start_date);

  beforeEach(() => storeRecord());

  it('shows shoppers all offers of the current day in São Paulo and no others', async () => {
    await fc.assert(
      fc.asyncProperty(fc.oneof(instants, midnights), offsets, async (instant, apart) => {
        app.clock.set(instant);
        const stored = apart.map((days) => dayOn(instant + days * DAY_MS));
        await fill(stored.map((start_date) => ({ start_date })));
        const today = dayOn(instant);
        expect(dayAt(instant)).toBe(today);
        expect(await shownDays()).toEqual(stored.filter((day) => day === today));
      }),
      { numRuns: 60 },
    );
  });

  it('replaces cached responses at midnight', async () => {
    const steps = fc.array(fc.oneof(fc.integer({ min: 0, max: DAY_MS }), fc.constant(null)), {
      minLength: 3,
      maxLength: 8,
    });
    await fc.assert(
      fc.asyncProperty(instants, steps, async (start, moves) => {
        let now = start;
        app.clock.set(now);
        const all = [...new Set(Array.from({ length: 40 }, (_, half) => dayOn(start + (half * DAY_MS) / 2)))];
        await fill(all.map((start_date) => ({ start_date })));
        for (const move of moves) {
          const next = nextMidnight(now);
          // Null stands for the last moment before midnight, followed by midnight itself.
          for (const instant of move === null ? [next - 1, next] : [now + move]) {
            now = Math.max(now, instant);
            app.clock.set(now);
            expect(await shownDays()).toEqual([dayOn(now)]);
          }
        }
      }),
      { numRuns: 25 },
    );
  });
});

describe('text of a PDF', () => {
  const read = (doc: File, signed = token) =>
    app.request('POST', admin('/text'), { ...(signed && { token: signed }), form: formOf({ doc }) });
  const docOf = (bytes: Buffer) => fileOf(bytes, 'encarte.pdf', 'application/pdf');

  it('reads the text of a PDF page by page and stores nothing', async () => {
    const answer = await read(docOf(pdfOfPages(['Tomate R$ 4,99', 'Abacate'])));
    expect([answer.statusCode, answer.json().data.pages]).toEqual([
      200,
      [
        { page: 1, text: 'Tomate R$ 4,99' },
        { page: 2, text: 'Abacate' },
      ],
    ]);
    expect(await counts()).toEqual(NOTHING);
  });

  it('rejects files that are no readable PDF with a message, and anonymous callers', async () => {
    expect((await read(docOf(pdfOfPages(['a'])), '')).statusCode).toBe(401);
    expect((await read(fileOf(picture))).json().errors).toHaveProperty('doc');
    const broken = await read(docOf(pdfOf(['<</Type/Catalog>>'])));
    expect([broken.statusCode, broken.json().errors.doc]).toEqual([
      422,
      ['O PDF não tem nenhuma página. Confira o arquivo e envie outra vez.'],
    ]);
  });
});
