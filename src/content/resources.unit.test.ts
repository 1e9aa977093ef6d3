import { globSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { resourceOf, staffScreens } from '../records/define/resources.ts';
// Registers the screens of the team.
import '../accounts/teamScreens.ts';
import { glossaryTable } from './glossary.ts';
import { folderOf, resources } from './resources.ts';

const root = resolve(import.meta.dirname, '../..');

describe('alerts after a change', () => {
  const alertsByAddress = Object.fromEntries(
    staffScreens().map(({ office, alerts }) => [office.address, alerts]),
  );

  test.each([
    ['video', 'updated', 'Vídeo atualizado'],
    ['banners', 'created', 'Banner adicionado'],
    ['banners', 'updated', 'Banner atualizado'],
    ['banners', 'deleted', 'Banner deletado'],
    ['booklets/of-the-day', 'created', 'Oferta do dia adicionada'],
    ['booklets/of-the-day', 'updated', 'Oferta do dia atualizada'],
    ['booklets/of-the-day', 'deleted', 'Oferta do dia deletada'],
    ['booklets/fortnightly', 'updated', 'Encarte atualizado'],
    ['booklets/fortnightly', 'withdrawn', 'Encarte fora do ar'],
    ['booklets/fortnightly', 'restored', 'Encarte no ar'],
    ['booklets/fortnightly', 'deleted', 'Encarte deletado'],
    ['information', 'updated', 'Informações atualizadas'],
    ['phones', 'created', 'Telefone adicionado'],
    ['phones', 'updated', 'Telefone atualizado'],
    ['phones', 'deleted', 'Telefone deletado'],
    ['office-hours', 'created', 'Horário adicionado'],
    ['office-hours', 'updated', 'Horário atualizado'],
    ['office-hours', 'deleted', 'Horário deletado'],
    ['abouts', 'created', 'Sobre adicionado'],
    ['abouts', 'updated', 'Sobre atualizado'],
    ['abouts', 'deleted', 'Sobre deletado'],
    ['about-hypermarkets', 'updated', 'Sobre o hipermercado atualizado'],
    ['about-shoppings', 'updated', 'Sobre o shopping atualizado'],
    ['about-movie-theaters', 'updated', 'Sobre o cinema atualizado'],
    ['about-credit-cards', 'updated', 'Sobre o cartão atualizado'],
    ['about-items', 'created', 'Item do sobre adicionado'],
    ['about-items', 'updated', 'Item do sobre atualizado'],
    ['about-items', 'deleted', 'Item do sobre deletado'],
    ['vacancies', 'created', 'Vaga adicionada'],
    ['vacancies', 'updated', 'Vaga atualizada'],
    ['vacancies', 'deleted', 'Vaga deletada'],
    ['work-with-us', 'deleted', 'Candidatura deletada'],
    ['revenue-categories', 'created', 'Categoria adicionada'],
    ['revenue-categories', 'updated', 'Categoria atualizada'],
    ['revenue-categories', 'deleted', 'Categoria deletada'],
    ['revenues', 'created', 'Receita adicionada'],
    ['revenues', 'updated', 'Receita atualizada'],
    ['revenues', 'deleted', 'Receita deletada'],
    ['branches', 'created', 'Filial adicionada'],
    ['branches', 'updated', 'Filial atualizada'],
    ['branches', 'deleted', 'Filial deletada'],
    ['shops', 'created', 'Loja adicionada'],
    ['shops', 'updated', 'Loja atualizada'],
    ['shops', 'deleted', 'Loja deletada'],
    ['ticket-offices', 'updated', 'Informações da bilheteria atualizadas'],
    ['ticket-office-items', 'created', 'Item da bilheteria adicionado'],
    ['ticket-office-items', 'updated', 'Item da bilheteria atualizado'],
    ['ticket-office-items', 'deleted', 'Item da bilheteria deletado'],
    ['movies', 'created', 'Filme adicionado'],
    ['movies', 'updated', 'Filme atualizado'],
    ['movies', 'deleted', 'Filme deletado'],
    ['webhooks', 'created', 'Webhook adicionado'],
    ['webhooks', 'updated', 'Webhook atualizado'],
    ['webhooks', 'deleted', 'Webhook deletado'],
  ] as const)('alerts after %s, %s: %s', (address, change, title) => {
    expect(alertsByAddress[address]?.[change]).toBe(title);
  });

  test('has a distinct alert for each resource', () => {
    const all = staffScreens().map(({ alerts }) => alerts.updated);
    expect(new Set(all).size).toBe(all.length);
  });
});

describe('the list of resources', () => {
  test('lists every resource description', () => {
    const files = globSync('src/content/*/*.resource.ts', { cwd: root });
    expect(resources).toHaveLength(files.length);
    expect(new Set(resources.map(({ table }) => table)).size).toBe(files.length);
  });

  test('keeps the screens of a resource in its folder', () => {
    const folders = globSync('src/content/*/*.resource.ts', { cwd: root }).map((file) => file.split('/')[2]);
    expect(resources.map(folderOf).sort()).toEqual(folders.sort());
  });

  test('finds a resource by its table', () => {
    expect(resourceOf('recipe_categories')?.at.list).toBe('/admin/revenue-categories/index');
    expect(resourceOf('users')).toBeUndefined();
  });

  test('refers to existing screen files', () => {
    const screens = staffScreens().flatMap(({ office }) => Object.values(office.screens));
    const files = new Set(globSync('src/{accounts,content}/**/*.tsx', { cwd: root }));
    expect(screens.filter((screen) => !files.has(`src/${screen}.tsx`))).toEqual([]);
  });

  test('matches the table of the glossary, which `npm run docs` writes', () => {
    expect(readFileSync(resolve(root, 'docs/glossary.md'), 'utf8')).toContain(glossaryTable());
  });
});

test('no screen contains an address of the back office', () => {
  const files = globSync('src/{accounts,content,office,records,site,ui}/**/*.{ts,tsx}', { cwd: root });
  const screens = files.filter(
    (file) => !/^src\/records\/(define|server)\/|\.(contract|test|unit\.test)\.ts$/.test(file),
  );
  expect(screens.length).toBeGreaterThan(200);
  const offending = screens.filter((file) =>
    /['"`]\/admin\b/.test(readFileSync(resolve(root, file), 'utf8')),
  );
  expect(offending).toEqual([]);
});
