import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { bodyOf, createTestApp, staff, type TestApp, testClock } from '../../../test/app.ts';
import { fileOf, jpeg } from '../../../test/images.ts';
import { countRows, emptyContent, formOf, uploadCalls } from '../../../test/uploads.ts';
import { listDailyBooklets, siteDailyBooklets } from './dailyBooklet.contract.ts';
import { getDailyOffers, MAX_OFFERS_PER_DAY } from './dailyOffers.contract.ts';

const NOON = '2026-11-21T15:00:00Z';
const [TODAY, TOMORROW, THIRD] = ['2026-11-21', '2026-11-22', '2026-11-23'] as const;

let app: TestApp;
let token: string;
let picture: Buffer;
/** Uuids of pictures in the library that no record uses yet. */
let pictures: string[];

beforeAll(async () => {
  app = await createTestApp({ env: { MAX_IMAGE_MB: '1', SESSION_IDLE: '48h' }, clock: testClock(NOON) });
  token = await app.signIn();
  picture = await jpeg();
});
afterAll(() => app.remove());
beforeEach(async () => {
  await emptyContent(app, ['daily_booklets']);
  app.clock.set(NOON);
  pictures = [];
  for (const name of ['1.jpg', '2.jpg', '3.jpg']) pictures.push(await keep(name));
});

const single = uploadCalls(() => app, 'daily-booklets', {
  fields: () => ({ start_date: TODAY }),
  files: () => ({ photos: fileOf(picture) }),
});

async function keep(name: string): Promise<string> {
  const form = formOf({ image: fileOf(picture, name) });
  const answer = await app.request('POST', '/api/admin/pictures/store', { token, form });
  expect(answer.statusCode).toBe(201);
  return answer.json().data.uuid;
}
const at = (from: string, until = from) => `/api/admin/daily-booklets/days/${from}/${until}`;
const put = (path: string, json: unknown, signed = token) =>
  app.request('PUT', path, { ...(signed && { token: signed }), json });
/** Returns input with all pictures, each with its number as alternative text. */
const offers = (wanted = pictures) =>
  wanted.map((code) => ({ picture: code, alt: `Foto ${pictures.indexOf(code) + 1}` }));
async function save(from: string, until: string, json: object) {
  const answer = await put(at(from, until), json);
  expect(answer.statusCode, answer.payload).toBe(200);
  return answer.json().data.message as string;
}
async function read(from: string, until = from) {
  const answer = await app.request('GET', at(from, until), { token });
  expect(answer.statusCode, answer.payload).toBe(200);
  return bodyOf(getDailyOffers.answers[200], answer).data;
}
const texts = async (from: string, until = from) =>
  (await read(from, until)).days.map(({ offers }) => offers.map(({ photos }) => photos.alt));
async function onSite() {
  const answer = await app.request('GET', '/api/site/daily-booklets');
  return bodyOf(siteDailyBooklets.answers[200], answer).data.map(({ photos }) => photos.alt);
}
const counts = () => countRows(app, { booklets: 'daily_booklets' });

