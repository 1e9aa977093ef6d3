import { describe, expect, test } from 'vitest';
import { callLink, parsePhone, parsePhoneParts, telephoneOf, whatsappLink } from './phone.ts';

const MOBILE = ['(85) 99999-1234', 'tel:+5585999991234'] as const;
const LANDLINE = ['(85) 3222-1234', 'tel:+558532221234'] as const;
const FREE = ['0800 123 4567', 'tel:08001234567'] as const;

test.each([
  ['(085) 99999-1234', ...MOBILE],
  ['085 99999-1234', ...MOBILE],
  ['(0xx85) 99999 1234', ...MOBILE],
  ['0 15 85 99999-1234', ...MOBILE],
  ['+55 (85) 99999-1234', ...MOBILE],
  ['+55 (085) 99999-1234', ...MOBILE],
  ['0055 85 99999 1234', ...MOBILE],
  ['5585999991234', ...MOBILE],
  ['85 9 9999 1234', ...MOBILE],
  ['85.99999.1234', ...MOBILE],
  ['(85)\u00a099999\u20111234', ...MOBILE],
  ['\u200e(85) 99999-1234\u202c', ...MOBILE],
  ['WhatsApp: (85) 99999-1234', ...MOBILE],
  ['(85) 3222-1234', ...LANDLINE],
  ['Tel. 85 3222-1234', ...LANDLINE],
  ['85–3222–1234', ...LANDLINE],
  ['(55) 3222-1234', '(55) 3222-1234', 'tel:+555532221234'],
  ['55 55 3222-1234', '(55) 3222-1234', 'tel:+555532221234'],
  ['0800 123 4567', ...FREE],
  ['0800-1234567', ...FREE],
  ['+55 0800 123 4567', ...FREE],
  ['SAC 0800 123 4567', ...FREE],
  ['0800 12 3456', '0800 12 3456', 'tel:0800123456'],
  ['0300 789 5566', '0300 789 5566', 'tel:03007895566'],
  ['4004-0000', '4004-0000', 'tel:40040000'],
  ['3003 1234', '3003-1234', 'tel:30031234'],
  ['190', '190', 'tel:190'],
  ['10315', '10315', 'tel:10315'],
  ['3222-1234', '3222-1234', 'tel:32221234'],
  ['+351 21 123 4567', '+351 21 123 4567', 'tel:+351211234567'],
])('the phone number «%s» is shown as «%s» and linked to %s', (typed, shown, link) => {
  expect([parsePhone(typed).formatted, callLink(typed)]).toEqual([shown, link]);
});

test.each([
  '(85) 3222-1234 ramal 205',
  '(85) 3222-1234 r. 205',
  '(85) 3222-1234 #205',
  '(85) 3222-1234 / 3222-5678',
  '(85) 3222-1234/1235',
  '(85) 3222-1234 ou (85) 99999-1234',
  '(85) 3222-1234, (85) 3222-5678',
  '(85) 3222-1234 (85) 3222-5678',
  '3222-1234 e 3222-5678',
  '3222-1234 3222-5678',
  '0800 123 4567 opção 2',
  '190 / 193',
  '(85) 3222-123',
  '(85) 99999-12345',
  '+55 85 3222',
  'a combinar',
  '-',
  '',
])('the phone number «%s» is text without a link', (typed) => {
  expect(parsePhone(typed)).toEqual({ formatted: typed, dial: null, whatsapp: null, isComplete: false });
});

describe('a phone number in three fields', () => {
  test.each([
    [['55', '85', '32221234'], ...LANDLINE],
    [['55', '085', '32221234'], ...LANDLINE],
    [['055', '85', '32221234'], ...LANDLINE],
    [['55', '85', '999991234'], ...MOBILE],
    [['55', '0800', '1234567'], ...FREE],
    [['55', '0', '40040000'], '4004-0000', 'tel:40040000'],
    [['55', '4004', '0000'], '4004-0000', 'tel:40040000'],
    [['55', '3003', '1234'], '3003-1234', 'tel:30031234'],
    [['55', '0', '190'], '190', 'tel:190'],
    [['55', '00', '193'], '193', 'tel:193'],
    [['55', '0', '32221234'], '3222-1234', 'tel:32221234'],
    [['351', '21', '1234567'], '+351 21 1234567', 'tel:+351211234567'],
    [['55', '85', '3222'], '(85) 3222', null],
    [['55', '853', '2221234'], '(85) 3222-1234', 'tel:+558532221234'],
  ] as const)('the phone number %j is shown as «%s» and linked to %s', ([ddi, ddd, number], shown, link) => {
    const read = parsePhoneParts({ ddi, ddd, number });
    expect([read.formatted, read.dial && `tel:${read.dial}`]).toEqual([shown, link]);
  });
});

test('whatsappLink uses the first mobile number', () => {
  expect(whatsappLink('(85) 0000-0011', '(085) 90000-0012')).toBe('https://wa.me/5585900000012');
  expect(whatsappLink('5585900000012', '(85) 90000-0099')).toBe('https://wa.me/5585900000012');
  expect(whatsappLink('(85) 0000-0011', null, '', '(85) 99999-1234 ramal 2')).toBeNull();
});

test('structured data omits texts that are not a single number or lack the area code', () => {
  expect(['(085) 99999-1234', '0800 123 4567', '190'].map(telephoneOf)).toEqual([
    '+5585999991234',
    '08001234567',
    '190',
  ]);
  expect(['3222-1234', '(85) 3222-1234 ramal 205', ''].map(telephoneOf)).toEqual([null, null, null]);
});
