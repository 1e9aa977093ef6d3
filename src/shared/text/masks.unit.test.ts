import { expect, test } from 'vitest';
import { applyMask, caretAfter, type Mask, masks } from './masks.ts';

/** Returns the value of a field after `typed` is entered character by character. */
const typing = (mask: Mask, typed: string) =>
  [...typed].reduce((value, character) => applyMask(mask, value + character), '');

test.each([
  [masks.phoneNumber, '00000002', '0000-0002'],
  [masks.phoneNumber, '900000042', '90000-0042'],
  [masks.phone, '8500000002', '(85) 0000-0002'],
  [masks.phone, '(85) 90000-0042', '(85) 90000-0042'],
  [masks.phone, '11900000042', '(11) 90000-0042'],
  [masks.phone, '08001234567', '08001234567'],
  [masks.phone, '4004-0000', '4004-0000'],
  [masks.phone, '190', '190'],
  [masks.phone, '(85) 3222-1234 ramal 205', '(85) 3222-1234 ramal 205'],
  [masks.phone, '(85) 3222-1234 / ', '(85) 3222-1234 / '],
  [masks.zipCode, '60150160', '60150-160'],
  [masks.cnpj, '12abc34501de35', '12.ABC.345/01DE-35'],
  [masks.threeDigits, '+55', '55'],
  [masks.threeDigits, 'x', ''],
])('the mask %o shows %s as %s', (mask, typed, shown) => {
  expect(applyMask(mask, typed)).toBe(shown);
  expect(typing(mask, typed)).toBe(shown);
});

test('a value that does not fit its mask stays unchanged', () => {
  expect(typing(masks.phoneNumber, '9000000421')).toBe('90000-00421');
  expect(applyMask(masks.phone, '+55 (85) 90000-0042')).toBe('+55 (85) 90000-0042');
  expect(applyMask(masks.cnpj, '12ABC34501DEXY')).toBe('12ABC34501DEXY');
});

test('punctuation appears with the character behind it and disappears with it', () => {
  expect(applyMask(masks.phone, '85')).toBe('(85');
  expect(applyMask(masks.phone, '(85) ')).toBe('(85');
  expect(applyMask(masks.phone, '(')).toBe('');
  expect(applyMask(masks.phoneNumber, '90000-004')).toBe('9000-0004');
});

test('the caret stays behind the same character', () => {
  const { phoneNumber } = masks;
  expect(caretAfter(phoneNumber, '', '90000-0042')).toBe(0);
  expect(caretAfter(phoneNumber, '9000', '90000-0042')).toBe(4);
  expect(caretAfter(phoneNumber, '9000-00', '90000-0042')).toBe(7);
  expect(caretAfter(phoneNumber, '9000-00042', '90000-0042')).toBe(10);
  expect(caretAfter(phoneNumber, 'xx', '')).toBe(0);
});