describe('daily offers of several days', () => {
  it("saves the offers of several days at once, and shows each day's to shoppers in order", async () => {
    const [one, two, three] = pictures as [string, string, string];
    const message = await save(TODAY, THIRD, { offers: offers([three, one, two]) });
    expect(message).toBe('Cada dia de 21/11/2026 a 23/11/2026 aparece no site a partir da meia-noite dele.');
    expect(await texts(TODAY, THIRD)).toEqual(
      Array.from({ length: 3 }, () => ['Foto 3', 'Foto 1', 'Foto 2']),
    );
    expect(await onSite()).toEqual(['Foto 3', 'Foto 1', 'Foto 2']);
    const shown = (await read(TODAY)).days[0]?.offers[0]?.photos.url_s3 ?? '';
    expect((await app.request('GET', shown)).statusCode).toBe(200);
    app.clock.set('2026-11-23T03:00:00Z');
    expect(await onSite()).toEqual(['Foto 3', 'Foto 1', 'Foto 2']);
    app.clock.set('2026-11-24T03:00:00Z');
    expect(await onSite()).toEqual([]);
    // Several records share one picture.
    expect((await counts()).files).toBe(3);
  });

  it('stores the transcript of each picture, and retains it in a save without it', async () => {
    const [one, two] = pictures as [string, string, string];
    const written = async () => (await read(TODAY)).days[0]?.offers.map(({ text }) => text);
    await save(TODAY, TODAY, {
      offers: [{ picture: one, text: 'Tomate, R$ 4,99\nAbacate' }, { picture: two }],
    });
    expect(await written()).toEqual(['Tomate, R$ 4,99\nAbacate', null]);
    await save(TODAY, TODAY, { offers: [{ picture: two }, { picture: one }] });
    expect(await written()).toEqual([null, 'Tomate, R$ 4,99\nAbacate']);
    await save(TODAY, TODAY, { offers: [{ picture: one, text: '' }] });
    expect(await written()).toEqual([null]);
    const long = await put(at(TODAY), { offers: [{ picture: one, text: 'x'.repeat(5001) }] });
    expect([long.statusCode, long.json().errors]).toEqual([
      422,
      { offers: ['Use no máximo 5000 caracteres.'] },
    ]);
  });

  it('keeps the records of retained pictures, and moves the others to the trash', async () => {
    const [one, two, three] = pictures as [string, string, string];
    await save(TODAY, TODAY, { offers: offers([one, two]) });
    const before = (await read(TODAY)).days[0]?.offers ?? [];
    expect(
      await save(TODAY, TODAY, { offers: [{ picture: two, decorative: true }, { picture: three }] }),
    ).toBe('Já aparece nas ofertas de hoje, nesta ordem. Sai à meia-noite.');
    const after = (await read(TODAY)).days[0]?.offers ?? [];
    expect(after.map(({ picture, photos }) => [picture, photos.alt])).toEqual([
      [two, ''],
      [three, null],
    ]);
    expect(after[0]).toMatchObject({ uuid: before[1]?.uuid, version: 2 });
    const bin = await app.request('POST', `/api/admin/bin/booklets-of-the-day/${before[0]?.uuid}/restore`, {
      token,
    });
    expect(bin.statusCode, bin.payload).toBe(200);
    expect((await read(TODAY)).days[0]?.offers.map(({ picture }) => picture)).toEqual([one, two, three]);
  });

  it('writes nothing for unchanged records', async () => {
    await save(TODAY, TOMORROW, { offers: offers() });
    const [before, { version }] = [await counts(), await read(TODAY, TOMORROW)];
    await save(TODAY, TOMORROW, { offers: offers(), version });
    expect(await counts()).toEqual(before);
    expect((await read(TODAY, TOMORROW)).version).toBe(version);
    // An absent text stays.
    await save(TODAY, TOMORROW, { offers: pictures.map((code) => ({ picture: code })) });
    expect(await counts()).toEqual(before);
  });

  it('adds pictures after those that each day has', async () => {
    const [one, two, three] = pictures as [string, string, string];
    await save(TOMORROW, TOMORROW, { offers: offers([three, one]) });
    await single.storeRecord({ start_date: TOMORROW, alt: 'Por si' });
    await save(TODAY, TOMORROW, { offers: offers([one, two]), existing: 'keep' });
    expect(await texts(TODAY, TOMORROW)).toEqual([
      ['Foto 1', 'Foto 2'],
      ['Foto 3', 'Foto 1', 'Por si', 'Foto 2'],
    ]);
  });

  it('empties a day in a save without pictures', async () => {
    await save(TODAY, TODAY, { offers: offers() });
    expect(await save(TODAY, TODAY, { offers: [] })).toBe('Sem ofertas: 21/11/2026.');
    expect(await onSite()).toEqual([]);
  });

  it('includes demo offers, and assigns them to the saved day', async () => {
    const uuid = await single.storeRecord({ alt: 'Demonstração' });
    await app.deps.db.updateTable('daily_booklets').set({ demo: 1, start_date: '2020-01-01' }).execute();
    const [day] = (await read(TODAY)).days;
    expect(day?.offers.map((offer) => offer.uuid)).toEqual([uuid]);
    await save(TODAY, TODAY, {
      offers: [...offers(), { picture: day?.offers[0]?.picture, alt: 'Agora de hoje' }],
    });
    app.clock.set('2026-11-22T03:00:00Z');
    expect(await onSite()).toEqual([]);
    expect((await read(TOMORROW)).last?.offers.map(({ photos }) => photos.alt)).toEqual([
      'Foto 1',
      'Foto 2',
      'Foto 3',
      'Agora de hoje',
    ]);
  });

  it('keeps a draft unpublished when its day is saved', async () => {
    const uuid = await single.storeRecord({ alt: 'Rascunho', publish_at: 'later' });
    const [day] = (await read(TODAY)).days;
    const [draft] = day?.offers ?? [];
    expect(draft).toMatchObject({ uuid, publication: { standing: 'draft' } });
    await save(TODAY, TODAY, { offers: [...offers(), { picture: draft?.picture }] });
    expect(await texts(TODAY)).toEqual([['Foto 1', 'Foto 2', 'Foto 3', 'Rascunho']]);
    expect(await onSite()).toEqual(['Foto 1', 'Foto 2', 'Foto 3']);
  });
});

