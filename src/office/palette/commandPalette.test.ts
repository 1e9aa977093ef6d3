import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bodyOf, createTestApp, type TestApp } from '../../../test/app.ts';
import { fileOf, jpeg } from '../../../test/images.ts';
import { uploadCalls } from '../../../test/uploads.ts';
import { findRecords, MAX_HITS } from './commandPalette.contract.ts';

let app: TestApp;
let token: string;
let picture: Buffer;

const calls = (resource: string, fields: Record<string, string>) =>
  uploadCalls(() => app, resource, { fields: () => fields, files: () => ({ image: fileOf(picture) }) });
const banners = calls('banners', { title: 'Pão francês' });
const movies = calls('movies', { name: 'O pão nosso', type: '1', classification: '10' });
const phone = (contact: string) => ({ contact, ddi: '55', ddd: '85', number: '900000012', type: 1 });

beforeAll(async () => {
  app = await createTestApp();
  token = await app.signIn();
  picture = await jpeg();
  await movies.storeRecord();
  await banners.storeRecord();
  await banners.storeRecord({ title: 'Rascunho do pão', publish_at: 'later' });
  await banners.storeRecord({ title: 'Feira', alt: 'Um pão redondo' });
});
afterAll(() => app.remove());

async function find(search?: string) {
  const query = search === undefined ? '' : `?search=${encodeURIComponent(search)}`;
  const answer = await app.request('GET', `/api/admin/find${query}`, { token });
  expect(answer.statusCode, answer.payload).toBe(200);
  return bodyOf(findRecords.answers[200], answer).data;
}
const titles = async (search?: string) => (await find(search)).map(({ title }) => title);

describe('command palette', () => {
  it('finds records by name without accents, prefixes first, including unpublished ones', async () => {
    const found = await titles('PAO');
    expect([found[0], found[3]]).toEqual(['Pão francês', 'Feira']);
    expect(found.slice(1, 3).toSorted()).toEqual(['O pão nosso', 'Rascunho do pão']);
    expect(await titles('pão fr')).toEqual(['Pão francês']);
    expect(await find('serra pão')).toEqual([]);
  });

  it('accepts one letter, punctuation and characters that databases reject', async () => {
    expect(await titles('f')).toContain('Feira');
    for (const odd of ['%', '_', '"', "'", '\0', '\\', '*', 'a"b', '()']) await find(odd);
  });

  it('does not find deleted records', async () => {
    const uuid = await banners.storeRecord({ title: 'Passageiro' });
    expect(await titles('passageiro')).toEqual(['Passageiro']);
    await banners.destroy(uuid);
    expect(await find('passageiro')).toEqual([]);
  });

  it('returns at most 20 hits and 8 per table', async () => {
    for (let at = 0; at < 12; at += 1)
      await app.request('POST', '/api/admin/phones/store', { token, json: phone(`Pão ${at}`) });
    const hits = await find('pao');
    expect(hits.length).toBeLessThanOrEqual(MAX_HITS);
    expect(hits.map(({ table }) => table)).toEqual(expect.arrayContaining(['banners', 'movies', 'phones']));
    expect(hits.filter(({ table }) => table === 'phones')).toHaveLength(8);
  });

  it("returns the caller's recently saved records, once each, without a search", async () => {
    const uuid = await banners.storeRecord({ title: 'Último' });
    await banners.update(uuid, { title: 'Último mesmo' });
    const [first, second] = await find('  ');
    expect(first).toEqual({ table: 'banners', uuid, title: 'Último mesmo' });
    expect(second?.title).not.toBe('Último mesmo');
    expect((await find()).length).toBeLessThanOrEqual(8);
  });

  it('answers 401 without a session and 422 to a search that is too long', async () => {
    expect((await app.request('GET', '/api/admin/find?search=a')).statusCode).toBe(401);
    const long = await app.request('GET', `/api/admin/find?search=${'a'.repeat(201)}`, { token });
    expect(long.statusCode).toBe(422);
  });
});
