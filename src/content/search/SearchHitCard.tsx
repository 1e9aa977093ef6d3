import { CHAIN_ZONE } from '../../shared/text/chainZone.ts';
import { inSentence } from '../../shared/text/format.ts';
import { Icon, type IconName } from '../../ui/Icon.tsx';
import { Picture } from '../../ui/site/Picture.tsx';
import { OpenTag } from '../branches/site/OpenTag.tsx';
import { spokenPrice } from '../pricing/offer.format.ts';
import { formatPrice } from '../pricing/price.ts';
import type { SearchKind } from '../searchIndex/search.kinds.ts';
import type { PlaceSpecialDay } from '../specialDays/placeSpecialDays.ts';
import { HighlightedText } from './HighlightedText.tsx';
import type { SearchHit } from './search.contract.ts';

const ICONS: Record<SearchKind, IconName> = {
  offer: 'tag',
  leaflet: 'book-open',
  recipe: 'sun',
  branch: 'map-pin',
  shop: 'tag',
  movie: 'clapperboard',
  vacancy: 'file-text',
  question: 'info',
  page: 'file-text',
};

interface Props {
  hit: SearchHit;
  words: readonly string[];
  special: readonly PlaceSpecialDay[];
}

export function SearchHitCard({ hit, words, special }: Props) {
  const { kind, title, href, text, notes, missing, file, price, former_price, hours } = hit;
  return (
    <article className="hit tap" data-kind={kind}>
      <div className="hit-ph">
        {file ? (
          <Picture file={file} sizes="112px" alt="" />
        ) : (
          <span className="hit-icon">
            <Icon name={ICONS[kind]} />
          </span>
        )}
      </div>
      <div className="hit-text">
        <h3 className="d4">
          <a href={href}>
            <HighlightedText text={title} words={words} />
          </a>
        </h3>
        {notes.map((note) => (
          <p key={note}>{note}</p>
        ))}
        {text && kind !== 'branch' && kind !== 'recipe' && (
          <p className="hit-more">
            <HighlightedText text={text} words={words} />
          </p>
        )}
        {missing.length > 0 && <p>Sem {inSentence(missing.map((word) => `“${word}”`))}</p>}
        {hours.length > 0 && (
          <p className="hit-open">
            <OpenTag hours={hours} special={special} zone={hit.time_zone ?? CHAIN_ZONE} />
          </p>
        )}
      </div>
      {price && (
        <p className="hit-price">
          <span className="sr-only">{spokenPrice({ price, former_price })}</span>
          {former_price && (
            <s className="nowrap" aria-hidden="true">
              {formatPrice(former_price)}
            </s>
          )}
          <Price price={price} />
        </p>
      )}
    </article>
  );
}

/** Renders a price with small «R$» and cents at cap height. */
function Price({ price }: { price: string }) {
  const [, whole = '', cents = ''] = /^R\$ (.*),(\d\d)$/.exec(formatPrice(price)) ?? [];
  return (
    <b aria-hidden="true">
      <small>R$</small>
      {whole}
      <small>,{cents}</small>
    </b>
  );
}
