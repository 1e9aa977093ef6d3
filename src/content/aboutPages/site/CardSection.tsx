import { Icon } from '../../../ui/Icon.tsx';
import type { PublicAboutPage } from '../aboutPage.contract.ts';
import { CardArt } from './CardArt.tsx';

const ICONS = ['calendar-days', 'tag', 'clapperboard', 'credit-card'] as const;

interface Props {
  about: PublicAboutPage;
  /** Link to ask for the card; null if no number is known. */
  whatsapp: string | null;
}

export function CardSection({ about, whatsapp }: Props) {
  return (
    <section className="cardsec">
      <div className="wrap">
        <div className="card-stack" aria-hidden="true">
          <CardArt back />
          <CardArt />
          <div className="burst">
            <small>peça o</small>
            <span>seu</span>
          </div>
        </div>
        <div>
          <h2 className="d2">{about.title}</h2>
          {about.description && <p className="lead">{about.description}</p>}
          <ul className="card-reasons">
            {about.about_items.map((item, index) => {
              const icon = ICONS[index % ICONS.length] ?? 'credit-card';
              return (
                <li key={item.uuid}>
                  <Icon name={icon} />
                  <div>
                    <h3>{item.title}</h3>
                    <p>{item.description}</p>
                  </div>
                </li>
              );
            })}
          </ul>
          <div className="acts">
            {whatsapp && (
              <a className="btn btn-sun" href={whatsapp} target="_blank" rel="noopener">
                <Icon name="whatsapp" />
                Pedir pelo WhatsApp
              </a>
            )}
            <a className="btn btn-line" href="/debit-cards">
              Conhecer o cartão
            </a>
          </div>
        </div>
      </div>
    </section>
  );
}
