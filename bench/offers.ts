import { DEPARTMENTS, type Department } from '../src/content/pricing/offer.types.ts';
import { fold } from '../src/shared/text/fold.ts';
import { seededRandom } from './applications.ts';

// Offers as a price system of many branches sends them. The same seed gives the same offers.

const GOODS =
  'Arroz Feijão Café Leite Queijo Iogurte Picanha Frango Tilápia Tomate Banana Maçã Pão Bolo Biscoito Macarrão Óleo Açúcar Suco Cerveja Vinho Sabonete Detergente Amaciante Xampu Fralda Ração Panela Toalha Lâmpada'.split(
    ' ',
  );
const KINDS =
  'integral|tradicional|da fazenda|tipo 1|extra|sem lactose|com fibras|em pacote|resfriado|orgânico|premium|do dia|família|light|zero|caseiro'.split(
    '|',
  );
const RARE = 'umbu cupuaçu jambu taioba pitomba'.split(' ');
const BRANDS =
  'Serra Alta|Campina Nova|Maré Branca|Vó Zefa|Boto|Pomar|Vale do Sol|Espuma Boa|Nuvem|Aldeota'.split('|');
const SIZES = [
  [500_000, 'g'],
  [1_000, 'kg'],
  [1_000, 'l'],
  [350_000, 'ml'],
  [1_000, 'un'],
] as const;
const BRANCHES = Array.from(
  { length: 20 },
  (_, index) => `0b5c0000-0000-4000-8000-${String(index).padStart(12, '0')}`,
);
/** A branch for filtered lists. */
export const BRANCH = BRANCHES[7] ?? '';
const DAY_MS = 86_400_000;
const LAST = 10_000;

/**
 * Yields `count` offers around `today`: a third has ended, a tenth is in the future, a quarter is limited to
 * some branches. The caller adds `uuid` and timestamps.
 */
export function* generateOffers(count: number, today: number, seed = 11) {
  const random = seededRandom(seed);
  const below = (limit: number) => Math.floor(random() * limit);
  const pick = <T>(choices: readonly T[]) => choices[below(choices.length)] as T;
  const departments = Object.keys(DEPARTMENTS) as Department[];
  const day = (ahead: number) => new Date(today + ahead * DAY_MS).toISOString().slice(0, 10);
  for (let index = 0; index < count; index += 1) {
    const product = `${pick(GOODS)} ${random() < 0.002 ? pick(RARE) : pick(KINDS)} ${below(400)}`;
    const brand = random() < 0.6 ? pick(BRANDS) : null;
    // Some departments are small.
    const department = departments[Math.floor(random() ** 2 * departments.length)] as Department;
    const [size, unit] = pick(SIZES);
    const price = 199 + below(9000);
    const saving = random() < 0.5 ? 5 + below(40) : 0;
    const fate = random();
    const [from, until] =
      fate < 0.34
        ? [-30 - below(300), -1 - below(29)]
        : fate < 0.44
          ? [1 + below(10), 11 + below(10)]
          : [-below(10), below(20)];
    const highlight = random() < 0.003 ? 1 : 0;
    const place = random() < 0.02 ? 1 + below(500) : null;
    const own = Array.from({ length: 1 + below(4) }, () => pick(BRANCHES));
    yield {
      product,
      brand,
      size,
      unit,
      price,
      former_price: saving > 0 ? Math.ceil((price * 100) / (100 - saving)) : null,
      card_price: null,
      customer_limit: null,
      department,
      branches: random() < 0.25 ? JSON.stringify([...new Set(own)].sort()) : null,
      valid_from: day(from),
      valid_until: day(until),
      highlight,
      place,
      // A third of the pictures lack an alternative text.
      alt: index % 3 === 0 ? null : `Desenho de ${product}`,
      saving,
      rank: (highlight ? 0 : 2 * LAST) + (place ?? LAST),
      search: fold([product, brand, DEPARTMENTS[department]].filter(Boolean).join(' ')),
      product_key: fold(product),
      department_key: fold(DEPARTMENTS[department]),
    };
  }
}
