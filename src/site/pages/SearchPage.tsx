import { type OfferSelection, siteOffers } from '../../content/offers/offer.contract.ts';
import { branchPage } from '../../content/recordPages.ts';
import { SearchField } from '../../content/search/SearchField.tsx';
import { SearchHitCard } from '../../content/search/SearchHitCard.tsx';
import { type SearchGroup, type SearchResult, searchSite } from '../../content/search/search.contract.ts';
import { readSearchQuery, SEARCH_KIND_FACTS, searchAddress } from '../../content/searchIndex/search.kinds.ts';
import { todayIn } from '../../content/settings/settings.contract.ts';
import { comingSpecialDays } from '../../content/specialDays/placeSpecialDays.ts';
import { siteSpecialDays } from '../../content/specialDays/specialDay.contract.ts';
import { CHAIN_ZONE } from '../../shared/text/chainZone.ts';
import { inSentence } from '../../shared/text/format.ts';
import { formatCount, plural } from '../../shared/text/plural.ts';
import { Icon, type IconName } from '../../ui/Icon.tsx';
import type { PageMeta } from '../meta.ts';
import { PageHead } from '../PageHead.tsx';
import { type DataOf, type HeadArgs, type LoaderInput, type PageProps, withStatus } from '../page.ts';
import { useSite } from '../useSite.ts';
import sheet from './SearchPage.css?inline';

export { sheet };

export async function load({ reader, url }: LoaderInput) {
  const { read, errors, status } = reader;
  const query = readSearchQuery(url.searchParams);
  const departments = async () => (await read(siteOffers))?.data.departments ?? [];
  if (!query.q)
    return { query, found: null, departments: await departments(), exceptions: [], failed: false, errors };
  const [found, exceptions] = await Promise.all([read(searchSite, { query }), read(siteSpecialDays)]);
  const data = {
    query,
    found: found?.data ?? null,
    exceptions: exceptions?.data ?? [],
    departments: found && found.data.total > 0 ? [] : await departments(),
    failed: !found,
    errors,
  };
  return withStatus(data, found ? 200 : status());
}

/** Has no canonical address: search results are not indexed. */
export function head({ data: { query } }: HeadArgs<typeof load>): PageMeta {
  return {
    title: query.q ? `Busca por “${query.q}”` : 'Buscar',
    description: 'Ofertas, receitas, filiais, lojas, filmes, vagas e tudo o mais do site, numa busca só.',
  };
}

type LoaderData = DataOf<typeof load>;

export default function SearchPage({ data }: PageProps<typeof load>) {
  const { query, found, failed } = data;
  const { q } = query;
  return (
    <>
      <PageHead
        art="busca"
        title={q ? 'Busca' : 'O que você procura?'}
        text="Produto, receita, filial, loja, filme ou vaga: escreva do seu jeito."
      />
      <div className="wrap places results">
        <SearchField
          id="busca"
          className="ask"
          question={q}
          placeholder="Pão de queijo, horário, vaga de caixa…"
          first={!q}
        />
        {failed && (
          <div className="nothing">
            <h2 className="d3">Não conseguimos buscar agora</h2>
            <p className="lead">Enquanto isso, os caminhos mais pedidos estão aqui.</p>
          </div>
        )}
        {found && <Results {...data} found={found} />}
        {(!found || found.total === 0) && <Ways departments={data.departments} />}
      </div>
    </>
  );
}

function Results({ query, found, exceptions }: LoaderData & { found: SearchResult }) {
  const { settings } = useSite();
  const { groups, total, words, meant, without } = found;
  const { q, kind } = query;
  if (total === 0)
    return (
      <div className="nothing">
        <p className="found" role="status">
          Nada encontrado com “{q}”
        </p>
        <h2 className="d2">Essa prateleira está vazia</h2>
        <p className="lead">
          Confira se a palavra está certa, tente uma só ou um nome mais comum. Ou siga por um destes caminhos.
        </p>
      </div>
    );
  const chosen = kind ? groups.filter((group) => group.kind === kind) : groups;
  return (
    <>
      <p className="found" role="status">
        {resultText(q, found, kind ? chosen[0] : undefined)}
      </p>
      {meant && (
        <p className="meant">
          Você quis dizer <a href={searchAddress({ q: meant })}>{meant}</a>? É o que mostramos.
        </p>
      )}
      {without.length > 0 && (
        <p className="meant">
          Nada tem {inSentence(without.map((word) => `“${word}”`))} junto: mostramos o que tem o resto.
        </p>
      )}
      <nav aria-label="O que mostrar" data-finder="kind">
        <ul className="rtags">
          <Choice to={searchAddress({ q })} name="Tudo" chosen={!kind} />
          {groups.map((group) => (
            <Choice
              key={group.kind}
              to={searchAddress({ q, kind: group.kind })}
              name={SEARCH_KIND_FACTS[group.kind].many}
              count={countText(group)}
              chosen={group.kind === kind}
            />
          ))}
        </ul>
      </nav>
      {chosen.map((group) => (
        <section key={group.kind} className="hits" aria-labelledby={`tipo-${group.kind}`}>
          <div className="hits-head">
            <h2 className="d3" id={`tipo-${group.kind}`}>
              {SEARCH_KIND_FACTS[group.kind].many}
            </h2>
            {!kind && group.count > group.hits.length && (
              <a className="link" href={searchAddress({ q, kind: group.kind })}>
                Ver{' '}
                {group.more ? `mais de ${formatCount(group.count)}` : `todos os ${formatCount(group.count)}`}
                <span className="sr-only"> resultados em {SEARCH_KIND_FACTS[group.kind].many}</span>
              </a>
            )}
          </div>
          <ul className="hits-list">
            {group.hits.map((hit) => (
              <li key={hit.uuid ?? hit.href}>
                <SearchHitCard
                  hit={hit}
                  words={words}
                  special={
                    hit.hours.length > 0 && settings && hit.uuid && hit.href === branchPage(hit.uuid)
                      ? comingSpecialDays(
                          exceptions,
                          hit.uuid,
                          todayIn(settings, hit.time_zone ?? CHAIN_ZONE),
                        )
                      : []
                  }
                />
              </li>
            ))}
          </ul>
        </section>
      ))}
      {kind && chosen.length === 0 && (
        <p className="lead">
          Nada em {SEARCH_KIND_FACTS[kind].many}. <a href={searchAddress({ q })}>Veja tudo o que achamos.</a>
        </p>
      )}
      <Pages query={query} found={found} />
    </>
  );
}

