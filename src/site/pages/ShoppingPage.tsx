import { siteAboutShoppings } from '../../content/aboutPages/aboutPage.contract.ts';
import { siteMovies } from '../../content/movies/movie.contract.ts';
import { Popcorn } from '../../content/movies/site/Popcorn.tsx';
import { sitePhones } from '../../content/phones/phone.contract.ts';
import { moviePage } from '../../content/recordPages.ts';
import { siteShops } from '../../content/shops/shop.contract.ts';
import { shopCardData } from '../../content/shops/shop.selection.ts';
import { ShopCard } from '../../content/shops/site/ShopCard.tsx';
import { placeNotices } from '../../content/specialDays/placeSpecialDays.ts';
import { SpecialDayNotices } from '../../content/specialDays/site/SpecialDayNotices.tsx';
import { siteSpecialDays } from '../../content/specialDays/specialDay.contract.ts';
import { plural } from '../../shared/text/plural.ts';
import { Picture } from '../../ui/site/Picture.tsx';
import type { PageMeta } from '../meta.ts';
import { type DataOf, type HeadArgs, type LoaderInput, type PageProps, withStatus } from '../page.ts';
import { placeContactOf, shoppingCenter } from '../structuredData/structuredPlaces.ts';
import { useSite } from '../useSite.ts';
import sheet from './ShoppingPage.css?inline';

export { sheet };

const SHOPS_SHOWN = 6;
const POSTERS_SHOWN = 4;
const WINDOWS_SHOWN = 3;

export async function load({ reader }: LoaderInput) {
  const { read, errors, status } = reader;
  const [about, shops, movies, phones, exceptions] = await Promise.all([
    read(siteAboutShoppings),
    read(siteShops),
    read(siteMovies),
    read(sitePhones),
    read(siteSpecialDays),
  ]);
  const showing = (movies?.data ?? []).filter((movie) => movie.status === 'showing');
  return withStatus(
    {
      about: about?.data ?? null,
      shops: (shops?.data ?? []).slice(0, SHOPS_SHOWN).map(shopCardData),
      shopCount: shops?.data.length ?? 0,
      // Other shops than those below, if there are enough.
      windows: (shops?.data ?? []).slice(-WINDOWS_SHOWN).map(({ uuid, file }) => ({ uuid, file })),
      posters: showing.slice(0, POSTERS_SHOWN).map(({ uuid, file }) => ({ uuid, file })),
      reach: placeContactOf('Shopping', phones?.data, exceptions?.data),
      exceptions: exceptions?.data ?? [],
      errors,
    },
    shops ? 200 : status(),
  );
}

export function head({ data }: HeadArgs<typeof load>): PageMeta {
  return {
    title: 'Shopping',
    description: data.about?.description ?? 'Lojas, praça de alimentação e cinema no mesmo lugar.',
    path: '/shopping',
    image: data.windows[0]?.file,
    structured: (site) => [shoppingCenter(site, data.about, data.reach)],
  };
}

type LoaderData = DataOf<typeof load>;

export default function ShoppingPage({ data }: PageProps<typeof load>) {
  const { about, shops, shopCount, windows, posters, exceptions } = data;
  const today = useSite().settings?.today;
  return (
    <>
      <section className="mall rays">
        <div className="wrap">
          <div>
            <h1 className="d1">{about?.title ?? 'O shopping'}</h1>
            <p className="lead">
              {about ? about.description : 'Lojas, praça de alimentação e cinema, tudo no mesmo lugar.'}
            </p>
          </div>
          {windows.length > 0 && (
            <div className="windows">
              {windows.map(({ uuid, file }, index) => (
                <Picture
                  key={uuid}
                  file={file}
                  sizes="(width < 60em) 60vw, 450px"
                  alt=""
                  eager={index === 0}
                />
              ))}
            </div>
          )}
        </div>
      </section>
      <SpecialDayNotices notices={today ? placeNotices(exceptions, 'shopping', 'o shopping', today) : []} />
      {about && about.about_items.length > 0 && (
        <section className="wrap mall-items" aria-labelledby="comodidades">
          <h2 className="sr-only" id="comodidades">
            Para o passeio render
          </h2>
          <ul className="benefits">
            {about.about_items.map(({ uuid, title, description }) => (
              <li key={uuid}>
                <h3 className="d4">{title}</h3>
                <p>{description}</p>
              </li>
            ))}
          </ul>
        </section>
      )}
      {shops.length > 0 && (
        <section className="wrap sec" aria-labelledby="lojas">
          <div className="shd">
            <h2 className="d2" id="lojas">
              Dê uma volta pelas lojas
            </h2>
            <a className="btn btn-line" href="/shops">
              {shopCount === 1 ? 'Ver a loja' : `Ver as ${plural(shopCount, 'loja', 'lojas')}`}
            </a>
          </div>
          <div className="shops">
            {shops.map((shop) => (
              <ShopCard key={shop.uuid} shop={shop} heading="h3" grows />
            ))}
          </div>
        </section>
      )}
      <WayToCinema posters={posters} />
    </>
  );
}

function WayToCinema({ posters }: { posters: LoaderData['posters'] }) {
  return (
    <section className="cineway dark" aria-labelledby="cinema">
      <div className="wrap">
        <div className="cineway-text">
          <h2 className="d2" id="cinema">
            Depois das compras, um filme
          </h2>
          <p className="lead">O cinema fica no mesmo shopping. Pipoca quentinha, fila curta.</p>
          <a className="btn btn-sun" href="/cinema">
            Ver o que está em cartaz
          </a>
        </div>
        {posters.length > 0 ? (
          <div className="fan">
            {posters.map(({ uuid, file }) => (
              <a key={uuid} href={moviePage(uuid)}>
                <Picture
                  file={file}
                  sizes="(width < 60em) 190px, 270px"
                  alt={file.alt || 'Cartaz de filme'}
                />
              </a>
            ))}
          </div>
        ) : (
          <Popcorn lazy />
        )}
      </div>
    </section>
  );
}
