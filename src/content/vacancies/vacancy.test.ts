import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { bodyOf, createTestApp, type TestApp, testClock } from '../../../test/app.ts';
import { emptyTables } from '../../../test/historyInvariants.ts';
import { jsonCalls } from '../../../test/uploads.ts';
import { dayAt } from '../../shared/dates.ts';
import { listVacancies, siteVacancies } from './vacancy.contract.ts';

let app: TestApp;

beforeAll(async () => {
  app = await createTestApp({ env: { SESSION_IDLE: '365d' }, clock: testClock('2026-11-21T15:00:00Z') });
});
afterAll(() => app.remove());
beforeEach(async () => {
  app.clock.set('2026-11-21T15:00:00Z');
  await emptyTables(app.deps, ['vacancies', 'audit_log']);
  app.deps.responseCache.invalidate();
});

const BAKER = { name: 'Padeiro ou padeira', type: 1 };
const MORE = { description: 'Fornadas das 7h.\nE das 11h.', city: 'Fortaleza, CE', open_until: '2999-12-31' };
const { get, store, storeRecord, update, destroy } = jsonCalls(() => app, 'vacancies', BAKER);

const names = async (query = '') =>
  bodyOf(listVacancies.answers[200], await get(query)).data.map(({ name }) => name);
async function onSite() {
  const answer = await app.request('GET', '/api/site/vacancies');
  expect(bodyOf(siteVacancies.answers[200], answer)).toEqual(answer.json());
  return answer.json().data as { name: string }[];
}
const namesOnSite = async () => (await onSite()).map(({ name }) => name);

it('states to staff what shoppers see, and shows every field with the day of its posting on the site', async () => {
  const stored = await store({ ...MORE, type: '4' });
  const { uuid, message } = stored.json().data;
  expect(message).toBe('Já aparece na página de vagas. Fica aberta até 31/12/2999.');
  expect(await onSite()).toEqual([
    {
      ...{ id: expect.any(Number), uuid, ...BAKER, ...MORE, posted_on: dayAt(app.clock.now()) },
      type: { number: 4, text: 'Jovem aprendiz' },
    },
  ]);
  expect((await update(uuid)).json().data.message).toBe(
    'A mudança já aparece na página de vagas. Fica aberta até 31/12/2999.',
  );
  expect((await destroy(uuid)).json().data.message).toBe(
    'Não aparece mais na página de vagas. As candidaturas recebidas continuam.',
  );
  expect((await destroy(uuid)).json().error).toBe('Esta vaga não existe mais.');
});

it('shows a vacancy through its last day in São Paulo and hides it at midnight, despite the cache', async () => {
  for (const [name, open_until, message] of [
    ['Sem prazo', '', 'Já aparece na página de vagas.'],
    ['Ontem', '2026-11-20', 'O prazo dela já passou: não aparece na página de vagas.'],
    ['Hoje', '2026-11-21', 'Já aparece na página de vagas. Fica aberta até 21/11/2026.'],
    ['Amanhã', '2026-11-22', 'Já aparece na página de vagas. Fica aberta até 22/11/2026.'],
  ]) {
    const answer = await store({ name, open_until });
    expect([answer.statusCode, answer.json().data.message]).toEqual([201, message]);
  }
  for (const [instant, open] of [
    ['2026-11-21T15:00:00Z', ['Sem prazo', 'Hoje', 'Amanhã']],
    ['2026-11-22T02:59:59.999Z', ['Sem prazo', 'Hoje', 'Amanhã']],
    ['2026-11-22T03:00:00Z', ['Sem prazo', 'Amanhã']],
    ['2026-11-23T03:00:00Z', ['Sem prazo']],
  ] as const) {
    app.clock.set(instant);
    expect(await namesOnSite(), instant).toEqual(open);
  }
});

describe('list of vacancies', () => {
  it('lists closed vacancies too, and searches name, city and type', async () => {
    await storeRecord({ name: 'Padeiro', city: 'São Luís, MA', open_until: '2001-01-01' });
    await storeRecord({ name: 'Açougueira', type: 2 });
    await storeRecord({ name: 'auxiliar', type: 3 });
    expect(await names()).toEqual(['Padeiro', 'Açougueira', 'auxiliar']);
    expect(await namesOnSite()).toEqual(['Açougueira', 'auxiliar']);
    expect(await names('?search=ACOUGUEIRA')).toEqual(['Açougueira']);
    expect(await names('?search=sao+luis')).toEqual(['Padeiro']);
    expect(await names('?search=estagio')).toEqual(['auxiliar']);
  });
});
