import { siteShops } from '../../content/shops/shop.contract.ts';
import { readShopSearch, selectShops } from '../../content/shops/shop.selection.ts';
import { ShopCard } from '../../content/shops/site/ShopCard.tsx';
import { plural } from '../../shared/text/plural.ts';
import { SearchForm } from '../../ui/site/SearchForm.tsx';
import type { PageMeta } from '../meta.ts';
import { PageHead } from '../PageHead.tsx';
import { type HeadArgs, type LoaderInput, type PageProps, withStatus } from '../page.ts';
import sheet from './ShopsPage.css?inline';

export { sheet };

export async function load({ reader, url }: LoaderInput) {
  const { read, errors, status } = reader;
  const search = readShopSearch(url.searchParams);
  const shops = (await read(siteShops))?.data;
  if (!shops) return withStatus({ shops: null, count: 0, search, errors }, status());
  return { shops: selectShops(shops, search), count: shops.length, search, errors };
}

export function head({ data }: HeadArgs<typeof load>): PageMeta {
  const { search, shops } = data;
  return {
    title: search ? `Lojas com “${search}”` : 'Lojas do shopping',
    description: 'As lojas do shopping: o que cada uma vende, telefone, e-mail e redes sociais.',
    path: search ? undefined : '/shops',
    image: shops?.[0]?.file,
  };
}

export default function ShopsPage({ data: { shops, count, search } }: PageProps<typeof load>) {
  return (
    <>
      <PageHead
        art="lojas"
        title="Lojas"
        text="Do sorvete ao sapato da formatura, tudo no mesmo corredor do shopping."
      />
      <div className="wrap places">
        {shops && count > 0 ? (
          <>
            <div className="seek">
              <SearchForm
                action="/shops"
                label="Buscar loja por nome ou pelo que ela vende"
                placeholder="Nome ou produto"
                search={search}
              />
            </div>
            <p className="found" role="status">
              {shops.length === 0 ? 'Nenhuma loja' : plural(shops.length, 'loja', 'lojas')}
              {search && ` com “${search}”`}
            </p>
            {shops.length > 0 ? (
              <div className="shops">
                {shops.map((shop) => (
                  <ShopCard key={shop.uuid} shop={shop} heading="h2" grows />
                ))}
              </div>
            ) : (
              <div className="nothing">
                <h2 className="d2">Essa vitrine a gente não tem</h2>
                <p className="lead">Tente só um pedaço do nome, ou o que você quer comprar.</p>
                <a className="btn btn-red" href="/shops">
                  Ver todas as lojas
                </a>
              </div>
            )}
          </>
        ) : (
          <div className="nothing">
            <h2 className="d2">{shops ? 'As vitrines estão vazias' : 'As portas emperraram'}</h2>
            <p className="lead">
              {shops
                ? 'Quando uma loja abrir, ela aparece aqui. Enquanto isso, veja o que passa no cinema.'
                : 'Não conseguimos mostrar as lojas agora.'}
            </p>
            <a className="btn btn-red" href={shops ? '/cinema' : '/shopping'}>
              {shops ? 'Ver o cinema' : 'Ver o shopping'}
            </a>
          </div>
        )}
      </div>
    </>
  );
}
