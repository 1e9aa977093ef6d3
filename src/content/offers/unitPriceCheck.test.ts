import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { bodyOf, createTestApp, type TestApp, testClock } from '../../../test/app.ts';
import { countRows, emptyContent, formOf } from '../../../test/uploads.ts';
import { importOffers } from './import/offerImport.contract.ts';
import { storeOffer, updateOffer } from './offer.contract.ts';

let app: TestApp;
let token: string;

beforeAll(async () => {
  app = await createTestApp({ clock: testClock('2026-11-21T15:00:00Z') });
  token = await app.signIn();
});
afterAll(() => app.remove());
beforeEach(() => emptyContent(app, ['offers']));

const DAYS = { valid_from: '2026-11-21', valid_until: '2026-11-30' };
const send = (path: string, fields: Record<string, string>) =>
  app.request('POST', `/api/admin/offers/${path}`, {
    token,
    form: formOf({ product: 'Café', department: 'grocery', ...DAYS, ...fields }),
  });
async function stored(fields: Record<string, string>) {
  const answer = await send('store', fields);
  expect(answer.statusCode, answer.payload).toBe(201);
  return bodyOf(storeOffer.answers[201], answer).data;
}
/** Stores offers of one kilogram at R$ 10 to R$ 14. */
async function usual(count = 5, more: Record<string, string> = {}) {
  for (let at = 0; at < count; at += 1)
    await stored({ product: `Usual ${at}`, size: '1', unit: 'kg', price: `${10 + at}.00`, ...more });
}
const counts = () => countRows(app, { offers: 'offers' });

const ABSURD = { size: '1.8', unit: 'g', price: '18.00' };
const WARNING = '«Café» sai a R$ 10.000,00 o quilo, e em Mercearia o comum é R$ 12,00 o quilo.';
const QUESTION = `${WARNING} Está certo?`;

describe('an absurd unit price', () => {
  it('stores an absurd unit price sent by a program, and warns in the response', async () => {
    await usual();
    expect(await stored(ABSURD)).toMatchObject({ unit_price_warning: WARNING });
  });

  it('asks for confirmation of an absurd unit price if the call requests the check', async () => {
    await usual();
    const before = await counts();
    const answer = await send('store', { ...ABSURD, unit_price_check: 'true' });
    expect(answer.statusCode, answer.payload).toBe(409);
    expect(answer.json()).toMatchObject({ question: QUESTION, code: 'conflict' });
    expect(await counts()).toEqual(before);
  });

  it('asks about an absurd unit price when a change causes it, and not when other fields change', async () => {
    await usual();
    const { uuid } = await stored({ ...ABSURD, size: '1800' });
    const check = { unit_price_check: 'true' };
    const asked = await send(`update/${uuid}`, { ...ABSURD, ...check });
    expect(asked.statusCode).toBe(409);
    const taken = await send(`update/${uuid}`, ABSURD);
    expect(bodyOf(updateOffer.answers[200], taken).data.unit_price_warning).toBe(WARNING);
    const other = await send(`update/${uuid}`, { ...ABSURD, ...check, valid_until: '2026-11-29' });
    expect(other.statusCode, other.payload).toBe(200);
    expect(other.json().data.unit_price_warning).toBeUndefined();
  });

  it.each([
    ['a department with four offers', 4, ABSURD, {}],
    ['another department', 5, ABSURD, { department: 'drinks' }],
    ['another unit', 5, ABSURD, { unit: 'l' }],
    ['a price just below a hundred times the median', 5, { size: '1', unit: 'kg', price: '1199.99' }, {}],
    ['a single piece, which has no unit price', 5, { size: '1', unit: 'un', price: '9999.00' }, {}],
    ['a price far below the median', 5, { size: '1', unit: 'kg', price: '0.01' }, {}],
  ])('accepts a unit price without a warning: %s', async (_, count, fields, more) => {
    await usual(count, more);
    const found = await stored({ ...fields, unit_price_check: 'true' });
    expect(found.unit_price_warning).toBeUndefined();
  });

  it('treats a unit price as absurd from a hundred times the median, shared by grams and kilograms', async () => {
    await usual(3);
    for (const price of ['1.30', '1.40'])
      await stored({ product: `Gram ${price}`, size: '100', unit: 'g', price });
    const found = await stored({ size: '1', unit: 'kg', price: '1200.00' });
    expect(found.unit_price_warning).toContain('o comum é R$ 12,00 o quilo');
  });

  it('compares a unit price only with offers that shoppers can see', async () => {
    await usual(5, { publish_at: 'later' });
    expect((await stored(ABSURD)).unit_price_warning).toBeUndefined();
  });
});

