import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { bodyOf, createTestApp, PUBLISHED, type TestApp } from '../../../test/app.ts';
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
  it('creates the record with the first save and updates it with later ones, at once for shoppers', async () => {
    expect((await site()).statusCode).toBe(204);
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

  it('normalizes CNPJ and CEP', async () => {
    await store({ cnpj: '12abc34501de35', zip_code: '60150160', email: ' contato@hiperaurora.example ' });
    expect(await record()).toMatchObject(required);
  });

  it('accepts a state that is not an abbreviation, and stores script as plain text', async () => {
    await store({ state: 'Ceará', road: '<script>alert(1)</script>' });
    expect(await record()).toMatchObject({ state: 'Ceará', road: '<script>alert(1)</script>' });
  });
});

describe('invalid company information', () => {
  it.each<[Record<string, unknown>, string]>([
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

  it('rejects a body of 2 MB with 413', async () => {
    expect((await store({ road: 'x'.repeat(2_000_000) })).statusCode).toBe(413);
    expect(await counts()).toEqual({ records: 0, audit: 0 });
  });
});