describe('order of offers saved one by one', () => {
  it('puts a new or moved offer last, and keeps the position of an unmoved one', async () => {
    await save(TODAY, TOMORROW, { offers: offers() });
    await single.storeRecord({ alt: 'Depois' });
    expect(await onSite()).toEqual(['Foto 1', 'Foto 2', 'Foto 3', 'Depois']);
    const [first, second] = (await read(TODAY)).days[0]?.offers ?? [];
    await single.update(first?.uuid ?? '', { start_date: TOMORROW });
    await single.update(second?.uuid ?? '', { alt: 'Segunda' });
    expect(await texts(TODAY, TOMORROW)).toEqual([
      ['Segunda', 'Foto 3', 'Depois'],
      ['Foto 1', 'Foto 2', 'Foto 3', 'Foto 1'],
    ]);
  });

  it('repeats the offers of today tomorrow in the same order', async () => {
    await save(TODAY, TODAY, { offers: offers(pictures.toReversed()) });
    await single.storeRecord({ alt: 'Depois' });
    await app.request('POST', single.admin('/repeat'), { token });
    expect(await texts(TOMORROW)).toEqual([['Foto 3', 'Foto 2', 'Foto 1', 'Depois']]);
    await single.storeRecord({ start_date: TOMORROW, alt: 'Por último' });
    expect((await texts(TOMORROW))[0]?.at(-1)).toBe('Por último');
  });

  it('lists the position of each offer for staff', async () => {
    await save(TODAY, TODAY, { offers: offers() });
    await single.storeRecord();
    const { data } = bodyOf(listDailyBooklets.answers[200], await single.get(''));
    expect(data.map(({ place }) => place)).toEqual([null, 3, 2, 1]);
  });
});

describe('last earlier day', () => {
  it('returns the published offers of the last day before the first requested one, however long ago', async () => {
    expect((await read(TODAY)).last).toBeNull();
    await save('2026-10-01', '2026-10-02', { offers: offers() });
    await single.storeRecord({ start_date: '2026-10-09', publish_at: 'later' });
    const { last } = await read(TODAY);
    expect([last?.day, last?.offers.length]).toEqual(['2026-10-02', 3]);
    await save(TODAY, TODAY, { offers: offers() });
    expect((await read(TODAY)).last?.day).toBe('2026-10-02');
    expect((await read(TOMORROW)).last?.day).toBe(TODAY);
  });
});

describe('stale saves', () => {
  it.each<[string, (uuid: string) => Promise<unknown>]>([
    ['changed a text', (uuid) => single.update(uuid, { alt: 'Outro' })],
    ['added one', () => single.storeRecord()],
    ['took one out', (uuid) => single.destroy(uuid)],
    ['put it in another order', () => put(at(TODAY), { offers: offers(pictures.toReversed()) })],
  ])('rejects a save with 409 and names the last editor, when another user %s', async (_, meanwhile) => {
    await save(TODAY, TOMORROW, { offers: offers() });
    const { version, days } = await read(TODAY, TOMORROW);
    app.clock.set('2026-11-21T15:05:00Z');
    await meanwhile(days[0]?.offers[0]?.uuid ?? '');
    const before = [await counts(), await texts(TODAY, TOMORROW)];
    const answer = await put(at(TODAY, TOMORROW), { offers: [], version });
    expect(answer.statusCode).toBe(409);
    expect(answer.json().saved).toEqual({ by: staff.name, at: '2026-11-21T15:05:00.000Z' });
    expect([await counts(), await texts(TODAY, TOMORROW)]).toEqual(before);
    const { version: now } = await read(TODAY, TOMORROW);
    expect((await put(at(TODAY, TOMORROW), { offers: [], version: now })).statusCode).toBe(200);
  });

  it('accepts only one of several concurrent saves', async () => {
    const { version } = await read(TODAY);
    const answers = await Promise.all(
      pictures.map((code) => put(at(TODAY), { offers: offers([code]), version })),
    );
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409, 409]);
    expect((await read(TODAY)).days[0]?.offers).toHaveLength(1);
  });
});

