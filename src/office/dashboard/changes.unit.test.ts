import { expect, test } from 'vitest';
import '../../content/resources.ts';
import { changeInWords } from './changes.ts';

const change = {
  at: '2026-11-21T12:00:00.000Z',
  user_name: 'Lúcia Prado',
  action: 'update',
  uuid: 'u',
  name: 'Uva',
  exists: true,
};

test.each([
  ['banners', 'Lúcia alterou o banner', '/admin/banners/edit/u'],
  ['daily_booklets', 'Lúcia alterou a oferta do dia', '/admin/booklets/of-the-day/edit/u'],
  ['fortnightly_booklets', 'Lúcia alterou o encarte', '/admin/booklets/fortnightly'],
  ['company_information', 'Lúcia alterou os dados da empresa', '/admin/information'],
  ['phones', 'Lúcia alterou o telefone', '/admin/phones/edit/u'],
  ['office_hours', 'Lúcia alterou o horário', '/admin/office-hours/edit/u'],
  ['abouts', 'Lúcia alterou o texto', '/admin/abouts/edit/u'],
  ['about_items', 'Lúcia alterou o item do sobre', '/admin/about-items/edit/u'],
  ['vacancies', 'Lúcia alterou a vaga', '/admin/vacancies/edit/u'],
  ['job_applications', 'Lúcia alterou uma candidatura', '/admin/work-with-us/show/u'],
  ['recipe_categories', 'Lúcia alterou a categoria', '/admin/revenue-categories/edit/u'],
  ['recipes', 'Lúcia alterou a receita', '/admin/revenues/edit/u'],
  ['branches', 'Lúcia alterou a filial', '/admin/branches/edit/u'],
  ['shops', 'Lúcia alterou a loja', '/admin/shops/edit/u'],
  ['ticket_offices', 'Lúcia alterou a bilheteria', '/admin/ticket-offices'],
  ['ticket_office_items', 'Lúcia alterou o item da bilheteria', '/admin/ticket-office-items/edit/u'],
  ['movies', 'Lúcia alterou o filme', '/admin/movies/edit/u'],
  ['videos', 'Lúcia alterou o vídeo', '/admin/video'],
])('describes a change of %s', (entity, text, to) => {
  expect(changeInWords({ ...change, entity })).toEqual({ text, name: 'Uva', to });
  expect(changeInWords({ ...change, entity, exists: false })?.to).toBeNull();
});

test.each([
  ['banners', 'os banners'],
  ['about_items', 'os itens do sobre'],
  ['branches', 'as filiais'],
  ['shops', 'as lojas'],
  ['ticket_office_items', 'os itens da bilheteria'],
])('describes a new order of %s', (entity, many) => {
  const words = changeInWords({ ...change, entity, action: 'order', uuid: null });
  expect(words).toEqual({ text: `Lúcia mudou a ordem d${many}`, name: 'Uva', to: null });
});

test.each([
  ['publish', 'Lúcia pôs no site a receita'],
  ['withdraw', 'Lúcia tirou do site a receita'],
  ['restore', 'Lúcia trouxe de volta a receita'],
  ['schedule', 'Lúcia agendou algo na receita'],
  ['draft', 'Lúcia guardou uma mudança para depois na receita'],
])('describes the action %s', (action, text) => {
  expect(changeInWords({ ...change, entity: 'recipes', action })?.text).toBe(text);
});

test.each([
  ['publication_scheduled', 'Lúcia agendou para 24/12/2026 08:00 a publicação da receita'],
  ['change_scheduled', 'Lúcia agendou para 24/12/2026 08:00 uma mudança na receita'],
  ['unpublication_scheduled', 'Lúcia agendou para 24/12/2026 08:00 a saída do site da receita'],
  ['moved', 'Lúcia mudou de 23/12/2026 08:00 para 24/12/2026 08:00 o agendamento da receita'],
  ['published', 'Lúcia publicou (agendado) a receita'],
  ['change_published', 'Lúcia publicou (agendado) uma mudança na receita'],
  ['unpublished', 'Lúcia tirou do site (agendado) a receita'],
] as const)('describes the plan %s with its instant', (kind, text) => {
  const plan = { kind, at: '2026-12-24T11:00:00.000Z', was: '2026-12-23T11:00:00.000Z' };
  expect(changeInWords({ ...change, entity: 'recipes', plan })?.text).toBe(text);
});

test('names an unknown author «Alguém», and skips unknown records and actions', () => {
  expect(changeInWords({ ...change, entity: 'banners', user_name: null })?.text).toBe(
    'Alguém alterou o banner',
  );
  expect(changeInWords({ ...change, entity: 'user' })).toBeNull();
  expect(changeInWords({ ...change, entity: 'banners', action: 'open' })).toBeNull();
});
