import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bodyOf, createTestApp, type TestApp, testClock } from '../../../test/app.ts';
import { fileOf, jpeg } from '../../../test/images.ts';
import { jsonCalls, uploadCalls } from '../../../test/uploads.ts';
import { repairIndex } from '../searchIndex/search.index.ts';
import type { SearchKind } from '../searchIndex/search.kinds.ts';
import { searchSite, suggest } from './search.contract.ts';

const NOW = '2026-11-23T15:00:00Z';
const clock = testClock(NOW);
let app: TestApp;
let token: string;
let picture: Buffer;

const calls = (resource: string, fields: Record<string, string>) =>
  uploadCalls(() => app, resource, { fields: () => fields, files: () => ({ image: fileOf(picture) }) });
const offer = {
  product: 'Pão francês',
  size: '1',
  unit: 'kg',
  price: '12.99',
  department: 'bakery',
  valid_from: '2026-11-20',
  valid_until: '2026-11-30',
};
const offers = calls('offers', offer);
const movies = calls('movies', { name: 'O pão nosso', type: '1', classification: '10' });
const banners = calls('banners', { title: 'Churrasco de sábado', link: '/booklets-day' });

beforeAll(async () => {
  app = await createTestApp({ clock });
  token = await app.signIn();
  picture = await jpeg();
});
afterAll(() => app.remove());

/** Stores a record without files, and returns it as staff see it. */
async function savedAs(resource: string, values: Record<string, unknown>) {
  const { storeRecord, get } = jsonCalls(() => app, resource);
  return (await get(`/details/${await storeRecord(values)}`)).json().data as { id: number };
}

async function search(q: string, more: { kind?: SearchKind; page?: number } = {}) {
  const query = new URLSearchParams({ q, ...(more as Record<string, string>) });
  const answer = await app.request('GET', `/api/site/search?${query}`);
  expect(answer.statusCode, answer.payload).toBe(200);
  return bodyOf(searchSite.answers[200], answer).data;
}
/** Returns all hits except the site's own pages, as «kind title». */
async function found(q: string, kind?: SearchKind) {
  const { groups } = await search(q, kind && { kind });
  return groups
    .flatMap(({ hits }) => hits)
    .filter(({ uuid }) => uuid)
    .map(({ kind: of, title }) => `${of} ${title}`);
}
const suggested = async (q: string) =>
  bodyOf(
    suggest.answers[200],
    await app.request('GET', `/api/site/search/suggestions?q=${encodeURIComponent(q)}`),
  ).data;

