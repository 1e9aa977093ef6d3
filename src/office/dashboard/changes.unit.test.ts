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
  ['fortnightly_booklets', 'Lúcia alterou o encarte quinzenal', '/admin/booklets/fortnightly'],
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
  ['schedule', 'Lúcia marcou uma hora para a receita'],
  ['draft', 'Lúcia guardou uma mudança para depois na receita'],
])('describes the action %s', (action, text) => {
  expect(changeInWords({ ...change, entity: 'recipes', action })?.text).toBe(text);
});

test('names an unknown author «Alguém», and skips unknown records and actions', () => {
  expect(changeInWords({ ...change, entity: 'banners', user_name: null })?.text).toBe(
    'Alguém alterou o banner',
  );
  expect(changeInWords({ ...change, entity: 'user' })).toBeNull();
  expect(changeInWords({ ...change, entity: 'banners', action: 'open' })).toBeNull();
});
