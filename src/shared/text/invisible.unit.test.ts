import { expect, test } from 'vitest';
import { optionalText, requiredDigits, requiredEmail, requiredPublicText, requiredText } from '../fields.ts';
import { hasInvisible, hasVisibleText, withoutInvisible } from './invisible.ts';

const EMPTY = [
  ['a zero-width space', '\u200b'],
  ['a zero-width non-joiner', '\u200c'],
  ['a zero-width joiner', '\u200d'],
  ['a left-to-right mark', '\u200e'],
  ['a right-to-left override', '\u202e'],
  ['an isolate', '\u2066\u2069'],
  ['a word joiner', '\u2060'],
  ['a byte order mark', '\ufeff'],
  ['a soft hyphen', '\u00ad'],
  ['a Hangul filler', '\u3164'],
  ['a half-width Hangul filler', '\uffa0'],
  ['a Hangul jamo filler', '\u115f\u1160'],
  ['a blank Braille cell', '\u2800'],
  ['a lone accent', '\u0301'],
  ['an accent over a space', ' \u0303 '],
  ['a variation selector', '\ufe0f'],
  ['an invisible operator', '\u2063'],
  ['a Mongolian vowel separator', '\u180e'],
  ['tags without a flag', '\u{e0062}\u{e0072}'],
  ['a no-break space', '\u00a0'],
  ['an ideographic space', '\u3000'],
  ['a mixture', '\u200b \u2800\u202e\u0301'],
] as const;

test.each(EMPTY)('treats %s as an empty text', (_, text) => {
  expect(hasVisibleText(text)).toBe(false);
  expect(requiredText('o nome', 20).safeParse(text).error?.issues[0]?.message).toBe('Informe o nome.');
  expect(optionalText(20).parse(text)).toBeNull();
});

test.each(['a', '7', '!', 'ç', 'c\u0327', '🍞', '日本', '—', '"', '$'])('treats %j as a text', (text) => {
  expect(hasVisibleText(text)).toBe(true);
  expect(requiredText('o nome', 20).safeParse(text).success).toBe(true);
});

test.each([
  ['Ca\u200bfé', 'Café'],
  ['\u202eéfaC', 'éfaC'],
  ['Café\u200e', 'Café'],
  ['\u2068Café\u2069', 'Café'],
  ['\ufeffCafé', 'Café'],
  ['Ca\u2060fé', 'Café'],
  ['Ca\u3164fé', 'Café'],
  ['Ca\u2800fé', 'Café'],
  ['Ca\u200dfé', 'Café'],
  ['Ca\u200cfé', 'Café'],
  ['Café \u{e0062}', 'Café '],
  ['🍞\u200dCafé', '🍞Café'],
  ['Ca\u061cfé', 'Café'],
])('removes invisible characters from %j', (text, without) => {
  expect(hasInvisible(text)).toBe(true);
  expect(withoutInvisible(text)).toBe(without);
});

test.each([
  'Café',
  'Cafe\u0301',
  'Família 👨‍👩‍👧',
  'Chef 👩🏽‍🍳',
  'Arco-íris 🏳️‍🌈',
  'Coração ❤️‍🔥',
  'Escócia 🏴󠁧󠁢󠁳󠁣󠁴󠁿',
  'Brasil 🇧🇷',
  'Nº 1️⃣',
  'Super\u00admercado',
  'R$ 5,00 – “oferta”',
])('keeps %j unchanged', (text) => {
  expect(hasInvisible(text)).toBe(false);
  expect(withoutInvisible(text)).toBe(text);
});

test('removes invisible characters from numbers, e-mail addresses and the texts of anonymous users', () => {
  expect(requiredPublicText('o seu nome', 20).parse('\u202aAna\u200b Lima\u202c')).toBe('Ana Lima');
  expect(requiredPublicText('o seu nome', 20).parse('Ana 👩🏽‍🍳')).toBe('Ana 👩🏽‍🍳');
  expect(requiredDigits('o telefone', 13).parse('\u202a+55 85 90000‑0001\u202c')).toBe('5585900000001');
  expect(requiredEmail().parse('\u200bana@exemplo.example\ufeff')).toBe('ana@exemplo.example');
});
