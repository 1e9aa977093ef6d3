import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fold, slugOf } from './fold.ts';

test.each([
  ['Água', 'agua'],
  ['A\u0301gua', 'agua'],
  ['  Pão   de\n\tqueijo ', 'pao de queijo'],
  ['Copo d’água', "copo d'agua"],
  ['Copo d‘água', "copo d'agua"],
  ['Copo d´água', "copo d'agua"],
  ['Copo d`água', "copo d'agua"],
  ['Copo dʼágua', "copo d'agua"],
  ['Copo d′água', "copo d'agua"],
  ['Copo d＇água', "copo d'agua"],
  ['TV 32″', 'tv 32"'],
  ['“Da casa”', '"da casa"'],
  ['«Da casa»', '"da casa"'],
  ['„Da casa‟', '"da casa"'],
  ['Coca‑Cola', 'coca-cola'],
  ['Coca‐Cola', 'coca-cola'],
  ['Coca–Cola', 'coca-cola'],
  ['Coca—Cola', 'coca-cola'],
  ['Coca−Cola', 'coca-cola'],
  ['Coca－Cola', 'coca-cola'],
  ['choco\u00adlate', 'chocolate'],
  ['choco\u200blate', 'chocolate'],
  ['choco\u200d\u2060late', 'chocolate'],
  ['\ufeffchocolate', 'chocolate'],
  ['\u202echocolate\u202c', 'chocolate'],
  ['choco\u3164late', 'chocolate'],
  ['bolo\u2800de\u00a0milho', 'bolo de milho'],
  ['Smørrebrød', 'smorrebrod'],
  ['SMØRREBRØD', 'smorrebrod'],
  ['Gruß', 'gruss'],
  ['GRUẞ', 'gruss'],
  ['Crème brûlée', 'creme brulee'],
  ['Œuf', 'oeuf'],
  ['Æbleskiver', 'aebleskiver'],
  ['ﬁlé', 'file'],
  ['Łódź', 'lodz'],
  ['Şiş kebabı', 'sis kebabi'],
  ['İstanbul', 'istanbul'],
  ['Þorramatur', 'thorramatur'],
  ['１ ｋｇ', '1 kg'],
  ['1⁄2 kg', '1/2 kg'],
  ['½ kg', '1/2 kg'],
  ['❤️', '❤'],
  ['\u0301', ''],
  ['\u2800\u200b', ''],
])('folds %j to %j', (text, folded) => {
  expect(fold(text)).toBe(folded);
});

test('changes nothing in a text that is already folded', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      expect(fold(fold(text))).toBe(fold(text));
    }),
  );
});

test.each([
  ['Doces & sobremesas', 'doces-sobremesas'],
  ['Copo d’água', 'copo-d-agua'],
  ['Smørrebrød', 'smorrebrod'],
  ['  «Páscoa» ', 'pascoa'],
  ['🍰', ''],
])('converts %j to the address segment %j', (text, slug) => {
  expect(slugOf(text)).toBe(slug);
});
