import { expect, test } from 'vitest';
import { parseTicket } from './ticketPrices.ts';

const price = (whole: string, cents = '00', label = '') => ({ label, whole, cents });

test('reads the text before a single price as the title', () => {
  expect(parseTicket('Inteira, de terça a quinta: R$ 24,00')).toEqual({
    title: 'Inteira, de terça a quinta',
    prices: [price('24')],
    note: '',
  });
  expect(parseTicket('Sala 3D – R$36,5')).toEqual({
    title: 'Sala 3D',
    prices: [price('36', '50')],
    note: '',
  });
  expect(parseTicket('Sessão das 18:30: R$ 15')).toMatchObject({
    title: 'Sessão das 18:30',
    prices: [price('15')],
  });
  expect(parseTicket('Aluguel da sala: R$ 1.200,50 por sessão')).toEqual({
    title: 'Aluguel da sala',
    prices: [price('1.200', '50')],
    note: 'por sessão',
  });
});

test('labels each of several prices with the text before it', () => {
  expect(parseTicket('Segunda a quarta: inteira R$ 20,00, meia R$ 10')).toEqual({
    title: 'Segunda a quarta',
    prices: [price('20', '00', 'Inteira'), price('10', '00', 'Meia')],
    note: '',
  });
  expect(parseTicket('Sala VIP R$ 50,00 (meia R$ 25,00)')).toEqual({
    title: 'Sala VIP',
    prices: [price('50'), price('25', '00', 'Meia')],
    note: '',
  });
});

test('reads the text after a leading price as the title', () => {
  expect(parseTicket('R$ 12,00 toda segunda')).toEqual({
    title: 'Toda segunda',
    prices: [price('12')],
    note: '',
  });
  expect(parseTicket('R$ 5')).toEqual({ title: '', prices: [price('5')], note: '' });
});

test('returns null for a text without a price', () => {
  for (const item of ['Pix, cartão e dinheiro', 'US$ 10', 'R$ sob consulta', '24,00', 'R$ 24,555', ''])
    expect(parseTicket(item), item).toBeNull();
});
