import { expect, test } from 'vitest';
import { cardWhatsApp, chainWhatsApp, customerServicePhone, phoneForPlace } from './phone.choice.ts';
import type { PublicPhone } from './phone.contract.ts';
import { COMMERCIAL, LANDLINE, type PhoneType, WHATSAPP } from './phone.types.ts';

const phone = (contact: string, type: PhoneType): PublicPhone => ({
  id: 1,
  uuid: '0b8a8f8e-3f0f-4d55-9d7e-0f2f5c1c1a06',
  contact,
  ddi: '55',
  ddd: '85',
  number: '00000002',
  type: { number: type, text: '' },
});
const card = phone('Cartão Aurora', WHATSAPP);
const sales = phone('Televendas', WHATSAPP);
const service = phone('Central de Atendimento', LANDLINE);
const suppliers = phone('Compras e fornecedores', COMMERCIAL);
const tickets = phone('Bilheteria do cinema', LANDLINE);
const all = [card, suppliers, service, sales, tickets];

test('selects the first WhatsApp number for the card, and the first other one for the chain', () => {
  expect(cardWhatsApp(all)).toBe(card);
  expect(chainWhatsApp(all)).toBe(sales);
});

test('selects a single general WhatsApp number for card and chain', () => {
  expect(cardWhatsApp([suppliers, sales])).toBe(sales);
  expect(chainWhatsApp([suppliers, sales])).toBe(sales);
});

test("selects no WhatsApp number for the chain if the only one is the card's", () => {
  expect(chainWhatsApp([card, service])).toBeUndefined();
});

test.each([
  ['a phone for questions', all, service],
  ['a phone called SAC', [card, phone('SAC', LANDLINE)], phone('SAC', LANDLINE)],
  ['no phone for questions', [card, suppliers, sales], sales],
  ['nothing but other desks', [card, suppliers], undefined],
])('finds the customer service phone with %s', (_, phones, expected) => {
  expect(customerServicePhone(phones)).toEqual(expected);
});

test("finds the phone that names a place, then customer service, then a landline, never the card's", () => {
  expect(phoneForPlace('Cinema', all)).toBe(tickets);
  expect(phoneForPlace('Shopping', all)).toBe(service);
  expect(phoneForPlace('Shopping', [card, suppliers])).toBe(suppliers);
  expect(phoneForPlace('Shopping', [card])).toBeUndefined();
});
