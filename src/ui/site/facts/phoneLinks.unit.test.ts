import { expect, test } from 'vitest';
import { callLink, whatsappLink } from './phoneLinks.ts';

test('calls in the international form, and numbers of no such form as they are', () => {
  expect(callLink('(85) 0000-0011')).toBe('tel:+558500000011');
  expect(callLink('+55 85 90000-0012')).toBe('tel:+5585900000012');
  expect(callLink('0800 000 0000')).toBe('tel:08000000000');
  expect(callLink('190')).toBe('tel:190');
});

test('writes to the first mobile number, and to none where there is none', () => {
  expect(whatsappLink('(85) 0000-0011', '(85) 90000-0012')).toBe('https://wa.me/5585900000012');
  expect(whatsappLink('5585900000012', '(85) 90000-0099')).toBe('https://wa.me/5585900000012');
  expect(whatsappLink('(85) 0000-0011', null, '')).toBeNull();
});