describe('found records', () => {
  beforeAll(async () => {
    await offers.storeRecord();
    await offers.storeRecord({
      product: 'Arroz tipo 1 agulhinha',
      brand: 'Grão Dourado',
      department: 'grocery',
    });
    await offers.storeRecord({
      product: 'Biscoito de polvilho',
      department: 'grocery',
      valid_from: '2026-11-25',
    });
    await offers.storeRecord({ product: 'Biscoito recheado', department: 'grocery' });
    await movies.storeRecord();
    await movies.storeRecord({ name: 'Pão que acabou', type: '2' });
  });

  it('finds every kind of record with or without accents, singular or plural', async () => {
    for (const q of ['pão', 'PAO', 'pães'])
      expect((await found(q)).toSorted()).toEqual(['movie O pão nosso', 'offer Pão francês']);
    expect(await found('arroz dourado')).toEqual(['offer Arroz tipo 1 agulhinha']);
    expect(await found('arroz francês')).not.toContain('offer Biscoito recheado');
    expect(await found('padaria')).toEqual(['offer Pão francês']);
    const { groups, total } = await search('pao', { kind: 'movie' });
    expect(groups.map(({ kind, count, hits }) => [kind, count, hits.length]).toSorted()).toEqual([
      ['movie', 1, 1],
      ['offer', 1, 0],
    ]);
    expect(total).toBe(2);
  });

  it('returns the details that a card shows with each hit', async () => {
    const { groups } = await search('pao frances');
    expect(groups[0]?.hits[0]).toMatchObject({
      href: expect.stringMatching(/^\/offers\/details\/[\da-f-]{36}$/),
      price: '12.99',
      notes: ['kg', 'R$ 12,99 o quilo', 'Até 30/11'],
      file: { url_s3: expect.any(String) },
    });
  });

  it('corrects misspellings and returns the corrected question', async () => {
    const { meant, groups } = await search('arros agulinha');
    expect(meant).toBe('arroz agulhinha');
    expect(groups[0]?.hits[0]?.title).toBe('Arroz tipo 1 agulhinha');
    expect((await search('arroz')).meant).toBeNull();
    expect((await search('frnaces')).meant).toBe('francês');
  });

  it('ranks offers that hold today first and knows synonyms', async () => {
    expect(await found('biscoito')).toEqual(['offer Biscoito recheado', 'offer Biscoito de polvilho']);
    expect(await found('bolacha')).toHaveLength(2);
  });

  it('ignores words that no entry has and reports them', async () => {
    const { without, groups } = await search('pao xyzabc');
    expect(without).toEqual(['xyzabc']);
    expect(groups[0]?.hits[0]?.title).toBe('Pão francês');
    expect(await search('qwxzvk')).toMatchObject({ total: 0, without: ['qwxzvk'] });
  });

  it('ranks records by the words that they have and reports those that they lack', async () => {
    const lacking = async (q: string) => {
      const { groups, without } = await search(q);
      return {
        without,
        hits: groups.flatMap(({ hits }) => hits).map(({ title, missing }) => [title, missing]),
      };
    };
    const { without, hits } = await lacking('arroz pao');
    expect(without).toEqual([]);
    expect(hits).toContainEqual(['Arroz tipo 1 agulhinha', ['pao']]);
    expect(hits).toContainEqual(['Pão francês', ['arroz']]);
    // A record with too little of the question is left out.
    const most = await lacking('biscoito recheado frances');
    expect(most.without).toEqual(['frances']);
    expect(most.hits).toEqual([['Biscoito recheado', []]]);
    // «Barato» says nothing about an offer that it lacks: all are.
    expect((await lacking('pão barato')).hits[0]).toEqual(['Pão francês', []]);
  });

  it('finds the banners of the home page and the categories of recipes while shoppers see them', async () => {
    const titles = async (q: string) =>
      (await search(q)).groups.flatMap(({ hits }) => hits).map(({ title, href }) => `${title} ${href}`);
    const times = { starts_at: '2026-11-23T16:00:00Z', ends_at: '2026-11-23T17:00:00Z' };
    await banners.storeRecord(times);
    await banners.storeRecord({ title: 'Churrasco em rascunho', publish_at: 'later' });
    const { id } = await savedAs('revenue-categories', { name: 'Doces e sobremesas' });
    expect(await titles('churrasco')).toEqual([]);
    expect(await titles('sobremesa')).toEqual([]);
    clock.set('2026-11-23T16:30:00Z');
    await calls('revenues', { name: 'Pudim', revenue_category_id: String(id) }).storeRecord();
    expect(await titles('churrasco')).toEqual(['Churrasco de sábado /booklets-day']);
    expect(await titles('sobremesa')).toEqual([
      'Doces e sobremesas /tips-and-recipes?categoria=doces-e-sobremesas',
      expect.stringMatching('Pudim /tips-and-recipes/details/'),
    ]);
    clock.set('2026-11-23T17:00:00Z');
    expect(await titles('churrasco')).toEqual([]);
    clock.set(NOW);
  });

  it('shows excerpts as plain text', async () => {
    await savedAs('questions', {
      ...{ question: 'Qual cartão aceitam?', topic: 2 },
      answer: 'Aceitamos:\n- dinheiro\n- [Cartão Aurora](/debit-cards)\nNão recebemos cheque.',
    });
    const { groups } = await search('qual cartão aceitam', { kind: 'question' });
    expect(groups.find(({ kind }) => kind === 'question')?.hits[0]?.text).toBe(
      'Aceitamos: dinheiro; Cartão Aurora Não recebemos cheque.',
    );
  });

  it('shows words that begin with a short word after the word itself', async () => {
    await offers.storeRecord({ product: 'Petisco de milho' });
    await offers.storeRecord({ product: 'Ração', department: 'pet' });
    expect(await found('pet', 'offer')).toEqual(['offer Ração', 'offer Petisco de milho']);
  });

  it("finds the site's own pages and matches the last word as a prefix", async () => {
    const { groups } = await search('privaci');
    expect(groups[0]?.hits[0]).toMatchObject({ kind: 'page', href: '/privacy' });
    expect((await found('bisc')).toSorted()).toEqual([
      'offer Biscoito de polvilho',
      'offer Biscoito recheado',
    ]);
    const { words, hits } = await suggested('grão dou');
    expect(words).toEqual(['grão dourado']);
    expect(hits).toEqual([
      { kind: 'offer', title: 'Arroz tipo 1 agulhinha', href: expect.any(String), price: '12.99' },
    ]);
    expect(await suggested('p')).toEqual({ words: [], hits: [] });
  });

  it('suggests words and results of offers first', async () => {
    for (const name of ['Milagre na serra', 'Milagre no mar']) await movies.storeRecord({ name });
    await offers.storeRecord({ product: 'Milho verde' });
    const { words, hits } = await suggested('mil');
    expect(words).toEqual(['milho', 'milagre']);
    expect(hits[0]).toMatchObject({ kind: 'offer', title: 'Milho verde' });
    expect((await suggested('milhos')).hits[0]).toMatchObject({ kind: 'offer', title: 'Milho verde' });
  });

  it('returns 200 for any question and any invalid parameter', async () => {
    for (const odd of [
      '',
      ' ',
      '%',
      '_',
      '"',
      "'",
      '\0',
      '\\',
      '*',
      'a"b',
      '()',
      '🍞',
      '\ud800',
      'a'.repeat(90),
    ])
      await search(odd);
    for (const wrong of ['kind=x', 'page=x', 'page=-1', 'page=100000'])
      expect((await app.request('GET', `/api/site/search?q=pao&${wrong}`)).statusCode).toBe(200);
  });
});

