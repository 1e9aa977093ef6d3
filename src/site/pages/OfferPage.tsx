import { siteBranches } from '../../content/branches/branch.contract.ts';
import { OFFERS_PATH, offersAddress } from '../../content/offers/offer.address.ts';
import {
  MAX_NEIGHBOURS,
  type PublicOffer,
  siteFirstOffers,
  siteOffer,
} from '../../content/offers/offer.contract.ts';
import { OfferRow } from '../../content/offers/site/HighlightedOffers.tsx';
import {
  OfferActions,
  OfferTerms,
  offerDetailText,
  Saving,
  Validity,
} from '../../content/offers/site/OfferCard.tsx';
import { OfferPicture } from '../../content/offers/site/OfferPicture.tsx';
import { OfferPrice } from '../../content/offers/site/OfferPrice.tsx';
import { sizeText } from '../../content/pricing/offer.format.ts';
import { DEPARTMENTS } from '../../content/pricing/offer.types.ts';
import { formatPrice } from '../../content/pricing/price.ts';
import { branchPage, offerPage } from '../../content/recordPages.ts';
import { formatDayMonth, formatPeriod } from '../../shared/text/format.ts';
import { Icon } from '../../ui/Icon.tsx';
import { ShareButton } from '../../ui/site/facts/ShareButton.tsx';
import type { PageMeta } from '../meta.ts';
import { PageHead } from '../PageHead.tsx';
import {
  type DataOf,
  type HeadArgs,
  type LoaderInput,
  PageNotFound,
  type PageProps,
  withStatus,
} from '../page.ts';
import { product } from '../structuredData/structuredProducts.ts';
import { useSite } from '../useSite.ts';
import sheet from './OfferPage.css?inline';

export { sheet };

/** Above this number of branches, the page states only how many. */
const MAX_NAMED_BRANCHES = 12;

/** Loads one offer with its own address. An ended offer says so and shows alternatives. */
export async function load({ reader, url, params: { uuid } }: LoaderInput) {
  const { read, errors, status } = reader;
  const offer = (await read(siteOffer, { params: { uuid } }))?.data;
  if (!offer) {
    if (status() < 500) throw new PageNotFound();
    return withStatus({ offer: null, errors }, status());
  }
  const { department } = offer;
  const [branches, others] = await Promise.all([
    read(siteBranches),
    read(siteFirstOffers, { query: { department } }),
  ]);
  return {
    offer,
    branches: (branches?.data ?? []).map(({ uuid, name, time_zone }) => ({ uuid, name, time_zone })),
    others: (others?.data ?? []).filter((candidate) => candidate.uuid !== uuid).slice(0, MAX_NEIGHBOURS),
    address: new URL(offerPage(uuid), url).href,
    errors,
  };
}

export function head({ data }: HeadArgs<typeof load>): PageMeta {
  if (!data.offer) return { title: 'Ofertas' };
  const { offer, branches } = data;
  const { uuid, file, state } = offer;
  const name = nameOf(offer);
  const over = state === 'ended';
  return {
    title: over ? `${name}: esta oferta acabou` : name,
    description: over
      ? `Esta oferta de ${name} acabou. Veja as que valem hoje em ${DEPARTMENTS[offer.department]}.`
      : `${name} por ${formatPrice(offer.price)}, ${daysOf(offer)}. Veja em que filiais e as outras ofertas de ${DEPARTMENTS[offer.department]}.`,
    path: over ? undefined : offerPage(uuid),
    image: file,
    transitionTarget: 'foto',
    structured: (of) => [product(of, offer, branches)],
  };
}

/** Returns the days of an offer as a text that stays true, because search engines show it for days. */
const daysOf = ({ valid_from, valid_until }: PublicOffer) =>
  valid_from === valid_until ? `só em ${formatDayMonth(valid_from)}` : formatPeriod(valid_from, valid_until);

type Found = Extract<DataOf<typeof load>, { address: string }>;

export default function OfferPage({ data }: PageProps<typeof load>) {
  if (!data.offer) return <Unread />;
  const { offer, others } = data;
  return (
    <>
      <Opening {...data} />
      {others.length > 0 && (
        <Others department={offer.department} others={others} over={offer.state === 'ended'} />
      )}
    </>
  );
}

