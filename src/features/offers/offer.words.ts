import { formatDate, formatDayMonth } from '../../ui/format.ts';
import { offerState } from './offer.state.ts';
import { UNITS, type Unit } from './offer.types.ts';
import type { UnitPrice } from './prices.ts';

/** `1299.90` → `R$ 1.299,90` */
export function formatPrice(price: string): string {
  const [whole = '', cents = ''] = price.split('.');
  return `R$ ${whole.replace(/\B(?=(\d{3})+$)/g, '.')},${cents}`;
}

/** `0.5` → `0,5`: as one types it. */
export const typedNumber = (text: string | null | undefined): string => (text ?? '').replace('.', ',');

/** `500 g`, `1,5 l`, `kg`, `dúzia`; of one single piece nothing. */
export function sizeInWords({ size, unit }: { size: string; unit: Unit }): string {
  if (size !== '1') return `${typedNumber(size)} ${unit === 'dz' ? 'dúzias' : UNITS[unit]}`;
  return unit === 'un' ? '' : UNITS[unit];
}

/** `R$ 25,98 o quilo`, `R$ 3,49 o litro`, `R$ 0,60 a unidade` */
export function unitPriceInWords({ price, per }: UnitPrice): string {
  return `${formatPrice(price)} ${{ kg: 'o quilo', l: 'o litro', un: 'a unidade' }[per]}`;
}

const nextDay = (day: string) => new Date(Date.parse(day) + 86_400_000).toISOString().slice(0, 10);

/** «Acaba hoje», «A partir de amanhã», «Até 30/11»: what a day makes of it. */
export function validityInWords(offer: { valid_from: string; valid_until: string }, today: string): string {
  const { valid_from, valid_until } = offer;
  // A day of another year says which.
  const said = (day: string) =>
    day.slice(0, 4) === today.slice(0, 4) ? formatDayMonth(day) : formatDate(day);
  switch (offerState(offer, today)) {
    case 'ended':
      return `Acabou em ${said(valid_until)}`;
    case 'coming': {
      const [from, until] = [said(valid_from), said(valid_until)];
      if (valid_from !== nextDay(today))
        return valid_from === valid_until ? `Só em ${from}` : `De ${from} a ${until}`;
      return valid_from === valid_until ? 'Só amanhã' : `A partir de amanhã, até ${until}`;
    }
    default:
      if (valid_until === today) return 'Acaba hoje';
      return valid_until === nextDay(today) ? 'Até amanhã' : `Até ${said(valid_until)}`;
  }
}
