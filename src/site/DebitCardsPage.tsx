import { siteAboutCreditCards } from '../features/abouts/about.contract.ts';
import { CardArt } from '../features/abouts/CardArt.tsx';
import { Icon } from '../ui/Icon.tsx';
import sheet from './DebitCardsPage.css?url';
import type { PageMeta } from './meta.ts';
import { type Asked, type HeadArgs, loaded, type PageProps } from './page.ts';
import { useSite } from './useSite.ts';

export { sheet };

export async function load({ reader }: Asked) {
  const { read, errors, status } = reader;
  const about = await read(siteAboutCreditCards);
  return loaded({ about: about?.data ?? null, errors }, status());
}

export function head({ data }: HeadArgs<typeof load>): PageMeta {
  return {
    title: 'Cartão',
    description: data.about?.description ?? 'O cartão da casa: como funciona e como pedir o seu.',
    path: '/debit-cards',
  };
}

export default function DebitCardsPage({ data: { about } }: PageProps<typeof load>) {
  const { whatsapp } = useSite();
  return (
    <>
      <section className="cardhead">
        <div className="wrap">
          <div>
            <h1 className="d1">{about?.title ?? 'O cartão da casa'}</h1>
            {about?.description && <p className="lead">{about.description}</p>}
            {whatsapp && (
              <div className="acts">
                <a className="btn btn-sun" href={whatsapp.href} target="_blank" rel="noopener">
                  <Icon name="whatsapp" />
                  Pedir pelo WhatsApp
                </a>
              </div>
            )}
          </div>
          <div className="card-stack" aria-hidden="true">
            <CardArt back />
            <CardArt />
            <div className="burst">
              <small>peça o</small>
              <span>seu</span>
            </div>
          </div>
        </div>
      </section>
      {about && about.about_items.length > 0 && (
        <section className="wrap sec" aria-labelledby="vantagens">
          <div className="shd">
            <h2 className="d2" id="vantagens">
              O que ele faz por você
            </h2>
          </div>
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
      <section className="wrap sec card-ask" aria-labelledby="como">
        <h2 className="d2" id="como">
          Como pedir
        </h2>
        <p className="lead">
          {whatsapp
            ? 'Mande um oi no WhatsApp. Quem responde é gente da casa, e diz na hora do que precisa.'
            : 'Passe no balcão do cartão da filial mais perto de você.'}
        </p>
        <div className="acts">
          {whatsapp ? (
            <a className="btn btn-red" href={whatsapp.href} target="_blank" rel="noopener">
              <Icon name="whatsapp" />
              {whatsapp.label}
            </a>
          ) : (
            <a className="btn btn-red" href="/branches">
              Achar uma filial
            </a>
          )}
        </div>
      </section>
    </>
  );
}
