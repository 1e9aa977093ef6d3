import { addDays } from '../../shared/dates.ts';
import { formatDate, formatDayMonth } from '../../shared/text/format.ts';
import { offerState } from './offer.state.ts';
import { UNITS, type Unit } from './offer.types.ts';
import { formatPrice } from './price.ts';

/** Texts of the form field that chooses the branches of an offer. */
export const OFFER_BRANCHES = {
  legend: 'Onde vale',
  all: 'Em todas as filiais, também nas que vierem',
  some: 'Só nas que eu escolher',
  none: 'Ainda não há filiais no site. Cadastre uma antes, em Filiais.',
};

/** Returns a decimal with a comma, as people type it: `0.5` → `0,5`. */
export const typedNumber = (text: string | null | undefined): string => (text ?? '').replace('.', ',');

/** Units that are named without a number: «kg» instead of «1 kg». */
const BY_ITSELF: readonly Unit[] = ['kg', 'dz'];

/** Returns the size in words: `500 g`, `1 l`, `kg`, `dúzia`; an empty text for a single piece. */
export function sizeText({ size, unit }: { size: string; unit: Unit }): string {
  if (size !== '1') return `${typedNumber(size)} ${unit === 'dz' ? 'dúzias' : UNITS[unit]}`;
  if (unit === 'un') return '';
  return BY_ITSELF.includes(unit) ? UNITS[unit] : `1 ${UNITS[unit]}`;
}

const PER: Record<Unit, string> = {
  kg: 'o quilo',
  g: 'o grama',
  l: 'o litro',
  ml: 'o mililitro',
  un: 'a unidade',
  dz: 'a dúzia',
};

/** Returns the unit price in words: `R$ 25,98 o quilo`, `R$ 3,49 o litro`, `R$ 0,60 a unidade`. */
export const unitPriceText = ({ price, per }: { price: string; per: Unit }): string =>
  `${formatPrice(price)} ${PER[per]}`;

interface Prices {
  price: string;
  former_price: string | null;
  card_price?: string | null;
  size?: string;
  unit?: Unit;
}

/** Returns the prices as they are spoken: `De R$ 74,90 por R$ 59,90 o quilo, ou R$ 54,90 no cartão`. */
export function spokenPrice({ price, former_price, card_price, size, unit }: Prices): string {
  const now = size === '1' && unit ? unitPriceText({ price, per: unit }) : formatPrice(price);
  const prices = former_price ? `De ${formatPrice(former_price)} por ${now}` : now;
  return card_price ? `${prices}, ou ${formatPrice(card_price)} no cartão` : prices;
}

/** Returns the validity in words relative to `today`: «Acaba hoje», «A partir de amanhã», «Até 30/11». */
export const validityText = (offer: Days, today: string): string => validityOf(offer, today).text;

interface Days {
  valid_from: string;
  valid_until: string;
}

interface Validity {
  text: string;
  /** Text that stays true on any later day; present if `text` is true only today. */
  laterText?: string;
  /** Whether the validity begins or ends today or tomorrow, and is emphasized. */
  isSoon: boolean;
}

export function validityOf(offer: Days, today: string): Validity {
  const { valid_from, valid_until } = offer;
  // Dates of another year include the year.
  const formatted = (day: string) =>
    day.slice(0, 4) === today.slice(0, 4) ? formatDayMonth(day) : formatDate(day);
  const [from, until, tomorrow] = [formatted(valid_from), formatted(valid_until), addDays(today, 1)];
  const between = valid_from === valid_until ? `Só em ${from}` : `De ${from} a ${until}`;
  switch (offerState(offer, today)) {
    case 'ended':
      return { text: `Acabou em ${until}`, isSoon: false };
    case 'coming':
      if (valid_from !== tomorrow) return { text: between, isSoon: false };
      return {
        text: valid_from === valid_until ? 'Só amanhã' : `A partir de amanhã, até ${until}`,
        laterText: between,
        isSoon: true,
      };
    default:
      if (valid_until === today) return { text: 'Acaba hoje', laterText: `Acabou em ${until}`, isSoon: true };
      if (valid_until === tomorrow) return { text: 'Até amanhã', laterText: `Até ${until}`, isSoon: true };
      return { text: `Até ${until}`, isSoon: false };
  }
}
