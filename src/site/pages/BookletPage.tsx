import {
  type BookletPages,
  type NextFortnightlyBooklet,
  siteFortnightlyPages,
  siteNextFortnightlyBooklet,
} from '../../content/booklets/booklet.contract.ts';
import { endingNotice, nextBookletNotice } from '../../content/booklets/bookletNotices.ts';
import { findInPages, readBookletSearch } from '../../content/booklets/bookletSearch.ts';
import { hasEnded } from '../../content/booklets/fortnightlyBooklet.state.ts';
import { BookletReader } from '../../content/booklets/site/BookletReader.tsx';
import { NextBooklet } from '../../content/booklets/site/NextBooklet.tsx';
import { capitalize, formatBytes, formatDayMonth, formatPeriod } from '../../shared/text/format.ts';
import { plural } from '../../shared/text/plural.ts';
import { Icon } from '../../ui/Icon.tsx';
import { DayBoundText } from '../../ui/site/DayBoundText.tsx';
import { ShareButton } from '../../ui/site/facts/ShareButton.tsx';
import type { PageMeta } from '../meta.ts';
import { PageHead } from '../PageHead.tsx';
import { type HeadArgs, type LoaderInput, type PageProps, PageRedirect, withStatus } from '../page.ts';
import { useSite } from '../useSite.ts';
import sheet from './BookletPage.css?inline';

export { sheet };

const TITLE = 'Encarte da quinzena';
const PATH = '/booklet';

export async function load({ reader, url }: LoaderInput) {
  const { searchParams } = url;
  const page = searchParams.get('pagina');
  if (page && /^\d{1,4}$/.test(page)) throw new PageRedirect(`${PATH}#pagina-${Number(page)}`);
  const { read, errors, status } = reader;
  const [pages, next] = await Promise.all([read(siteFortnightlyPages), read(siteNextFortnightlyBooklet)]);
  const booklet = pages?.data ?? null;
  const search = readBookletSearch(searchParams);
  return withStatus(
    {
      booklet,
      next: next?.data ?? null,
      search,
      found: findInPages(booklet?.pages ?? [], search),
      address: new URL(PATH, url).href,
      errors,
    },
    status(),
  );
}

export function head({ data }: HeadArgs<typeof load>): PageMeta {
  return {
    title: TITLE,
    description: 'Os preços da quinzena para folhear, procurar e guardar, página por página ou em PDF.',
    ...(!data.search && { path: PATH }),
    image: data.booklet?.pages[0]?.file.url_s3,
  };
}

export default function BookletPage({ data }: PageProps<typeof load>) {
  const { booklet, next, search, found, address, errors } = data;
  if (!booklet) return <Nothing next={next} unread={errors.length > 0} />;
  return (
    <>
      <Head booklet={booklet} next={next} address={address} />
      {booklet.pages.length > 0 ? (
        <>
          <BookletReader title={TITLE} pages={booklet.pages} search={search} found={found} />
          <Rest booklet={booklet} />
        </>
      ) : (
        <div className="wrap sec">
          <div className="nothing">
            <h2 className="d3">
              {booklet.pages_state === 'pending'
                ? 'As páginas estão saindo do forno'
                : 'Este encarte veio só em PDF'}
            </h2>
            <p className="lead">
              {booklet.pages_state === 'pending'
                ? 'Quando saírem, dá para folhear aqui. O PDF já está pronto.'
                : 'Baixe e abra no seu celular ou computador.'}
            </p>
            <Download booklet={booklet} className="btn-red" />
          </div>
        </div>
      )}
    </>
  );
}

function Head({
  booklet,
  next,
  address,
}: {
  booklet: BookletPages;
  next: NextFortnightlyBooklet | null;
  address: string;
}) {
  const { settings } = useSite();
  const { valid_until, pages } = booklet;
  const over = hasEnded(booklet, settings?.today);
  return (
    <PageHead
      title={TITLE}
      text={
        <>
          <DayBoundText day={settings?.today} past={textOf(booklet, over, true)}>
            {textOf(booklet, over)}
          </DayBoundText>
          <NextBooklet next={next} />
        </>
      }
      beside={
        valid_until &&
        !over && (
          <div className="burst">
            <span>
              <DayBoundText day={settings?.today} past="até">
                {endingNotice(valid_until, settings?.today)?.toLowerCase() ?? 'vale até'}
              </DayBoundText>
            </span>
            <b>{formatDayMonth(valid_until)}</b>
          </div>
        )
      }
    >
      {pages.length > 0 && (
        <div className="acts">
          <Download booklet={booklet} className="btn-red" />
          <a
            className="btn btn-line"
            href={`https://wa.me/?text=${encodeURIComponent(`${TITLE}\n${address}`)}`}
            target="_blank"
            rel="noopener"
          >
            <Icon name="whatsapp" />
            <span>Mandar no WhatsApp</span>
          </a>
          <ShareButton title={TITLE} path={PATH} className="btn-line" />
        </div>
      )}
    </PageHead>
  );
}

function Download({ booklet, className }: { booklet: BookletPages; className: string }) {
  const { url_s3, bytes } = booklet.file;
  return (
    <a className={`btn ${className}`} href={`${url_s3}?download=1`} download>
      <Icon name="download" />
      Baixar PDF, {formatBytes(bytes)}
    </a>
  );
}

/** Links to the PDF if it has more pages than are shown. */
function Rest({ booklet: { page_count, pages, file } }: { booklet: BookletPages }) {
  const more = (page_count ?? 0) - pages.length;
  if (more <= 0) return null;
  return (
    <p className="wrap lead bk-rest">
      {more === 1 ? 'Mais uma página está' : `Mais ${more} páginas estão`} no{' '}
      <a className="link" href={file.url_s3} target="_blank" rel="noopener">
        PDF inteiro
      </a>
      .
    </p>
  );
}

/** Returns the text under the title; with `later`, the text that replaces it after the page's day. */
function textOf({ valid_from, valid_until, pages }: BookletPages, over: boolean, later = false): string {
  if (over && valid_until) return `Este valeu até ${formatDayMonth(valid_until)}.`;
  const period = formatPeriod(valid_from, valid_until);
  const count = pages.length > 0 && `${plural(pages.length, 'página', 'páginas')} de preço bom`;
  return [count, period && `${later ? 'validade:' : 'vale'} ${period}`]
    .filter((part) => typeof part === 'string')
    .map((part) => `${capitalize(part)}.`)
    .join(' ');
}

function Nothing({ next, unread }: { next: NextFortnightlyBooklet | null; unread: boolean }) {
  return (
    <>
      <PageHead title={TITLE} />
      <div className="wrap sec">
        <div className="nothing">
          <h2 className="d3">
            {unread
              ? 'Não conseguimos mostrar o encarte agora'
              : next
                ? nextBookletNotice(next.valid_from)
                : 'Agora não tem encarte da quinzena'}
          </h2>
          <p className="lead">Enquanto isso, veja as ofertas do dia.</p>
          <a className="btn btn-red" href="/booklets-day">
            Ver ofertas do dia
          </a>
        </div>
      </div>
    </>
  );
}