describe('an absurd unit price in an import', () => {
  const HEAD = 'Produto;Tamanho;Unidade;Preço;Departamento;Vale de;Vale até';
  const row = (product: string, rest: string) => `${product};${rest};Mercearia;21/11/2026;30/11/2026`;
  const csv = [
    HEAD,
    ...[10, 11, 12, 13, 14].map((price) => row(`Usual ${price}`, `1;kg;${price},00`)),
    row('Café', '1,8;g;18,00'),
  ].join('\n');
  const sent = (more: object) =>
    app.request('POST', '/api/admin/offers/import', { token, json: { csv, ...more } });

  it('notes an absurd unit price at its imported row, also compared with rows of the same table', async () => {
    const { data } = bodyOf(importOffers.answers[200], await sent({ trial: true }));
    expect(data.unit_price_warnings).toEqual([{ line: 7, text: WARNING }]);
    expect(data.rows[0]).toMatchObject({ line: 7, errors: [], note: WARNING });
  });

  it('asks about an absurd unit price before an import stores anything, if the call requests the check', async () => {
    const answer = await sent({ unit_price_check: true });
    expect(answer.statusCode, answer.payload).toBe(409);
    expect(answer.json().question).toBe(QUESTION);
    expect((await counts()).offers).toBe(0);
  });

  it('stores an imported absurd unit price of a program, and names its row in the response', async () => {
    const answer = await sent({});
    expect(answer.statusCode, answer.payload).toBe(200);
    const { data } = bodyOf(importOffers.answers[200], answer);
    expect(data).toMatchObject({ added: 6, unit_price_warnings: [{ line: 7, text: WARNING }] });
    expect((await sent({ unit_price_check: true })).statusCode).toBe(200);
  });
});

