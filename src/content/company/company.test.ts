import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { bodyOf, createTestApp, PUBLISHED, staff, type TestApp } from '../../../test/app.ts';
import { emptyTables } from '../../../test/historyInvariants.ts';
import {
  getInformation,
  MAX_CORPORATE_NAME_LENGTH,
  siteInformation,
  storeInformation,
} from './company.contract.ts';

let app: TestApp;
let token: string;

beforeAll(async () => {
  app = await createTestApp();
  token = await app.signIn();
});
afterAll(() => app.remove());
beforeEach(async () => {
  await emptyTables(app.deps, ['company_information', 'audit_log']);
  app.deps.responseCache.invalidate();
});

const required = {
  corporate_name: 'Hiper Aurora',
  cnpj: '12.ABC.345/01DE-35',
  responsible: 'Rosângela Melo',
  email: 'contato@hiperaurora.example',
  number: '1200',
  road: 'Avenida do Sol Nascente',
  district: 'Aldeota',
  city: 'Fortaleza',
  state: 'CE',
  zip_code: '60150-160',
};
const optional = {
  complement: 'Piso térreo',
  reference: 'Em frente à praça',
  localization: 'https://mapas.example/hiper-aurora',
  facebook: 'https://facebook.example/a',
  instagram: 'https://instagram.example/a',
  twitter: 'https://x.example/a',
  tiktok: 'https://tiktok.example/a',
  pinterest: 'https://pinterest.example/a',
  youtube: 'https://youtube.example/a',
  linkedin: 'https://linkedin.example/a',
};
const nothing = Object.fromEntries(Object.keys(optional).map((name) => [name, null]));

const store = (fields: Record<string, unknown> = {}) =>
  app.request('POST', '/api/admin/information/store', { token, json: { ...required, ...fields } });
const read = () => app.request('GET', '/api/admin/information', { token });
const site = () => app.request('GET', '/api/site/information');
async function record() {
  const answer = await read();
  expect(answer.statusCode).toBe(200);
  return bodyOf(getInformation.answers[200], answer).data;
}
async function counts() {
  const count = async (table: 'company_information' | 'audit_log') =>
    (await app.deps.db.selectFrom(table).select('id').execute()).length;
  return { records: await count('company_information'), audit: await count('audit_log') };
}

describe('company information', () => {
  it('answers 204 without a body before the first save', async () => {
    for (const answer of [await read(), await site()])
      expect([answer.statusCode, answer.payload]).toEqual([204, '']);
  });

  it('creates the record with the first save and updates it with later ones, at once for shoppers', async () => {
    const first = await store(optional);
    expect(first.statusCode, first.payload).toBe(201);
    const { uuid } = bodyOf(storeInformation.answers[201], first).data;
    expect(first.json().data).toEqual({
      message: 'O rodapé e a página de contato já mostram a mudança.',
      uuid,
      version: 1,
    });
    expect(await record()).toEqual({
      ...PUBLISHED,
      ...required,
      ...optional,
      id: expect.any(Number),
      uuid,
      version: 1,
      updated_at: expect.any(String),
    });
    expect((await site()).json()).toEqual({ data: { ...required, ...optional } });
    expect(siteInformation.answers[200].safeParse((await site()).json()).success).toBe(true);

    const second = await store({ road: 'Rua da Feira', version: 1 });
    expect(second.statusCode).toBe(200);
    expect(second.json().data).toMatchObject({ uuid, version: 2 });
    expect((await site()).json().data).toEqual({ ...required, ...optional, road: 'Rua da Feira' });
    expect((await counts()).records).toBe(1);
  });

  it('keeps absent fields and clears empty ones', async () => {
    await store(optional);
    await store();
    expect(await record()).toMatchObject(optional);
    await store(Object.fromEntries(Object.keys(optional).map((name) => [name, ''])));
    expect(await record()).toMatchObject(nothing);
  });

  it('requires none of the optional fields', async () => {
    expect((await store()).statusCode).toBe(201);
    expect(await record()).toMatchObject({ ...required, ...nothing });
  });

  it('normalizes CNPJ and CEP', async () => {
    await store({ cnpj: '12abc34501de35', zip_code: '60150160', email: ' contato@hiperaurora.example ' });
    expect(await record()).toMatchObject(required);
  });

  it('accepts a state that is not an abbreviation, and stores script as plain text', async () => {
    await store({ state: 'Ceará', road: '<script>alert(1)</script>' });
    expect(await record()).toMatchObject({ state: 'Ceará', road: '<script>alert(1)</script>' });
  });

  it('accepts one of two concurrent updates with the same version', async () => {
    await store();
    const answers = await Promise.all(['A', 'B'].map((road) => store({ road, version: 1 })));
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409]);
    expect((await store({ road: 'C' })).statusCode).toBe(200);
    expect(await record()).toMatchObject({ road: 'C', version: 3 });
  });

  it('creates one record when several first saves arrive together', async () => {
    const answers = await Promise.all(['A', 'B', 'C'].map((road) => store({ road })));
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 200, 201]);
    expect((await counts()).records).toBe(1);
  });

  it('records both states in the audit log', async () => {
    await store();
    await store({ road: 'Rua da Feira' });
    const entries = await app.deps.db.selectFrom('audit_log').selectAll().orderBy('id').execute();
    expect(entries.map(({ action, entity, user_name }) => [action, entity, user_name])).toEqual([
      ['create', 'company_information', staff.name],
      ['update', 'company_information', staff.name],
    ]);
    expect(JSON.parse(entries[1]?.before ?? '')).toMatchObject({ road: required.road });
    expect(JSON.parse(entries[1]?.after ?? '')).toMatchObject({ road: 'Rua da Feira' });
  });
});

