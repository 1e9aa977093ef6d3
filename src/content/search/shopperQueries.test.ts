import { afterAll, beforeAll, expect, it } from 'vitest';
import { shippedPages } from '../../../demo/shippedVariants.ts';
import { bodyOf, createTestApp, type TestApp } from '../../../test/app.ts';
import { seedDemo } from '../../server/seed.ts';
import { renderBookletPages } from '../booklets/bookletPages.service.ts';
import { searchSite } from './search.contract.ts';
import { SHOPPER_QUERIES } from './shopperQueries.ts';

/** Share of the queries whose right answer is among the first results. */
const GOAL = 0.95;
const FIRST = 3;

let app: TestApp;

beforeAll(async () => {
  app = await createTestApp();
  await seedDemo(app.deps);
  const booklet = await app.deps.db
    .selectFrom('fortnightly_booklets')
    .select('uuid')
    .executeTakeFirstOrThrow();
  await renderBookletPages(app.deps, booklet.uuid, { drawn: shippedPages });
});
afterAll(() => app.remove());

const queries = SHOPPER_QUERIES.split('\n').flatMap((line) => {
  const [q = '', answers = ''] = line.split(' = ');
  return answers ? [{ q, answers: answers.split(' | ') }] : [];
});

/** Returns the results in the order in which a shopper reads them, by their kind and title and by their address. */
async function results(q: string) {
  const answer = await app.request('GET', `/api/site/search?q=${encodeURIComponent(q)}`);
  const { groups } = bodyOf(searchSite.answers[200], answer).data;
  return groups
    .flatMap(({ hits }) => hits)
    .map(({ kind, title, href }) => ({ name: `${kind} ${title}`, href }));
}

it('answers 95 % of the queries of shoppers rightly among its first three results', async () => {
  expect(new Set(queries.map(({ q }) => q)).size).toBe(260);
  const missed: string[] = [];
  for (const { q, answers } of queries) {
    const first = (await results(q)).slice(0, FIRST);
    const isRight = first.some(({ name, href }) => answers.includes(name) || answers.includes(href));
    if (!isRight) missed.push(`${q}: ${first.map(({ name }) => name).join(' | ') || 'nothing'}`);
  }
  const share = 1 - missed.length / queries.length;
  console.log(`${(share * 100).toFixed(1)} % of ${queries.length} queries\n${missed.join('\n')}`);
  expect(share, missed.join('\n')).toBeGreaterThanOrEqual(GOAL);
});
