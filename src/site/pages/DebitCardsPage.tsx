import { siteAboutCreditCards } from '../../content/aboutPages/aboutPage.contract.ts';
import { siteCardTerms } from '../../content/aboutPages/cardTerm.contract.ts';
import { CardArt } from '../../content/aboutPages/site/CardArt.tsx';
import {
  CardCalls,
  CardCosts,
  CardDocuments,
  CardSteps,
  hasFees,
  hasNoAnnualFee,
} from '../../content/aboutPages/site/CardTerms.tsx';
import { siteBranches } from '../../content/branches/branch.contract.ts';
import { siteQuestions } from '../../content/questions/question.contract.ts';
import { CARD_TOPIC, HELP_PAGE } from '../../content/questions/question.types.ts';
import { Questions } from '../../content/questions/site/Questions.tsx';
import { branchPage } from '../../content/recordPages.ts';
import { Icon } from '../../ui/Icon.tsx';
import type { PageMeta } from '../meta.ts';
import { type DataOf, type HeadArgs, type LoaderInput, type PageProps, withStatus } from '../page.ts';
import { faqPage } from '../structuredData/structuredFaq.ts';
import { cardProgram } from '../structuredData/structuredProducts.ts';
import { useSite } from '../useSite.ts';
import sheet from './DebitCardsPage.css?inline';

export { sheet };

const PATH = '/debit-cards';

export async function load({ reader }: LoaderInput) {
  const { read, errors, status } = reader;
  const [about, terms, questions, branches] = await Promise.all([
    read(siteAboutCreditCards),
    read(siteCardTerms),
    read(siteQuestions, { query: { topic: CARD_TOPIC } }),
    read(siteBranches),
  ]);
  return withStatus(
    {
      about: about?.data ?? null,
      terms: terms?.data ?? [],
      questions: questions?.data ?? [],
      branches: (branches?.data ?? []).map(({ uuid, name, city, state }) => ({ uuid, name, city, state })),
      errors,
    },
    status(),
  );
}

export function head({ data }: HeadArgs<typeof load>): PageMeta {
  return {
    title: 'Cartão',
    description: data.about?.description ?? 'O cartão da casa: como funciona e como pedir o seu.',
    path: PATH,
    structured: (site) => [cardProgram(site), faqPage(site, PATH, data.questions)],
  };
}

type LoaderData = DataOf<typeof load>;

export default function DebitCardsPage({ data }: PageProps<typeof load>) {
  const { about, terms, questions } = data;
  return (
    <>
      <Opening {...data} />
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
      <CardCosts terms={terms} />
      <Ask {...data} />
      <CardCalls terms={terms} />
      {questions.length > 0 && (
        <section className="wrap sec card-faq" aria-labelledby="perguntas">
          <div>
            <h2 className="d2" id="perguntas">
              Perguntas do cartão
            </h2>
            <a className="link" href={HELP_PAGE}>
              Outras perguntas
            </a>
          </div>
          <Questions questions={questions} page={PATH} />
        </section>
      )}
    </>
  );
}

function Opening({ about, terms }: LoaderData) {
  const { cardWhatsapp: whatsapp } = useSite();
  const free = hasNoAnnualFee(terms);
  return (
    <section className="cardhead">
      <div className="wrap">
        <div>
          <h1 className="d1">{about?.title ?? 'O cartão da casa'}</h1>
          {about?.description && <p className="lead">{about.description}</p>}
          <div className="acts">
            {whatsapp && (
              <a className="btn btn-sun" href={whatsapp.href} target="_blank" rel="noopener">
                <Icon name="whatsapp" />
                Pedir pelo WhatsApp
              </a>
            )}
            {hasFees(terms) && (
              <a className="btn btn-line" href="#tarifas">
                Ver quanto custa
              </a>
            )}
          </div>
        </div>
        <div className="card-stack" aria-hidden="true">
          <CardArt back />
          <CardArt />
          <div className="burst">
            <small>{free ? 'anuidade' : 'peça o'}</small>
            <span>{free ? 'zero' : 'seu'}</span>
          </div>
        </div>
      </div>
    </section>
  );
}

function Ask({ terms, branches }: LoaderData) {
  const { cardWhatsapp: whatsapp } = useSite();
  return (
    <section className="wrap sec card-ask" aria-labelledby="como">
      <div className="shd">
        <h2 className="d2" id="como">
          Como pedir
        </h2>
      </div>
      <CardSteps terms={terms} />
      <div className="card-where">
        <CardDocuments terms={terms} />
        <div>
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
          {branches.length > 0 && (
            <>
              <h3 className="d4">Ou no balcão de uma filial</h3>
              <ul>
                {branches.map(({ uuid, name, city, state }) => (
                  <li key={uuid}>
                    <a className="link" href={branchPage(uuid)}>
                      {name}
                    </a>{' '}
                    <small>
                      {city}, {state}
                    </small>
                  </li>
                ))}
              </ul>
            </>
          )}
        </div>
      </div>
    </section>
  );
}