describe('invalid company information', () => {
  it.each<[Record<string, unknown>, string]>([
    ...Object.keys(required).map((name): [Record<string, unknown>, string] => [{ [name]: ' ' }, name]),
    [{ corporate_name: 'x'.repeat(MAX_CORPORATE_NAME_LENGTH + 1) }, 'corporate_name'],
    [{ cnpj: '12.ABC.345/01DE-36' }, 'cnpj'],
    [{ cnpj: '00.000.000/0000-00' }, 'cnpj'],
    [{ email: 'contato' }, 'email'],
    [{ zip_code: '6015' }, 'zip_code'],
    [{ localization: 'javascript:alert(1)' }, 'localization'],
    [{ instagram: 'instagram.com/a' }, 'instagram'],
    [{ linkedin: 'data:text/html,x' }, 'linkedin'],
    [{ version: 'dois' }, 'version'],
  ])('rejects %j with 422 at %s', async (fields, name) => {
    await store(optional);
    const before = [await record(), await counts()];
    const answer = await store({ road: 'Outra', ...fields });
    expect(answer.statusCode).toBe(422);
    expect(answer.json().errors).toEqual({ [name]: [expect.any(String)] });
    expect([await record(), await counts()]).toEqual(before);
  });

  it('accepts a name of the maximum length, and rejects one character more', async () => {
    expect((await store({ corporate_name: 'x'.repeat(MAX_CORPORATE_NAME_LENGTH) })).statusCode).toBe(201);
    const answer = await store({ corporate_name: 'x'.repeat(MAX_CORPORATE_NAME_LENGTH + 1) });
    expect(answer.json().errors).toEqual({ corporate_name: ['Use no máximo 14 caracteres.'] });
  });

  it('names every required field of an empty request', async () => {
    const answer = await app.request('POST', '/api/admin/information/store', { token, json: {} });
    expect(answer.statusCode).toBe(422);
    expect(Object.keys(answer.json().errors).sort()).toEqual(Object.keys(required).sort());
    expect(await counts()).toEqual({ records: 0, audit: 0 });
  });

  it('rejects a request without a session with 401', async () => {
    const calls = [
      app.request('GET', '/api/admin/information'),
      app.request('POST', '/api/admin/information/store', { json: required }),
    ];
    for (const answer of await Promise.all(calls)) expect(answer.statusCode).toBe(401);
    expect(await counts()).toEqual({ records: 0, audit: 0 });
  });

  it('rejects a body of 2 MB with 413', async () => {
    expect((await store({ road: 'x'.repeat(2_000_000) })).statusCode).toBe(413);
    expect(await counts()).toEqual({ records: 0, audit: 0 });
  });
});
