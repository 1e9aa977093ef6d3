import { OFFERS_PATH } from '../offer.address.ts';
import type { PublicOffer } from '../offer.contract.ts';
import { OfferCard } from './OfferCard.tsx';

const SHOWN = 4;
const ROW_SIZES = '(width < 60em) min(45vw, 260px), (width < 120em) 23vw, 443px';

/** Renders a row of offers with a picture on another page; nothing without any. */
export function HighlightedOffers({
  offers,
  today,
}: {
  offers: readonly PublicOffer[];
  today: string | null;
}) {
  const shown = offers.filter(({ file }) => file).slice(0, SHOWN);
  if (!today || shown.length === 0) return null;
  return (
    <section className="owin" aria-labelledby="vitrine">
      <div className="wrap">
        <div className="shd">
          <h2 className="d2" id="vitrine">
            Direto da gôndola
          </h2>
          <a className="btn btn-line" href={OFFERS_PATH}>
            Ver todas as ofertas
          </a>
        </div>
        <OfferRow offers={shown} today={today} isElsewhere />
      </div>
    </section>
  );
}

/** Renders a row of offers that scrolls sideways on phones. */
export const OfferRow = ({
  offers,
  today,
  isElsewhere = false,
}: {
  offers: readonly PublicOffer[];
  today: string;
  /** Whether the page is about something else. */
  isElsewhere?: boolean;
}) => (
  <div className="offers-row" data-my-store-first>
    {offers.map((offer) => (
      <OfferCard
        key={offer.uuid}
        offer={offer}
        today={today}
        heading="h3"
        sizes={ROW_SIZES}
        grows={isElsewhere}
        plain={isElsewhere}
      />
    ))}
  </div>
);
