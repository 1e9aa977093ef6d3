import { brand } from '../src/brand/brand.ts';
import type { BranchService, ServiceName } from '../src/content/branches/services.ts';

type Hours = [opens: string, closes: string];

const on = (weekdays: number[], [opens, closes]: Hours) =>
  weekdays.map((weekday) => ({ weekday, opens, closes }));
const daily = (...hours: Hours) => on([1, 2, 3, 4, 5, 6, 7], hours);
const until = (saturday: Hours, sunday?: Hours) => [
  ...on([1, 2, 3, 4, 5, 6], saturday),
  ...(sunday ? on([7], sunday) : []),
];

/** Returns a service, optionally with its own hours and a note. */
const has = (
  service: ServiceName,
  { hours = [], note = null }: Partial<Pick<BranchService, 'hours' | 'note'>> = {},
): BranchService => ({ service, hours, note });

const everywhere = [has('toilet'), has('wheelchair', { note: 'Peça na entrada' }), has('checkout')];

/** Services of each demo branch, by its slug. */
export const branchServices: Record<string, BranchService[]> = {
  shopping: [
    has('bakery', { hours: daily('06:00', '21:00'), note: 'Fornadas às 7h, 11h e 17h' }),
    has('butcher'),
    has('fish'),
    has('pharmacy', { hours: until(['08:00', '22:00'], ['09:00', '20:00']) }),
    has('cafe'),
    has('restaurant', { note: 'Na praça de alimentação' }),
    has('lottery', { hours: until(['09:00', '18:00']) }),
    has('atm', { note: 'Banco 24 horas' }),
    has('parking', { note: 'Grátis nas duas primeiras horas' }),
    has('charging', { note: '4 vagas no piso G1' }),
    has('bicycles'),
    ...everywhere,
    has('changing', { note: 'No espaço da família' }),
    has('wifi'),
    has('pickup', { note: 'Pronta em 2 horas' }),
    has('delivery', { note: 'Até 10 km' }),
    has('recycling', { note: 'Pilhas, óleo e eletrônicos' }),
  ],
  centro: [
    has('bakery', { hours: until(['06:00', '20:00'], ['07:00', '13:00']), note: 'Café da manhã no balcão' }),
    has('butcher'),
    has('cafe'),
    has('lottery', { hours: on([1, 2, 3, 4, 5], ['08:00', '17:00']) }),
    has('atm'),
    has('bicycles'),
    ...everywhere,
    has('delivery', { note: 'No Centro e na Praia de Iracema' }),
  ],
  norte: [
    has('bakery'),
    has('butcher'),
    has('pharmacy', { hours: until(['08:00', '20:00']) }),
    has('atm'),
    has('parking', { note: 'Grátis, 400 vagas' }),
    has('fuel', { hours: daily('06:00', '00:00') }),
    ...everywhere,
    has('changing'),
    has('pickup'),
    has('recycling'),
  ],
  praia: [
    has('bakery'),
    has('fish', { hours: daily('07:00', '19:00'), note: 'Limpo e cortado sem custo' }),
    has('cafe'),
    has('parking', { note: '1 hora grátis com compra' }),
    has('bicycles'),
    ...everywhere,
    has('wifi'),
    has('pets', { note: 'No carrinho próprio' }),
    has('delivery', { note: 'Até a barraca, em Ponta Negra' }),
  ],
  jardim: [
    has('bakery', { hours: daily('06:30', '20:00') }),
    has('cafe', { note: 'Na entrada, com mesas no jardim' }),
    has('bicycles', { note: '30 vagas cobertas' }),
    ...everywhere,
    has('changing'),
    has('wifi'),
    has('pets'),
    has('delivery', { note: 'Até 5 km' }),
    has('recycling', { note: 'Composteira do bairro' }),
  ],
  estacao: [
    has('bakery', { hours: daily('05:30', '22:00') }),
    has('cafe'),
    has('restaurant', { hours: daily('17:00', '22:00'), note: 'Jantar pronto para levar' }),
    has('pharmacy', { hours: daily('07:00', '22:00') }),
    has('atm', { note: 'Banco 24 horas' }),
    has('bicycles'),
    ...everywhere,
    has('wifi'),
    has('pickup', { note: 'Armários ao lado da catraca' }),
  ],
  serra: [
    has('bakery', { note: 'Pão de queijo de hora em hora' }),
    has('butcher'),
    has('restaurant', { hours: daily('11:00', '15:00') }),
    has('pharmacy', { hours: until(['08:00', '21:00'], ['08:00', '14:00']) }),
    has('parking', { note: 'Grátis, coberto' }),
    ...everywhere,
    has('changing'),
    has('pickup'),
    has('delivery', { note: 'Até 10 km' }),
  ],
  lago: [
    has('bakery', { hours: daily('06:00', '22:00') }),
    has('fish', { hours: until(['09:00', '20:00'], ['09:00', '14:00']) }),
    has('pharmacy', { hours: daily('07:00', '00:00') }),
    has('cafe'),
    has('parking', { note: 'Grátis' }),
    has('charging', { note: `8 vagas, com o cartão ${brand.shortName}` }),
    has('bicycles'),
    ...everywhere,
    has('wifi'),
    has('pets'),
    has('pickup'),
  ],
};
