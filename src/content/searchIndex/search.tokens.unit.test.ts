import { expect, it } from 'vitest';
import {
  allowedMistakes,
  editDistance,
  intactParts,
  questionWords,
  rootOf,
  textWords,
} from './search.tokens.ts';

const roots = (text: string) => textWords(text).map(({ root }) => root);

it('reduces the forms of a word to one root, with or without accents', () => {
  for (const [one, other] of [
    ['pães', 'pão'],
    ['pasteis', 'pastel'],
    ['jornais', 'jornal'],
    ['limões', 'limao'],
    ['bombons', 'bombom'],
    ['nozes', 'noz'],
    ['flores', 'flor'],
    ['leites', 'leite'],
    ['torres', 'torre'],
    ['mousses', 'mousse'],
    ['franceses', 'frances'],
    ['bolachas', 'biscoito'],
    ['refri', 'refrigerante'],
  ])
    expect(roots(one ?? ''), one).toEqual(roots(other ?? ''));
  for (const word of ['arroz', 'gas', 'lapis', 'os', 'a4s', 'express']) expect(rootOf(word)).toBe(word);
});

it('splits a text into the same words however it is written', () => {
  expect(roots('Pão de Queijo 1kg (congelado)')).toEqual(['pao', 'queijo', '1kg', 'congelado']);
  expect(roots('Coca-Cola')).toEqual(['coca', 'cola', 'cocacola']);
  expect(roots('\ud800 \0 – 🍞')).toEqual([]);
});

it('keeps the significant words of a question, each once, up to the limit', () => {
  const asked = (question: string) => questionWords(question).map(({ word }) => word);
  expect(asked('  Onde tem o PÃO de queijo? pães')).toEqual(['onde', 'tem', 'pao', 'queijo']);
  expect(asked('de')).toEqual(['de']);
  expect(asked('o que')).toEqual(['o', 'que']);
  expect(asked('%_"\\')).toEqual([]);
  expect(asked(Array.from({ length: 40 }, (_, at) => `palavra${at}`).join(' '))).toHaveLength(8);
});

it.each([
  ['pa\u0303es', 'pão'],
  ['a\u0301gua', 'água'],
  ['choco\u00adlate', 'chocolate'],
  ['choco\u200blate', 'chocolate'],
  ['Coca‑Cola', 'Coca-Cola'],
  ['Coca–Cola', 'Coca-Cola'],
  ['Copo d’água', "Copo d'água"],
  ['Copo d´água', "Copo d'água"],
  ['Smørrebrød', 'smorrebrod'],
  ['\ufeffleite', 'leite'],
  ['x\u0303is', 'xis'],
])('indexes %j like %j', (one, other) => {
  expect(roots(one)).toEqual(roots(other));
  expect(questionWords(one).map(({ root }) => root)).toEqual(questionWords(other).map(({ root }) => root));
});

it('counts mistakes, including swapped letters', () => {
  expect(editDistance('bisoito', 'biscoito', 1)).toBe(1);
  expect(editDistance('lieta', 'leite', 2)).toBe(2);
  expect(editDistance('leiet', 'leite', 1)).toBe(1);
  expect(editDistance('arroz', 'feijao', 1)).toBe(2);
  expect(editDistance('', 'abc', 2)).toBe(3);
  expect(['pao', 'leite', 'chocolate', '5kgs'].map(allowedMistakes)).toEqual([0, 1, 2, 0]);
  expect(intactParts('leite')).toEqual({ begins: 'le', ends: 'te' });
  expect(intactParts('chocolate')).toEqual({ begins: 'ch', ends: 'te' });
});