function Opening({ offer, branches, address }: Found) {
  const { product: name, department, saving, state } = offer;
  const { settings } = useSite();
  const today = settings?.today ?? '';
  const of = offerDetailText(offer);
  const over = state === 'ended';
  return (
    <article className={`one-offer ${over ? 'over' : ''}`}>
      <div className="tx">
        <p className="crumb">
          <a className="link" href={OFFERS_PATH}>
            Ofertas
          </a>
        </p>
        <a className="rtag" href={offersAddress({ department })}>
          <span className="tag tag-red">{DEPARTMENTS[department]}</span>
        </a>
        <h1 className={`d1 ${lengthClass(name)}`}>{name}</h1>
        {of && <p className="lead">{of}</p>}
        <div className="shelf-label">
          <OfferPrice offer={offer} over={over} />
          <OfferTerms offer={offer} />
        </div>
        <ul className="offer-facts">
          <li>
            <Icon name="calendar-days" />
            <span>
              <Validity offer={offer} today={today} />
            </span>
          </li>
          <li>
            <Icon name="map-pin" />
            <Where offer={offer} branches={branches} />
          </li>
        </ul>
        <div className="acts">
          {over ? (
            <>
              <a className="btn btn-red" href={offersAddress({ department })}>
                Ver o que está em oferta
              </a>
              <OfferActions offer={offer} />
            </>
          ) : (
            <>
              <OfferActions offer={offer} className="btn-red" />
              <Share offer={offer} address={address} />
            </>
          )}
        </div>
        <a className="link" href="/booklets-day">
          Ver o encarte do dia
        </a>
      </div>
      <div className="im vt-picture" id="foto">
        <OfferPicture offer={offer} sizes="(width < 60em) 100vw, max(50vw, 640px)" eager />
        {saving > 0 && !over && <Saving percent={saving} />}
      </div>
    </article>
  );
}

const Share = ({ offer, address }: { offer: PublicOffer; address: string }) => (
  <>
    <a
      className="btn btn-line"
      href={`https://wa.me/?text=${encodeURIComponent(`${nameOf(offer)} por ${formatPrice(offer.price)}\n${address}`)}`}
      data-address={address}
      target="_blank"
      rel="noopener"
    >
      <Icon name="whatsapp" />
      Mandar no WhatsApp
    </a>
    <ShareButton title={nameOf(offer)} path={new URL(address).pathname} className="btn-line rshare" />
  </>
);

function Where({ offer, branches }: { offer: PublicOffer; branches: Found['branches'] }) {
  const own = branches.filter(({ uuid }) => offer.branches?.includes(uuid));
  if (offer.branches === null)
    return (
      <a className="link" href="/branches">
        Em todas as filiais
      </a>
    );
  if (own.length === 0 || own.length > MAX_NAMED_BRANCHES)
    return (
      <a className="link" href="/branches">
        Em {offer.branches.length} {offer.branches.length === 1 ? 'filial' : 'filiais'}
      </a>
    );
  return (
    <span>
      Só em{' '}
      {own.map(({ uuid, name }, index) => (
        <span key={uuid}>
          {index > 0 && (index === own.length - 1 ? ' e ' : ', ')}
          <a className="link" href={branchPage(uuid)}>
            {name}
          </a>
        </span>
      ))}
    </span>
  );
}

function Others({
  department,
  others,
  over,
}: {
  department: PublicOffer['department'];
  others: PublicOffer[];
  over: boolean;
}) {
  const { settings } = useSite();
  return (
    <section className="owin" aria-labelledby="mais">
      <div className="wrap">
        <div className="shd">
          <h2 className="d2" id="mais">
            {over ? 'No lugar dela' : 'No mesmo corredor'}
          </h2>
          <a className="btn btn-line" href={offersAddress({ department })}>
            Tudo de {DEPARTMENTS[department]}
          </a>
        </div>
        <OfferRow offers={others} today={settings?.today ?? ''} />
      </div>
    </section>
  );
}

function Unread() {
  return (
    <>
      <PageHead title="Ofertas" />
      <div className="wrap sec">
        <div className="nothing">
          <h2 className="d3">Não conseguimos abrir esta oferta agora</h2>
          <a className="btn btn-red" href={OFFERS_PATH}>
            Todas as ofertas
          </a>
        </div>
      </div>
    </>
  );
}

const nameOf = ({ product: name, brand, ...offer }: PublicOffer) =>
  [name, brand, sizeText(offer)].filter(Boolean).join(', ');

/** Returns the class of a smaller font for long names. */
function lengthClass(name: string): string {
  if (name.length > 48) return 'small';
  return name.length > 20 ? 'mid' : '';
}
