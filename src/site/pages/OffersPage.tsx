import { siteBranches } from '../../content/branches/branch.contract.ts';
import {
  OFFERS_PATH,
  type OffersQuery,
  offersAddress,
  readOfferQuery,
} from '../../content/offers/offer.address.ts';
import {
  type OfferSelection,
  type PublicOffer,
  siteHighlights,
  siteOffers,
} from '../../content/offers/offer.contract.ts';
import { HighlightedOffers } from '../../content/offers/site/HighlightedOffers.tsx';
import { OfferCard } from '../../content/offers/site/OfferCard.tsx';
import { OfferFinder, OfferSorts } from '../../content/offers/site/OfferFinder.tsx';
import { DEPARTMENTS } from '../../content/pricing/offer.types.ts';
import { formatDayMonth, inSentence } from '../../shared/text/format.ts';
import { formatCount, plural } from '../../shared/text/plural.ts';
import { Icon } from '../../ui/Icon.tsx';
import { DayBoundText } from '../../ui/site/DayBoundText.tsx';
import { listPageName, type PageMeta } from '../meta.ts';
import { PageHead } from '../PageHead.tsx';
import { type HeadArgs, type LoaderInput, type PageProps, withStatus } from '../page.ts';
import linked from './OffersPage.css?url';

// Too long for inline styles, and shoppers open several pages of this list.
export { linked };

const TITLE = 'Ofertas';
/** Number of offers that the description of a later page names. */
const NAMED_OFFERS = 5;

export async function load({ reader, url }: LoaderInput) {
  const { read, errors, status } = reader;
  const query = readOfferQuery(url.searchParams);
  const { search, department, branch, sort, page } = query;
  const [selection, all] = await Promise.all([
    read(siteOffers, {
      query: { search, sort, page, department: department ?? undefined, branch: branch ?? undefined },
    }),
    read(siteBranches),
  ]);
  const branches = (all?.data ?? []).map(({ uuid, name }) => ({ uuid, name }));
  if (!selection)
    return withStatus({ asked: query, selection: null, branches, instead: [], errors }, status());
  const instead = selection.data.total === 0 ? ((await read(siteHighlights))?.data ?? []) : [];
  return { asked: query, selection: selection.data, branches, instead, errors };
}

export function head({ data: { asked, selection } }: HeadArgs<typeof load>): PageMeta {
  const { department, search, branch, sort } = asked;
  const name = department && DEPARTMENTS[department];
  const findable = selection && !search && !branch && sort === 'place';
  const later = selection && selection.page > 1 ? selection : null;
  return {
    title: name ? `${listPageName(name, later?.page)} · ${TITLE}` : listPageName(TITLE, later?.page),
    description: later
      ? `${listPageName(name ? `Ofertas de ${name}` : 'Ofertas', later.page)}: ${inSentence(
          later.offers.map(({ product }) => product),
          NAMED_OFFERS,
        )}.`
      : name
        ? `As ofertas de ${name} que valem hoje, com preço, preço por quilo ou litro e o último dia de cada uma.`
        : 'As ofertas que valem hoje em cada departamento, com preço, preço por quilo ou litro e o último dia.',
    path: findable ? offersAddress({ department, page: selection.page }) : undefined,
    image: selection?.offers[0]?.file,
  };
}

export default function OffersPage({
  data: { asked, selection, branches, instead },
}: PageProps<typeof load>) {
  return (
    <>
      <PageHead
        title={TITLE}
        text="Cada preço com o seu dia. Escolha o corredor e venha buscar."
        beside={
          <span className="offers-heap">
            <img src="/brand/abacaxi.webp" width="158" height="158" alt="" fetchPriority="low" />
            <img src="/brand/tomate.webp" width="122" height="122" alt="" fetchPriority="low" />
          </span>
        }
      />
      <div className="wrap places">
        {selection ? (
          <>
            <OfferFinder asked={asked} departments={selection.departments} branches={branches} />
            <div className="offers-found">
              <p className="found" role="status">
                {resultText(asked, selection, branches)}
              </p>
              {asked.branch === null && branches.length > 1 && (
                <a
                  className="link own-offers"
                  href={offersAddress({ ...asked, page: 1 })}
                  data-my-store-link="filial"
                >
                  <Icon name="map-pin" />
                  Só as da minha loja
                </a>
              )}
              {selection.total > 1 && <OfferSorts asked={asked} />}
            </div>
            {selection.total > 0 ? (
              <Offers selection={selection} isOurOrder={asked.sort === 'place'} />
            ) : (
              <Nothing asked={offersAddress(asked) !== OFFERS_PATH} />
            )}
            <Pages selection={selection} asked={asked} />
          </>
        ) : (
          <div className="nothing">
            <h2 className="d3">Não conseguimos mostrar as ofertas agora</h2>
            <p className="lead">Enquanto isso, veja o encarte de hoje.</p>
            <a className="btn btn-red" href="/booklets-day">
              Ofertas do dia
            </a>
          </div>
        )}
      </div>
      {selection && <HighlightedOffers offers={instead} today={selection.today} />}
    </>
  );
}