describe('rejected days', () => {
  it.each<[string, () => object, Record<string, string[]>]>([
    ['no list', () => ({}), { offers: ['Envie as fotos como lista.'] }],
    [
      'too many',
      () => ({ offers: Array.from({ length: MAX_OFFERS_PER_DAY + 1 }, () => ({ picture: pictures[0] })) }),
      { offers: [`Cabem ${MAX_OFFERS_PER_DAY} fotos por dia.`] },
    ],
    ['no picture', () => ({ offers: [{ alt: 'Só texto' }] }), { offers: ['Escolha a foto de novo.'] }],
    [
      'a text that is too long',
      () => ({ offers: [{ picture: pictures[0], alt: 'x'.repeat(301) }] }),
      { offers: ['Use no máximo 300 caracteres.'] },
    ],
    [
      'a picture that is gone, at its place',
      () => ({ offers: [...offers(), { picture: randomUUID() }] }),
      { 'offers.3.picture': ['Esta imagem não está mais na biblioteca. Escolha outra.'] },
    ],
  ])('rejects %s with 422 and changes nothing', async (_, body, errors) => {
    const before = await counts();
    const answer = await put(at(TODAY, TOMORROW), body());
    expect([answer.statusCode, answer.json().errors]).toEqual([422, errors]);
    expect(await counts()).toEqual(before);
  });

  it('rejects more offers than fit on one of the days with 422, and changes no other day', async () => {
    for (let count = MAX_OFFERS_PER_DAY - 2; count > 0; count -= 3)
      await save(THIRD, THIRD, { offers: offers(), existing: 'keep' });
    await save(THIRD, THIRD, {
      offers: Array.from({ length: MAX_OFFERS_PER_DAY - 1 }, () => ({ picture: pictures[0] })),
    });
    const before = await counts();
    const answer = await put(at(TODAY, THIRD), { offers: offers().slice(1), existing: 'keep' });
    expect(answer.json().errors).toEqual({
      offers: [`Em 23/11/2026 já há ${MAX_OFFERS_PER_DAY - 1} fotos. Cabem ${MAX_OFFERS_PER_DAY} por dia.`],
    });
    expect(await counts()).toEqual(before);
  });

  it.each([
    ['the last day before the first', TOMORROW, TODAY, 'O último dia vem depois do primeiro.'],
    ['more than a month', TODAY, '2026-12-22', 'Monte até 31 dias de uma vez.'],
  ])('rejects a period with %s with 422', async (_, from, until, message) => {
    for (const answer of [
      await app.request('GET', at(from, until), { token }),
      await put(at(from, until), { offers: [] }),
    ])
      expect([answer.statusCode, answer.json().errors]).toEqual([422, { until: [message] }]);
  });

  it('answers 404 for days that do not exist', async () => {
    for (const path of [at('ontem'), at('2026-02-30'), at(TODAY, 'amanha')]) {
      expect((await app.request('GET', path, { token })).statusCode).toBe(404);
      expect((await put(path, { offers: [] })).statusCode).toBe(404);
    }
  });

  it('rejects a body beyond the limit of forms with 413', async () => {
    const answer = await put(at(TODAY), { offers: [{ picture: pictures[0], alt: 'x'.repeat(3_000_000) }] });
    expect(answer.statusCode).toBe(413);
  });

  it('rejects reads and saves without a session with 401', async () => {
    expect((await app.request('GET', at(TODAY))).statusCode).toBe(401);
    expect((await put(at(TODAY), { offers: offers() }, '')).statusCode).toBe(401);
    expect((await counts()).booklets).toBe(0);
  });
});
