import { sizeText } from '../../pricing/offer.format.ts';
import { formatPrice } from '../../pricing/price.ts';
import type { PublicOffer } from '../offer.contract.ts';

/** Renders the price like a shelf label: small R$ and cents at the cap line, and the unit below them. */
export function OfferPrice({ price, size, unit }: Pick<PublicOffer, 'price' | 'size' | 'unit'>) {
  const [whole = '', cents = ''] = formatPrice(price).slice('R$ '.length).split(',');
  const per = size === '1' ? sizeText({ size, unit }) || 'un' : '';
  return (
    <span className={`cost ${whole.length > 3 ? 'long' : ''}`}>
      <span className="sr-only">{[formatPrice(price), per].filter(Boolean).join(' / ')}</span>
      <small aria-hidden="true">R$</small>
      <b aria-hidden="true">{whole}</b>
      <span aria-hidden="true" className="cost-end">
        <i>,{cents}</i>
        {per && <span>{per}</span>}
      </span>
    </span>
  );
}
