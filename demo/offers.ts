/**
 * Offers of the demo chain, at the prices of its daily offer pictures (`art/dailyOffers.mjs`) and of its booklet
 * (`art/booklet.mjs`). Those of the booklet are valid for its fortnight; a few others only on the first day.
 */

import type { Department, Unit } from '../src/content/pricing/offer.types.ts';
import { fold } from '../src/shared/text/fold.ts';

export interface DemoOffer {
  product: string;
  /** Picture, and its alternative text. */
  file: string;
  alt: string;
  department: Department;
  size: string;
  unit: Unit;
  price: string;
  brand?: string;
  former_price?: string;
  card_price?: string;
  customer_limit?: number;
  highlight?: true;
  /** Slugs of `branches`; without it, all branches. */
  branches?: string[];
  /** Days from today, on which all offers begin. */
  last_day: number;
}

const TODAY = 0;
const FORTNIGHT = 14;

type More = Omit<Partial<DemoOffer>, 'product' | 'department' | 'file' | 'alt'>;
const of =
  (department: Department) =>
  (
    product: string,
    price: string,
    [size, unit]: [string, Unit],
    last_day: number,
    more: More = {},
  ): DemoOffer => ({
    ...{ product, department, size, unit, price, last_day },
    file: `oferta-${fold(product).replaceAll(' ', '-')}.webp`,
    alt: `Desenho de ${product.toLowerCase()}`,
    ...more,
  });

const kilo: [string, Unit] = ['1', 'kg'];
const piece: [string, Unit] = ['1', 'un'];

const butcher = of('butcher');
const produce = of('produce');
const fish = of('fish');
const bakery = of('bakery');
const dairy = of('dairy');
const grocery = of('grocery');
const drinks = of('drinks');
const cleaning = of('cleaning');

