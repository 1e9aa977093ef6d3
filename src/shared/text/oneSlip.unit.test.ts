import { expect, test } from 'vitest';
import { nearlyBeginsWord } from './oneSlip.ts';

test('one slip of the finger is forgiven in words of four letters or more', () => {
  const words = 'adicionar receita filiais';
  for (const typed of [
    'receita',
    'rec',
    'receira',
    'recita',
    'recceita',
    'reeceita',
    'recieta',
    'fliiais',
    'filais',
  ])
    expect(nearlyBeginsWord(words, typed), typed).toBe(true);
  for (const typed of ['eceita', 'xeceita', 'rexxita', 'banner', 'rce', 'receitas boas', 'filiaisxx'])
    expect(nearlyBeginsWord(words, typed), typed).toBe(false);
});