/** Shows current offers, then coming ones. Offers change groups at midnight. */
function Offers({
  selection: { offers, today },
  isOurOrder,
}: {
  selection: OfferSelection;
  /** True for the default order. A requested order is not changed. */
  isOurOrder: boolean;
}) {
  const current = offers.filter(({ state }) => state === 'current');
  const coming = offers.filter(({ state }) => state !== 'current');
  const cards = (some: PublicOffer[], first: boolean) => (
    <div className="offers" data-my-store-first={isOurOrder ? '' : undefined}>
      {some.map((offer, index) => (
        <OfferCard
          key={offer.uuid}
          offer={offer}
          today={today}
          heading="h3"
          eager={first && index === 0}
          grows
        />
      ))}
    </div>
  );
  return (
    <>
      {current.length > 0 && (
        <section aria-labelledby="valendo">
          <h2 className="sr-only" id="valendo">
            <DayBoundText day={today} past={`Valiam em ${formatDayMonth(today)}`}>
              Valendo hoje
            </DayBoundText>
          </h2>
          {cards(current, true)}
        </section>
      )}
      {coming.length > 0 && (
        <section className="offers-coming" aria-labelledby="logo">
          <h2 className="d3" id="logo">
            <DayBoundText day={today} past={`Começavam depois de ${formatDayMonth(today)}`}>
              Começam nos próximos dias
            </DayBoundText>
          </h2>
          {cards(coming, current.length === 0)}
        </section>
      )}
    </>
  );
}

function Nothing({ asked }: { asked: boolean }) {
  return (
    <div className="nothing">
      <h2 className="d2">{asked ? 'Essa não está em oferta' : 'Nenhuma oferta por aqui agora'}</h2>
      <p className="lead">
        {asked
          ? 'Tente só um pedaço do nome, outra filial, ou dê uma volta pelos corredores.'
          : 'Quando entrar uma, ela aparece aqui. Enquanto isso, veja as ofertas do dia.'}
      </p>
      <a className="btn btn-red" href={asked ? OFFERS_PATH : '/booklets-day'}>
        {asked ? 'Ver todas as ofertas' : 'Ofertas do dia'}
      </a>
    </div>
  );
}

function Pages({ selection: { page, pages }, asked }: { selection: OfferSelection; asked: OffersQuery }) {
  if (pages === 1) return null;
  const to = (number: number) => offersAddress({ ...asked, page: number });
  return (
    <nav className="acts offers-pages" aria-label="Mais ofertas">
      {page > 1 && (
        <a className="btn btn-line" href={to(page - 1)} rel="prev">
          Ofertas anteriores
        </a>
      )}
      {page < pages && (
        <a className="btn btn-red" href={to(page + 1)} rel="next">
          Mais ofertas
        </a>
      )}
    </nav>
  );
}

/** Returns «4 ofertas com “leite” em Frios e laticínios, na Aurora Centro, página 2 de 3». */
function resultText(
  { search, department, branch }: OffersQuery,
  { total, more, page, pages }: OfferSelection,
  branches: readonly { uuid: string; name: string }[],
): string {
  const count =
    total === 0
      ? 'Nenhuma oferta'
      : total === 1
        ? plural(total, 'oferta', 'ofertas')
        : `${formatCount(total)} ofertas`;
  const where = branches.find(({ uuid }) => uuid === branch)?.name;
  const what = [
    more ? `Mais de ${count}` : count,
    search && `com “${search}”`,
    department && `em ${DEPARTMENTS[department]}`,
    where && `que valem na filial ${where}`,
  ];
  return what.filter(Boolean).join(' ') + (pages > 1 ? `, página ${page} de ${pages}` : '');
}
