import { expect, test } from 'vitest';
import { fold } from './fold.ts';
import { containsWords, parseSearch, wholeWordsFirst, wordForms } from './searchWords.ts';

test.each([
  ['tomates', 'Tomate italiano kg'],
  ['tomate', 'Tomates secos'],
  ['pães', 'Pão francês'],
  ['pão', 'Pães de batata'],
  ['limões', 'Limão taiti'],
  ['limão', 'Limões em conserva'],
  ['mamões', 'Mamão formosa'],
  ['maçãs', 'Maçã gala'],
  ['maca\u0303s', 'Maçã gala'],
  ['nozes', 'Noz-pecã'],
  ['pastéis', 'Pastel de feira'],
  ['pastel', 'Pastéis de nata'],
  ['anéis de cebola', 'Anel de cebola empanada'],
  ['bombons', 'Bombom sortido'],
  ['bombom', 'Caixa de bombons'],
  ['flores', 'Flor de sal'],
  ['açúcares', 'Açúcar mascavo'],
  ['meses', 'Oferta do mês'],
  ['copos d’água', "Copo d'água"],
  ["d'água", 'Copo d’água'],
  ['coca cola', 'Coca‑Cola'],
  ['smorrebrod', 'Smørrebrød'],
  ['lápis', 'Lápis de cor'],
  ['', 'Qualquer coisa'],
])('a search for %j finds %j', (search, text) => {
  expect(containsWords(fold(text), parseSearch(search))).toBe(true);
});

test.each([
  ['tomates', 'Toalha'],
  ['pães', 'Pano de prato'],
  ['limões doces', 'Limão taiti'],
  ['gás', 'Gelo'],
  ['ovos', 'Pudim da vovó'],
  ['uvas', 'Luva de látex'],
  ['5kgs', 'Arroz 5kg'],
])('a search for %j does not find %j', (search, text) => {
  expect(containsWords(fold(text), parseSearch(search))).toBe(false);
});

test('puts texts with a word only inside another word last', () => {
  const texts = ['Espetinho', 'Tapete', 'Ração pet', 'Anel (pet)', 'Petisco', 'Guarda-pet'];
  const sorted = wholeWordsFirst(texts, parseSearch('pet'), (text) => text);
  expect(sorted).toEqual(['Ração pet', 'Anel (pet)', 'Petisco', 'Guarda-pet', 'Espetinho', 'Tapete']);
});

test.each([
  ['tomates', ['tomate']],
  ['tomate', []],
  ['limoes', ['limao', 'limaes']],
  ['limao', ['limoes', 'limaes']],
  ['jornal', ['jornais']],
  ['os', []],
  ['5kgs', []],
  ["d'agua", []],
  ['arroz', []],
])('expands %j to the forms %j', (word, forms) => {
  expect(wordForms(word).forms).toEqual(forms);
});
