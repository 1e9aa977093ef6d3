import { expect, test } from 'vitest';
import { countableSearch } from './failedSearch.ts';

test.each([
  ['  Pão   de QUEIJO ', 'pao de queijo'],
  ['coca 2l', 'coca 2l'],
  ['vinho 2019', 'vinho 2019'],
])('counts the search %s', (search, words) => expect(countableSearch(search)).toBe(words));

test.each([
  'ana@exemplo.example',
  '(85) 99999-0000',
  '123.456.789-09',
  '4 0 0 0 1',
  'https://exemplo.example',
  'www.exemplo.example',
  '<b>',
  'a',
  '',
  'a'.repeat(61),
])('does not count the search %s', (search) => expect(countableSearch(search)).toBeNull());