describe('absurd unit price of an offer that becomes visible', () => {
  const post = (path: string, json: object = {}) =>
    app.request('POST', `/api/admin/${path}`, { token, json });
  const draftOf = async () => (await stored({ ...ABSURD, publish_at: 'later' })).uuid as string;
  const isOnSite = async (uuid: string) =>
    (await app.request('GET', `/api/site/offers/details/${uuid}`)).statusCode === 200;
  const versionIn = async (uuid: string, state: 'draft' | 'former') =>
    (
      await app.deps.db
        .selectFrom('record_versions')
        .select('id')
        .where('uuid', '=', uuid)
        .where('state', '=', state)
        .orderBy('id', 'desc')
        .executeTakeFirstOrThrow()
    ).id;

  const WAYS: [string, () => Promise<[uuid: string, path: string, body?: object]>][] = [
    [
      'the publication of an unpublished offer',
      async () => {
        const uuid = await draftOf();
        return [uuid, `publication/offers/${uuid}/publish`];
      },
    ],
    [
      'the publication of many offers',
      async () => {
        const uuid = await draftOf();
        return [uuid, 'bulk/offers', { action: 'publish', uuids: [uuid] }];
      },
    ],
    [
      'the publication of a scheduled change',
      async () => {
        const { uuid } = await stored({ size: '1', unit: 'kg', price: '12.00', publish_at: 'later' });
        await send(`update/${uuid}`, { ...ABSURD, publish_at: 'later' });
        return [uuid as string, `publication/offers/${uuid}/publish`];
      },
    ],
    [
      'the restoration of a deleted offer',
      async () => {
        const { uuid } = await stored(ABSURD);
        await app.request('DELETE', `/api/admin/offers/destroy/${uuid}`, { token });
        return [uuid as string, `bin/offers/${uuid}/restore`];
      },
    ],
    [
      'the restoration of many deleted offers',
      async () => {
        const { uuid } = await stored(ABSURD);
        await app.request('DELETE', `/api/admin/offers/destroy/${uuid}`, { token });
        return [uuid as string, 'bulk/offers', { action: 'restore', uuids: [uuid] }];
      },
    ],
  ];

  it.each(WAYS)(
    'asks about an absurd unit price before %s if the call requests the check, and warns otherwise',
    async (_, make) => {
      const [uuid, path, body = {}] = await make();
      await usual();
      const asked = await post(path, { ...body, check: true });
      expect(asked.statusCode, asked.payload).toBe(409);
      expect(asked.json().question).toBe(QUESTION);
      expect(await isOnSite(uuid)).toBe(false);
      const taken = await post(path, body);
      expect(taken.statusCode, taken.payload).toBe(200);
      expect(taken.json().data.warning).toBe(WARNING);
      expect(await isOnSite(uuid)).toBe(true);
    },
  );

  it('asks about an absurd unit price before a former version or a pending change of a published offer applies', async () => {
    await usual();
    const { uuid } = await stored(ABSURD);
    const right = { ...ABSURD, size: '1800' };
    await send(`update/${uuid}`, right);
    const former = `history/offers/${uuid}/${await versionIn(uuid as string, 'former')}/revert`;
    const asked = await post(former, { check: true });
    expect(asked.json().question, asked.payload).toBe(QUESTION);
    expect((await post(former)).json().data.warning).toBe(WARNING);
    await send(`update/${uuid}`, right);
    await send(`update/${uuid}`, { ...ABSURD, publish_at: 'later' });
    const waiting = `history/offers/${uuid}/${await versionIn(uuid as string, 'draft')}/publish`;
    expect((await post(waiting, { check: true })).json().question).toBe(QUESTION);
    expect((await post(waiting)).json().data.warning).toBe(WARNING);
  });

  it('asks about an absurd unit price before the form publishes an unpublished offer', async () => {
    const uuid = await draftOf();
    await usual();
    const asked = await send(`update/${uuid}`, { ...ABSURD, unit_price_check: 'true' });
    expect(asked.statusCode, asked.payload).toBe(409);
    expect(asked.json().question).toBe(QUESTION);
    const taken = await send(`update/${uuid}`, ABSURD);
    expect(taken.json().data.unit_price_warning).toBe(WARNING);
  });

  it('warns about an absurd unit price in a bulk change, and asks if the call requests the check', async () => {
    await usual();
    const { uuid } = await stored({ ...ABSURD, department: 'drinks' });
    const change = { uuids: [uuid], department: 'grocery' };
    const tried = await post('offers/change', { ...change, trial: true });
    expect(tried.json().data.offers[0].unit_price_warning, tried.payload).toBe(WARNING);
    const asked = await post('offers/change', { ...change, unit_price_check: true });
    expect(asked.statusCode).toBe(409);
    expect(asked.json().question).toBe(QUESTION);
    const { offers } = (await post('offers/change', change)).json().data;
    expect(offers[0].unit_price_warning).toBe(WARNING);
    const later = await post('offers/change', { uuids: [uuid], valid_until: '2026-12-01' });
    expect(later.json().data.offers[0].unit_price_warning).toBeUndefined();
  });

  it('warns when the undo of a bulk change brings an absurd unit price back', async () => {
    await usual();
    const { uuid } = await stored(ABSURD);
    const undoneAfter = async (change: object) => {
      const [{ version }] = (await post('offers/change', { uuids: [uuid], ...change })).json().data.offers;
      const undone = await post('offers/change/undo', { uuids: [uuid], versions: [version] });
      expect(undone.statusCode, undone.payload).toBe(200);
      return undone.json().data;
    };
    expect((await undoneAfter({ department: 'drinks' })).warning).toBe(WARNING);
    expect((await undoneAfter({ valid_until: '2026-12-02' })).warning).toBeUndefined();
  });

  it('asks about an absurd unit price before it repeats the offers of yesterday', async () => {
    await usual();
    await stored({ ...ABSURD, valid_from: '2026-11-20', valid_until: '2026-11-20' });
    const asked = await post('offers/repeat', { unit_price_check: true });
    const absurd = expect.stringMatching(/^«Café» sai a R\$\s10.000,00 o quilo/);
    expect(asked.json().question, asked.payload).toEqual(absurd);
    expect((await post('offers/repeat')).json().data).toMatchObject({ count: 1, warning: absurd });
  });
});
