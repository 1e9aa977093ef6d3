import { addDays } from '../../../shared/dates.ts';
import { Icon } from '../../../ui/Icon.tsx';
import { DayBoundText } from '../../../ui/site/DayBoundText.tsx';
import { sizeText, unitPriceText, validityOf, validityText } from '../../pricing/offer.format.ts';
import { dayOfState } from '../../pricing/offer.state.ts';
import { formatPrice } from '../../pricing/price.ts';
import { offerPage } from '../../recordPages.ts';
import { AddToShoppingList } from '../../shoppingList/AddToShoppingList.tsx';
import { offerItem } from '../../shoppingList/offerItem.ts';
import type { PublicOffer } from '../offer.contract.ts';
import { OfferPicture } from './OfferPicture.tsx';
import { OfferPrice } from './OfferPrice.tsx';

interface Props {
  offer: PublicOffer;
  /** The server's current day. */
  today: string;
  /** Heading level in the outline of the page. */
  heading: 'h2' | 'h3';
  /** `sizes` of the picture, if not in the grid of offers. */
  sizes?: string;
  /** Whether the picture is visible at once and loads first. */
  eager?: boolean;
  /** Whether the picture morphs into that of the offer's page; false on the offer's page itself. */
  grows?: boolean;
  /** Whether to leave out the controls of the shopper's device, as on pages about something else. */
  plain?: boolean;
}

const GRID_SIZES =
  '(width < 43.75em) 45vw, (width < 60em) 30vw, (width < 100em) 23vw, (width < 115em) 18vw, 294px';

export function OfferCard({
  offer,
  today,
  heading: Heading,
  sizes = GRID_SIZES,
  eager = false,
  grows = false,
  plain = false,
}: Props) {
  const { uuid, product, saving, branches } = offer;
  const of = offerDetailText(offer);
  return (
    <article className="offer tap" data-branch={fewOf(branches)}>
      <div className={`ph ${grows ? 'vt-card' : ''}`}>
        <OfferPicture offer={offer} sizes={sizes} eager={eager} />
        {saving > 0 && <Saving percent={saving} />}
      </div>
      <Heading className="d4">
        <a href={offerPage(uuid)}>{product}</a>
      </Heading>
      {of && <p className="mut sm">{of}</p>}
      <OfferPrice offer={offer} />
      <OfferTerms offer={offer} />
      <div className="offer-foot">
        <p className="sm offer-when">
          <Validity offer={offer} today={today} />
        </p>
        {!plain && <OfferActions offer={offer} />}
      </div>
    </article>
  );
}

/** Returns the text below the name: brand and size, without a size of 1, which is shown below the price. */
export const offerDetailText = ({ brand, ...offer }: PublicOffer) =>
  [brand, offer.size !== '1' && sizeText(offer)].filter(Boolean).join(' · ');

export const Saving = ({ percent }: { percent: number }) => (
  <span className="tag saving">
    <span aria-hidden="true">−{percent}%</span>
    <span className="sr-only">{percent}% de desconto</span>
  </span>
);

/**
 * Renders the validity with a text that is true at any hour. Once the last day is over, the head's script
 * (site/head/followDay.ts) says so and marks the price.
 */
export function Validity({ offer, today }: { offer: PublicOffer; today: string }) {
  const day = dayOfState(offer, today);
  const { text, laterText, isSoon } = validityOf(offer, day);
  // The page changes at the chain's midnight, and this offer at another one.
  if (day !== today || offer.state === 'ended') return text;
  const said = laterText ? (
    <DayBoundText day={today} past={laterText}>
      {text}
    </DayBoundText>
  ) : (
    <span>{text}</span>
  );
  const { valid_until } = offer;
  return (
    <span data-until={valid_until} data-past={validityText(offer, addDays(valid_until, 1))}>
      {isSoon ? <b>{said}</b> : said}
    </span>
  );
}

/**
 * Renders the terms of the price: unit price (Lei 10.962/2004), price with the store's card, limit per
 * customer. `OfferPrice` tells screen readers the card price.
 */
export function OfferTerms({ offer }: { offer: PublicOffer }) {
  const { price, unit_price, card_price, customer_limit } = offer;
  const per = unit_price?.price === price && offer.size === '1' ? null : unit_price;
  if (!per && !card_price && customer_limit === null) return null;
  return (
    <p className="offer-terms mut sm">
      {per && <span className="nowrap">{unitPriceText(per)}</span>}
      {card_price && (
        <span className="with-card" aria-hidden="true">
          <Icon name="credit-card" />
          <span>
            <b className="nowrap">{formatPrice(card_price)}</b> no cartão
          </span>
        </span>
      )}
      {customer_limit !== null && <span>Até {customer_limit} por cliente</span>}
    </p>
  );
}

/**
 * Largest number of branches that a card lists in its markup, so that offers of the shopper's own store can
 * come first.
 */
const MAX_LISTED_BRANCHES = 20;
const fewOf = (branches: readonly string[] | null) =>
  branches && branches.length <= MAX_LISTED_BRANCHES ? branches.join(' ') : undefined;

export const OfferActions = ({ offer, className }: { offer: PublicOffer; className?: string }) => (
  <div className="offer-actions">
    <AddToShoppingList item={offerItem(offer)} what={offer.product} className={className} />
  </div>
);
