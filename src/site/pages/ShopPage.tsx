import { shopPage } from '../../content/recordPages.ts';
import { type Shop, siteShop, siteShops } from '../../content/shops/shop.contract.ts';
import { nextShops } from '../../content/shops/shop.selection.ts';
import { PictureGallery } from '../../content/shops/site/PictureGallery.tsx';
import { ShopCard } from '../../content/shops/site/ShopCard.tsx';
import { callLink, whatsappLink } from '../../shared/text/phone.ts';
import { Icon } from '../../ui/Icon.tsx';
import { hasSocial, SocialItems } from '../../ui/SocialItems.tsx';
import { EmailFact, PhonesFact } from '../../ui/site/facts/Fact.tsx';
import { Picture } from '../../ui/site/Picture.tsx';
import type { PageMeta } from '../meta.ts';
import { PageHead } from '../PageHead.tsx';
import { type HeadArgs, type LoaderInput, PageNotFound, type PageProps, withStatus } from '../page.ts';
import { store } from '../structuredData/structuredPlaces.ts';
import sheet from './ShopPage.css?inline';

export { sheet };

const NEIGHBOURS = 4;

export async function load({ reader, params: { uuid } }: LoaderInput) {
  const { read, errors, status } = reader;
  const shop = (await read(siteShop, { params: { uuid } }))?.data;
  if (!shop) {
    if (status() < 500) throw new PageNotFound();
    return withStatus({ shop: null, neighbours: [], errors }, status());
  }
  const all = await read(siteShops);
  return { shop, neighbours: nextShops(uuid, all?.data ?? [], NEIGHBOURS), errors };
}

export function head({ data }: HeadArgs<typeof load>): PageMeta {
  const { shop } = data;
  if (!shop) return { title: 'Lojas do shopping' };
  return {
    title: shop.name,
    description: shop.description ?? `${shop.name}: telefone, e-mail e fotos da loja.`,
    path: shopPage(shop.uuid),
    image: shop.file,
    transitionTarget: 'foto',
    structured: (site) => [store(site, shop)],
  };
}

export default function ShopPage({ data: { shop, neighbours } }: PageProps<typeof load>) {
  if (!shop) {
    return (
      <>
        <PageHead title="Loja" />
        <div className="wrap sec nothing">
          <h2 className="d2">A porta desta loja emperrou</h2>
          <p className="lead">Não conseguimos mostrar a loja agora.</p>
          <a className="btn btn-red" href="/shops">
            Ver as lojas
          </a>
        </div>
      </>
    );
  }
  return (
    <>
      <article>
        <Front shop={shop} />
        {shop.gallery.length > 0 && (
          <section className="wrap sec" aria-labelledby="fotos">
            <h2 className="d2 shop-inside" id="fotos">
              Por dentro
            </h2>
            <PictureGallery pictures={shop.gallery} subject={`loja ${shop.name}`} />
          </section>
        )}
      </article>
      {neighbours.length > 0 && (
        <section className="wrap sec next-door" aria-labelledby="vizinhas">
          <div className="shd">
            <h2 className="d2" id="vizinhas">
              No mesmo corredor
            </h2>
            <a className="btn btn-line" href="/shops">
              Ver todas as lojas
            </a>
          </div>
          <div className="shops">
            {neighbours.map((neighbour) => (
              <ShopCard key={neighbour.uuid} shop={neighbour} heading="h3" />
            ))}
          </div>
        </section>
      )}
    </>
  );
}

function Front({ shop }: { shop: Shop }) {
  const { name, description, email, phone, phone_secondary, file } = shop;
  const whatsapp = whatsappLink(phone_secondary, phone);
  const call = callLink(phone);
  return (
    <section className="shop-front">
      <div className="ph vt-picture" id="foto">
        <Picture
          file={file}
          sizes="(width < 60em) 100vw, 56vw"
          alt={file.alt ?? `Fachada da loja ${name}`}
          eager
        />
      </div>
      <div className="tx">
        <p className="sm">
          <a className="link" href="/shops">
            Lojas do shopping
          </a>
        </p>
        <h1 className="d1">{name}</h1>
        {description && <p className="lead">{description}</p>}
        <div className="facts">
          <PhonesFact phones={[phone, phone_secondary]} />
          <EmailFact email={email} />
          {hasSocial(shop) && (
            <ul className="soc">
              <SocialItems links={shop} />
            </ul>
          )}
        </div>
        <div className="acts">
          {whatsapp ? (
            <a className="btn btn-red" href={whatsapp} target="_blank" rel="noopener">
              <Icon name="whatsapp" />
              WhatsApp
            </a>
          ) : (
            call && (
              <a className="btn btn-red" href={call}>
                <Icon name="phone" />
                Ligar
              </a>
            )
          )}
        </div>
      </div>
    </section>
  );
}
