import { sizeText, spokenPrice } from '../../pricing/offer.format.ts';
import { formatPrice } from '../../pricing/price.ts';
import type { PublicOffer } from '../offer.contract.ts';

interface Props {
  offer: PublicOffer;
  /** Whether the offer has ended. */
  over?: boolean;
}

/**
 * Renders the price like a shelf label: small R$ and cents at the cap line, the unit below them, and the former
 * price beside it. Screen readers get all prices as one sentence.
 */
export function OfferPrice({ offer, over = false }: Props) {
  const { price, former_price, size, unit } = offer;
  const [whole = '', cents = ''] = formatPrice(price).slice('R$ '.length).split(',');
  const per = size === '1' ? sizeText(offer) || 'un' : '';
  return (
    <p className="offer-price">
      <span className="sr-only">
        {over ? `Custava ${spokenPrice({ price, former_price: null, size, unit })}` : spokenPrice(offer)}
      </span>
      {former_price && (
        <s className="mut sm nowrap" aria-hidden="true">
          {formatPrice(former_price)}
        </s>
      )}
      <span className={`cost ${whole.length > 3 ? 'long' : ''}`} aria-hidden="true">
        <small>R$</small>
        <b>{whole}</b>
        <span className="cost-end">
          <i>,{cents}</i>
          {per && <span>{per}</span>}
        </span>
      </span>
    </p>
  );
}
