import type { PublicAboutPage } from '../aboutPage.contract.ts';

export function HypermarketSection({ about }: { about: PublicAboutPage }) {
  return (
    <section className="sec">
      <div className="wrap hyper">
        <figure>
          <img
            src="/brand/carrinho.webp"
            width="1000"
            height="1000"
            alt="Carrinho cheio de frutas, pães, leite e brinquedos"
            loading="lazy"
            decoding="async"
          />
        </figure>
        <div>
          <h2 className="d2">{about.title}</h2>
          {about.description && <p className="lead">{about.description}</p>}
          {about.about_items.length > 0 && (
            <dl className="dept">
              {about.about_items.map((item) => (
                <div key={item.uuid}>
                  <dt>{item.title}</dt>
                  <dd>{item.description}</dd>
                </div>
              ))}
            </dl>
          )}
        </div>
      </div>
    </section>
  );
}