export const offers: DemoOffer[] = [
  butcher('Picanha bovina', '59.90', kilo, FORTNIGHT, {
    ...{ former_price: '74.90', card_price: '54.90', customer_limit: 3, highlight: true },
  }),
  butcher('Coxa de frango', '9.98', kilo, FORTNIGHT, { former_price: '12.90' }),
  butcher('Bacon em fatias', '24.90', kilo, FORTNIGHT, { brand: 'Defumados da Serra' }),
  butcher('Costela suína', '18.90', kilo, FORTNIGHT, { former_price: '23.90', card_price: '16.90' }),
  butcher('Carne para hambúrguer', '27.90', kilo, FORTNIGHT, { former_price: '32.90' }),
  butcher('Salsicha', '11.90', kilo, FORTNIGHT, { brand: 'Defumados da Serra' }),
  produce('Tomate italiano', '4.99', kilo, FORTNIGHT, { former_price: '7.99', highlight: true }),
  produce('Banana prata', '5.49', kilo, FORTNIGHT),
  produce('Abacate', '6.90', kilo, FORTNIGHT, { former_price: '8.90' }),
  produce('Cenoura', '3.79', kilo, FORTNIGHT),
  produce('Alface crespa', '2.49', piece, TODAY, { former_price: '3.49' }),
  produce('Manga tommy', '4.29', kilo, FORTNIGHT),
  produce('Batata inglesa', '3.99', kilo, TODAY, { former_price: '5.99', customer_limit: 5 }),
  produce('Melancia inteira', '2.99', kilo, FORTNIGHT, { former_price: '3.99', highlight: true }),
  produce('Uva roxa', '8.90', kilo, FORTNIGHT),
  produce('Laranja pera', '3.29', kilo, FORTNIGHT, { former_price: '4.49' }),
  produce('Brócolis', '7.49', piece, FORTNIGHT),
  produce('Milho verde em bandeja', '4.99', ['500', 'g'], FORTNIGHT),
  produce('Alho roxo', '22.90', kilo, FORTNIGHT),
  produce('Limão siciliano', '9.49', kilo, FORTNIGHT),
  produce('Pimentão verde', '6.49', kilo, FORTNIGHT),
  produce('Coco seco', '4.99', piece, FORTNIGHT),
  fish('Camarão médio', '42.90', kilo, FORTNIGHT, {
    ...{ former_price: '54.90', card_price: '39.90', customer_limit: 2, highlight: true },
  }),
  fish('Tilápia', '24.90', kilo, FORTNIGHT, { former_price: '29.90' }),
  fish('Lula em anéis', '38.90', kilo, FORTNIGHT),
  fish('Carne de siri', '29.90', ['400', 'g'], FORTNIGHT),
  fish('Lagosta inteira', '89.90', kilo, FORTNIGHT, { branches: ['praia'] }),
  fish('Polvo limpo', '69.90', kilo, FORTNIGHT, { former_price: '84.90' }),
  fish('Ostra fresca', '34.90', ['1', 'dz'], FORTNIGHT, { branches: ['praia', 'lago'] }),
  bakery('Pão de forma caseiro', '8.90', ['500', 'g'], FORTNIGHT, { former_price: '10.90' }),
  bakery('Pão francês', '13.90', kilo, FORTNIGHT, { highlight: true }),
  bakery('Croissant', '5.90', piece, FORTNIGHT),
  bakery('Bolo em fatia', '7.50', piece, TODAY, { former_price: '9.50' }),
  bakery('Biscoito com gotas', '4.90', ['140', 'g'], FORTNIGHT, { brand: 'Vó Zefa' }),
  bakery('Rosquinha', '3.90', piece, FORTNIGHT),
  bakery('Bolo de aniversário', '49.90', kilo, FORTNIGHT),
  bakery('Torta de maçã', '32.90', piece, FORTNIGHT, { former_price: '39.90' }),
  bakery('Bolinho decorado', '6.90', piece, FORTNIGHT),
  dairy('Queijo prato', '39.90', kilo, FORTNIGHT, { former_price: '48.90', card_price: '36.90' }),
  dairy('Manteiga com sal', '9.90', ['200', 'g'], FORTNIGHT, { brand: 'Campina Nova' }),
  dairy('Leite integral', '4.69', ['1', 'l'], FORTNIGHT, { brand: 'Campina Nova', customer_limit: 12 }),
  dairy('Ovos brancos', '17.99', ['30', 'un'], FORTNIGHT, { former_price: '21.90' }),
  grocery('Café torrado e moído', '16.90', ['500', 'g'], FORTNIGHT, {
    ...{ brand: 'Serra Alta', former_price: '21.90', customer_limit: 5, highlight: true },
  }),
  grocery('Sal grosso', '2.99', kilo, FORTNIGHT, { brand: 'Maré Branca' }),
  grocery('Chá verde', '8.90', ['25', 'un'], FORTNIGHT, { brand: 'Folha Mansa' }),
  grocery('Mate gelado', '7.90', ['1.5', 'l'], FORTNIGHT, { brand: 'Folha Mansa' }),
  drinks('Cerveja puro malte em lata', '3.29', ['350', 'ml'], FORTNIGHT, {
    ...{ brand: 'Aldeota', former_price: '4.19', card_price: '2.99', customer_limit: 24 },
  }),
  drinks('Suco de laranja', '5.99', ['1', 'l'], FORTNIGHT, { brand: 'Pomar' }),
  drinks('Refrigerante de guaraná', '8.49', ['2', 'l'], FORTNIGHT, { brand: 'Boto', former_price: '9.99' }),
  drinks('Vinho tinto seco', '29.90', ['750', 'ml'], FORTNIGHT, { brand: 'Vale do Sol' }),
  drinks('Espumante brut', '39.90', ['750', 'ml'], FORTNIGHT, { brand: 'Vale do Sol' }),
  drinks('Água de coco', '6.49', ['1', 'l'], FORTNIGHT, { brand: 'Maré Branca', former_price: '7.99' }),
  cleaning('Sabonete líquido', '9.90', ['500', 'ml'], FORTNIGHT, { brand: 'Espuma Boa' }),
  cleaning('Papel higiênico', '17.90', ['12', 'un'], FORTNIGHT, { brand: 'Nuvem', former_price: '22.90' }),
  cleaning('Esponja de cozinha', '4.49', ['3', 'un'], FORTNIGHT, { brand: 'Espuma Boa' }),
  cleaning('Sabão em barra', '7.99', ['5', 'un'], FORTNIGHT, { brand: 'Espuma Boa', former_price: '9.49' }),
  cleaning('Cesto de vime', '24.90', piece, FORTNIGHT),
  cleaning('Vassoura', '14.90', piece, FORTNIGHT),
  cleaning('Balde de 10 litros', '11.90', piece, FORTNIGHT),
  cleaning('Luvas de borracha', '6.90', ['2', 'un'], FORTNIGHT, { brand: 'Espuma Boa' }),
];

/** Returns the offer whose product begins with `name`, as pictures shorten it. Throws unless it is exactly one. */
export function offerNamed(name: string): DemoOffer {
  const [offer, ...others] = offers.filter(({ product }) => product.startsWith(name));
  if (!offer || others.length > 0) throw new Error(`${name} names ${others.length + (offer ? 1 : 0)} offers`);
  return offer;
}

/** Returns whether an offer ends on the day of the daily pictures. */
export const isOnlyToday = ({ last_day }: DemoOffer): boolean => last_day === TODAY;
