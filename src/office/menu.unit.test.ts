import { expect, test } from 'vitest';
import { isCurrent, menu } from './menu.ts';

test('lists all entries in their groups and order', () => {
  expect(
    menu.map(({ label, items }) => [label, ...items.map((item) => `${item.label}: ${item.to}`)]),
  ).toEqual([
    [undefined, 'Dashboard: /admin/dashboard', 'Imagens: /admin/pictures'],
    ['Capa', 'Vídeo: /admin/video', 'Banners: /admin/banners/index'],
    [
      'Supermercado',
      'Ofertas: /admin/offers/index',
      'Cartazes: /admin/leaflets/index',
      'Ofertas do dia: /admin/booklets/of-the-day/index',
      'Ofertas quinzenais: /admin/booklets/fortnightly',
    ],
    [
      'Informações',
      'Empresa: /admin/information',
      'Telefones: /admin/phones/index',
      'Horários: /admin/office-hours/index',
      'Perguntas e respostas: /admin/questions/index',
    ],
    [
      'Sobre',
      'Sobre: /admin/abouts/index',
      'Hipermercado: /admin/about-hypermarkets',
      'Shopping: /admin/about-shoppings',
      'Cinema: /admin/about-movie-theaters',
      'Cartão: /admin/about-credit-cards',
      'Itens do sobre: /admin/about-items/index',
      'Condições do cartão: /admin/card-terms/index',
    ],
    ['Trabalho', 'Vagas: /admin/vacancies/index', 'Candidaturas: /admin/work-with-us/index'],
    [
      'Para cliente',
      'Categorias de receitas: /admin/revenue-categories/index',
      'Dicas e receitas: /admin/revenues/index',
    ],
    [
      'Estabelecimentos',
      'Filiais: /admin/branches/index',
      'Feriados e horários especiais: /admin/exceptions/index',
      'Lojas: /admin/shops/index',
    ],
    [
      'Cinema',
      'Bilheteria: /admin/ticket-offices',
      'Itens da bilheteria: /admin/ticket-office-items/index',
      'Filmes: /admin/movies/index',
      'Sessões: /admin/screenings/index',
    ],
    [
      'Equipe',
      'Pessoas: /admin/users/index',
      'Papéis: /admin/roles/index',
      'Dados pessoais: /admin/personal-data',
      'Tokens: /admin/tokens/index',
      'Webhooks: /admin/webhooks/index',
    ],
    ['O que foi', 'Quem fez o quê: /admin/audit', 'Lixeira: /admin/bin'],
  ]);
});

test('each entry has an icon of its own', () => {
  const icons = menu.flatMap(({ items }) => items.map(({ icon }) => icon));
  expect(icons.every(Boolean)).toBe(true);
  expect(new Set(icons).size).toBe(icons.length);
});

test('marks an entry as current on all screens of its resource, and on no screen with a similar path', () => {
  const current = (pathname: string) =>
    menu.flatMap(({ items }) => items.filter((item) => isCurrent(item, pathname)).map(({ label }) => label));
  expect(current('/admin/banners/edit/1')).toEqual(['Banners']);
  expect(current('/admin/abouts/index')).toEqual(['Sobre']);
  expect(current('/admin/about-items/create')).toEqual(['Itens do sobre']);
  expect(current('/admin/ticket-offices/edit/1')).toEqual(['Bilheteria']);
  expect(current('/admin/users/edit/1')).toEqual(['Pessoas']);
  expect(current('/admin/users/profile')).toEqual([]);
});