const countText = ({ count, more }: SearchGroup) => (more ? `${formatCount(count)}+` : formatCount(count));

function Choice({ to, name, count, chosen }: { to: string; name: string; count?: string; chosen: boolean }) {
  return (
    <li>
      <a href={to} aria-current={chosen ? 'true' : undefined}>
        <span className="tag">
          {name}
          {count && <small>{count}</small>}
        </span>
      </a>
    </li>
  );
}

function Pages({
  query: { q, kind },
  found: { page, pages },
}: Pick<LoaderData, 'query'> & { found: SearchResult }) {
  if (!kind || pages === 1) return null;
  const to = (number: number) => searchAddress({ q, kind, page: number });
  return (
    <nav className="acts rpages" aria-label="Mais resultados">
      {page > 1 && (
        <a className="btn btn-line" href={to(page - 1)} rel="prev">
          Resultados anteriores
        </a>
      )}
      {page < pages && (
        <a className="btn btn-red" href={to(page + 1)} rel="next">
          Mais resultados
        </a>
      )}
    </nav>
  );
}

const WAYS: readonly { href: string; icon: IconName; title: string; text: string }[] = [
  { href: '/booklets-day', icon: 'calendar-days', title: 'Ofertas do dia', text: 'O encarte que vale hoje.' },
  {
    href: '/branches',
    icon: 'map-pin',
    title: 'Filiais',
    text: 'Endereços, horários e quem está aberto agora.',
  },
  {
    href: '/tips-and-recipes',
    icon: 'book-open',
    title: 'Dicas e receitas',
    text: 'Com a lista de compras pronta.',
  },
  { href: '/cinema', icon: 'clapperboard', title: 'Cinema', text: 'Sessões e preços da semana.' },
  { href: '/debit-cards', icon: 'credit-card', title: 'Cartão', text: 'Como pedir e o que ele faz.' },
  { href: '/contacts', icon: 'phone', title: 'Contato', text: 'Telefones, WhatsApp e atendimento.' },
];

/** Links to departments with offers and to frequent pages, for an empty query or one without results. */
function Ways({ departments }: Pick<OfferSelection, 'departments'>) {
  return (
    <div className="ways">
      {departments.length > 0 && (
        <section aria-labelledby="departamentos">
          <h2 className="d3" id="departamentos">
            Ofertas por departamento
          </h2>
          <ul className="rtags">
            {departments.map(({ department, name, count }) => (
              <Choice
                key={department}
                to={`/offers?${new URLSearchParams({ departamento: department })}`}
                name={name}
                count={formatCount(count)}
                chosen={false}
              />
            ))}
          </ul>
        </section>
      )}
      <section aria-labelledby="caminhos">
        <h2 className="d3" id="caminhos">
          O que mais se procura
        </h2>
        <ul className="hits-list">
          {WAYS.map(({ href, icon, title, text }) => (
            <li key={href}>
              <article className="hit tap">
                <div className="hit-ph">
                  <span className="hit-icon">
                    <Icon name={icon} />
                  </span>
                </div>
                <div className="hit-text">
                  <h3 className="d4">
                    <a href={href}>{title}</a>
                  </h3>
                  <p>{text}</p>
                </div>
              </article>
            </li>
          ))}
        </ul>
      </section>
    </div>
  );
}

/** Returns «12 resultados com “pão”» or «40 ofertas com “pão”, página 2 de 3». */
function resultText(
  q: string,
  { total, groups, page, pages }: SearchResult,
  group: SearchGroup | undefined,
): string {
  const isMore = group ? group.more : groups.some(({ more }) => more);
  const count = plural(group ? group.count : total, 'resultado', 'resultados');
  const of = group ? ` em ${SEARCH_KIND_FACTS[group.kind].many}` : '';
  return `${isMore ? 'Mais de ' : ''}${count} com “${q}”${of}${group && pages > 1 ? `, página ${page} de ${pages}` : ''}`;
}
