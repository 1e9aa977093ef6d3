import { expect, test } from 'vitest';
import { cardWhatsApp, chainWhatsApp, customerServicePhone, phoneOf } from './phone.choice.ts';
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

test('the card has the first WhatsApp number, and the chain the first that is not the card’s', () => {
  expect(cardWhatsApp(all)).toBe(card);
  expect(chainWhatsApp(all)).toBe(sales);
});

test('one WhatsApp number for everything is the card’s and the chain’s', () => {
  expect(cardWhatsApp([suppliers, sales])).toBe(sales);
  expect(chainWhatsApp([suppliers, sales])).toBe(sales);
});

test('a chain whose only WhatsApp number is the card’s has none of its own', () => {
  expect(chainWhatsApp([card, service])).toBeUndefined();
});

test.each([
  ['a phone for questions', all, service],
  ['a phone called SAC', [card, phone('SAC', LANDLINE)], phone('SAC', LANDLINE)],
  ['no phone for questions', [card, suppliers, sales], sales],
  ['nothing but other desks', [card, suppliers], undefined],
])('customer service with %s', (_, phones, expected) => {
  expect(customerServicePhone(phones)).toEqual(expected);
});

test('a place has the phone that names it, then customer service, then a desk, and never the card’s', () => {
  expect(phoneOf('Cinema', all)).toBe(tickets);
  expect(phoneOf('Shopping', all)).toBe(service);
  expect(phoneOf('Shopping', [card, suppliers])).toBe(suppliers);
  expect(phoneOf('Shopping', [card])).toBeUndefined();
});
