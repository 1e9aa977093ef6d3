import { sitePhoneServiceHours } from '../../content/phoneServiceHours/phoneServiceHours.contract.ts';
import {
  formatServiceBreak,
  formatServiceDays,
  formatServiceTimes,
} from '../../content/phoneServiceHours/phoneServiceHours.format.ts';
import { sitePhones } from '../../content/phones/phone.contract.ts';
import { phoneHref, phoneLabel } from '../../content/phones/phone.format.ts';
import { siteQuestions } from '../../content/questions/question.contract.ts';
import {
  groupByTopic,
  readQuestionSearch,
  selectQuestions,
} from '../../content/questions/question.selection.ts';
import { HELP_PAGE, topicAnchor } from '../../content/questions/question.types.ts';
import { Questions } from '../../content/questions/site/Questions.tsx';
import { plural } from '../../shared/text/plural.ts';
import { Icon } from '../../ui/Icon.tsx';
import { PhoneLink } from '../../ui/site/facts/PhoneLink.tsx';
import { SearchForm } from '../../ui/site/SearchForm.tsx';
import type { PageMeta } from '../meta.ts';
import { PageHead } from '../PageHead.tsx';
import { type DataOf, type HeadArgs, type LoaderInput, type PageProps, withStatus } from '../page.ts';
import { faqPage } from '../structuredData/structuredFaq.ts';
import { useSite } from '../useSite.ts';
import sheet from './HelpPage.css?inline';

export { sheet };

export async function load({ reader, url }: LoaderInput) {
  const { read, errors, status } = reader;
  const search = readQuestionSearch(url.searchParams);
  const [questions, phones, hours] = await Promise.all([
    read(siteQuestions),
    read(sitePhones),
    read(sitePhoneServiceHours),
  ]);
  const all = questions?.data ?? [];
  return withStatus(
    {
      search,
      count: all.length,
      questions: selectQuestions(all, search),
      phones: phones?.data ?? [],
      hours: hours?.data ?? [],
      errors,
    },
    questions ? 200 : status(),
  );
}

export function head({ data: { search, questions } }: HeadArgs<typeof load>): PageMeta {
  return {
    title: search ? `Ajuda com “${search}”` : 'Ajuda',
    description:
      'Perguntas e respostas: trocas e devoluções, pagamento, vale-alimentação, cartão, entregas e a Ouvidoria.',
    path: search ? undefined : HELP_PAGE,
    structured: (site) => [faqPage(site, HELP_PAGE, questions)],
  };
}

type LoaderData = DataOf<typeof load>;

export default function HelpPage({ data }: PageProps<typeof load>) {
  const { search, count, questions } = data;
  const topics = groupByTopic(questions);
  return (
    <>
      <PageHead art="ajuda" title="Ajuda" text="O que mais perguntam no balcão, já respondido." />
      {count > 0 && (
        <div className="wrap help">
          <div className="seek">
            <SearchForm
              action={HELP_PAGE}
              label="Buscar nas perguntas e respostas"
              placeholder="Troca, nota, vale…"
              search={search}
            />
            {!search && topics.length > 1 && (
              <nav aria-label="Assuntos">
                <ul className="rtags">
                  {topics.map(({ number, text }) => (
                    <li key={number}>
                      <a href={`#${topicAnchor(number)}`}>
                        <span className="tag">{text}</span>
                      </a>
                    </li>
                  ))}
                </ul>
              </nav>
            )}
          </div>
          {search && (
            <p className="found" role="status">
              {questions.length === 0
                ? 'Nenhuma pergunta'
                : plural(questions.length, 'pergunta', 'perguntas')}{' '}
              com “{search}”.{' '}
              <a className="link" href={HELP_PAGE}>
                Ver todas
              </a>
            </p>
          )}
          {topics.map(({ number, text, questions: asked }) => (
            <section key={number} className="topic" aria-labelledby={topicAnchor(number)}>
              <h2 className="d2" id={topicAnchor(number)}>
                {text}
              </h2>
              <Questions questions={asked} page={HELP_PAGE} open={search !== ''} />
            </section>
          ))}
          {questions.length === 0 && (
            <div className="nothing">
              <h2 className="d2">Essa ainda não perguntaram</h2>
              <p className="lead">Tente uma palavra só, como troca ou entrega, ou pergunte para a gente.</p>
            </div>
          )}
        </div>
      )}
      <Desk {...data} />
    </>
  );
}

const OMBUDSMAN = /ouvidoria/i;

/** Shows the phones of the ombudsman's office, for visitors without an answer. */
function Desk({ phones, hours, count }: LoaderData) {
  const { information, whatsapp } = useSite();
  const ombudsman = phones.filter(({ contact }) => OMBUDSMAN.test(contact));
  const shown = ombudsman.length > 0 ? ombudsman : phones.slice(0, 1);
  return (
    <section className="desk" aria-labelledby="fale">
      <div className="wrap">
        <div>
          <h2 className="d2" id="fale">
            {count > 0 ? 'Não achou? Fale com a gente.' : 'Fale com a gente.'}
          </h2>
          <p className="lead">
            {ombudsman.length > 0
              ? 'Já falou com a loja e não resolveu? A Ouvidoria ouve de novo, do começo, e responde.'
              : 'Do jeito que for mais fácil: ligue, escreva ou passe aqui.'}
          </p>
          <div className="acts">
            {whatsapp && (
              <a className="btn btn-sun" href={whatsapp.href} target="_blank" rel="noopener">
                <Icon name="whatsapp" />
                Chamar no WhatsApp
              </a>
            )}
            <a className="btn btn-line" href="/contacts">
              Todos os contatos
            </a>
          </div>
        </div>
        {(shown.length > 0 || information || hours.length > 0) && (
          <dl>
            {shown.map((phone) => (
              <div key={phone.uuid}>
                <dt>{phone.contact}</dt>
                <dd>
                  <PhoneLink className="d3 nowrap" href={phoneHref(phone)}>
                    {phoneLabel(phone)}
                  </PhoneLink>
                </dd>
              </div>
            ))}
            {information && (
              <div>
                <dt>E-mail</dt>
                <dd>
                  <a href={`mailto:${information.email}`}>{information.email}</a>
                </dd>
              </div>
            )}
            {hours.map((line) => (
              <div key={line.uuid}>
                <dt>{formatServiceDays(line)}</dt>
                <dd>
                  {formatServiceTimes(line)}
                  {formatServiceBreak(line) && <small>{formatServiceBreak(line)}</small>}
                </dd>
              </div>
            ))}
          </dl>
        )}
      </div>
    </section>
  );
}