describe('records that are not found', () => {
  const titles = (q: string) => found(q, 'offer');

  it('does not find drafts, scheduled, unpublished and deleted records', async () => {
    await offers.storeRecord({ product: 'Segredo em rascunho', publish_at: 'later' });
    await offers.storeRecord({ product: 'Segredo marcado', publish_at: '2026-11-24T12:00:00Z' });
    expect(await titles('segredo')).toEqual([]);
    expect((await suggested('segr')).words).toEqual([]);
    const uuid = await offers.storeRecord({ product: 'Passageiro' });
    expect(await titles('passageiro')).toHaveLength(1);
    await offers.update(uuid, { product: 'Permanente' });
    expect(await titles('passageiro')).toEqual([]);
    expect(await titles('permanente')).toHaveLength(1);
    await offers.destroy(uuid);
    expect(await titles('permanente')).toEqual([]);
    clock.set('2026-11-24T12:00:01Z');
    expect(await titles('segredo')).toEqual(['offer Segredo marcado']);
    clock.set(NOW);
  });

  it('does not find a record after its last day', async () => {
    await offers.storeRecord({ product: 'Último dia', valid_until: '2026-11-23' });
    expect(await titles('último dia')).toEqual(['offer Último dia']);
    clock.set('2026-11-24T03:00:01Z');
    expect(await titles('ultimo dia')).toEqual([]);
    // The index keeps it until the day is over everywhere in Brazil.
    clock.set('2026-11-24T05:00:01Z');
    await repairIndex(app.deps);
    expect(
      await app.deps.db.selectFrom('search_words').where('word', '=', 'ultimo').select('id').execute(),
    ).toEqual([]);
    clock.set(NOW);
  });

  it('indexes missing and outdated records when the index is repaired', async () => {
    await offers.storeRecord({ product: 'Abacaxi' });
    await app.deps.db.updateTable('search_entries').set({ made: 0 }).where('title', '=', 'Abacaxi').execute();
    await app.deps.db.deleteFrom('search_entries').where('title', '=', 'Pão francês').execute();
    expect(await repairIndex(app.deps)).toBeGreaterThanOrEqual(2);
    expect(await repairIndex(app.deps)).toBe(0);
    expect(await titles('pao frances')).toEqual(['offer Pão francês']);
    const { db } = app.deps;
    const words = await db.selectFrom('search_words').select(['id', 'frequency']).execute();
    const counted = await db
      .selectFrom('search_postings')
      .select((eb) => ['word_id', eb.fn.countAll<number>().as('count')])
      .groupBy('word_id')
      .execute();
    expect(new Map(counted.map(({ word_id, count }) => [word_id, Number(count)]))).toEqual(
      new Map(words.map(({ id, frequency }) => [id, frequency])),
    );
  });
});

it('returns the same response to anonymous callers and staff', async () => {
  const open = await app.request('GET', '/api/site/search?q=pao');
  const signed = await app.request('GET', '/api/site/search?q=pao', { token });
  expect(signed.payload).toBe(open.payload);
});
