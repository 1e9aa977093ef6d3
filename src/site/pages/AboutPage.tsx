import { siteAboutHypermarkets } from '../../content/aboutPages/aboutPage.contract.ts';
import { HypermarketSection } from '../../content/aboutPages/site/HypermarketSection.tsx';
import { formatCnpj } from '../../shared/text/format.ts';
import type { PageMeta } from '../meta.ts';
import { PageHead } from '../PageHead.tsx';
import { type HeadArgs, type LoaderInput, type PageProps, withStatus } from '../page.ts';
import { organization } from '../structuredData/structured.ts';
import { useSite } from '../useSite.ts';
import sheet from './AboutPage.css?inline';

export { sheet };

export async function load({ reader }: LoaderInput) {
  const { read, errors, status } = reader;
  const about = await read(siteAboutHypermarkets);
  return withStatus({ about: about?.data ?? null, errors }, status());
}

export function head({ data }: HeadArgs<typeof load>): PageMeta {
  return {
    title: 'Sobre nós',
    description: data.about?.description ?? 'Quem somos, onde estamos e como falar com a gente.',
    path: '/about',
    structured: (site) => [organization(site, data.about?.description)],
  };
}

export default function AboutPage({ data: { about } }: PageProps<typeof load>) {
  const { information, settings } = useSite();
  const cnpj = information?.cnpj ?? settings?.fallback_cnpj;
  return (
    <>
      <PageHead
        art="sobre"
        title={settings?.site_name ?? 'Sobre nós'}
        text="Um hipermercado, um shopping, um cinema e um cartão. Tudo da mesma vizinhança."
      />
      {about && <HypermarketSection about={about} />}
      <section className="wrap sec" aria-labelledby="tambem">
        <div className="shd">
          <h2 className="d2" id="tambem">
            Conheça também
          </h2>
        </div>
        <ul className="benefits">
          {PLACES.map(({ to, title, text }) => (
            <li key={to}>
              <h3 className="d4">{title}</h3>
              <p>{text}</p>
              <a className="link" href={to}>
                Ver {title.toLocaleLowerCase('pt-BR')}
              </a>
            </li>
          ))}
        </ul>
      </section>
      {(information || cnpj) && (
        <section className="wrap sec prose" aria-labelledby="empresa">
          <h2 className="d3" id="empresa">
            A empresa
          </h2>
          <p>
            {[information?.corporate_name, cnpj && `CNPJ ${formatCnpj(cnpj)}`].filter(Boolean).join(', ')}.{' '}
            <a href="/contacts">Endereço, telefones e horários</a>
          </p>
        </section>
      )}
    </>
  );
}

const PLACES = [
  { to: '/branches', title: 'As filiais', text: 'Endereço, horários e como chegar a cada uma.' },
  { to: '/shopping', title: 'O shopping', text: 'Lojas, praça de alimentação e um passeio inteiro.' },
  { to: '/cinema', title: 'O cinema', text: 'O que está em cartaz e quanto custa o ingresso.' },
  { to: '/debit-cards', title: 'O cartão', text: 'Peça o seu e faça a compra caber no mês.' },
];
