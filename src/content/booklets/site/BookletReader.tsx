import { plural } from '../../../shared/text/plural.ts';
import { Icon } from '../../../ui/Icon.tsx';
import { Picture } from '../../../ui/site/Picture.tsx';
import { SearchForm } from '../../../ui/site/SearchForm.tsx';
import type { BookletPage } from '../booklet.contract.ts';
import type { BookletSearchHit } from '../bookletSearch.ts';
import { PageViewer } from './PageViewer.tsx';
import { HighlightedPrices, Transcript } from './Transcript.tsx';

interface Props {
  title: string;
  pages: readonly BookletPage[];
  search: string;
  found: readonly BookletSearchHit[];
}

/**
 * Renders pages one below the other, each with an address and its text, beside a search and thumbnails. With
 * JavaScript, a page also opens in the full-screen viewer, and the thumbnail of the page in view is marked.
 */
export function BookletReader({ title, pages, search, found }: Props) {
  return (
    <div className="wrap bk">
      <div className="bk-side">
        <SearchForm
          action="/booklet"
          label="Procurar no encarte"
          placeholder="Tomate, café…"
          search={search}
        />
        {search && <Found search={search} found={found} />}
        <nav aria-label="Páginas do encarte">
          <ol className="bk-thumbs">
            {pages.map(({ page, file }) => (
              <li key={page}>
                <a href={`#pagina-${page}`} aria-label={`Página ${page}`}>
                  <Picture file={file} sizes="84px" alt="" use="thumbnail" late />
                  <span>{page}</span>
                </a>
              </li>
            ))}
          </ol>
        </nav>
      </div>
      <ol className="bk-pages">
        {pages.map(({ page, file, text }, index) => (
          <li key={page} id={`pagina-${page}`}>
            <h2 className="d4">
              Página {page} <span>de {pages.length}</span>
            </h2>
            <a
              className="bk-page"
              href={file.url_s3}
              aria-details={text ? `texto-${page}` : undefined}
              data-enlarge=""
            >
              <Picture
                file={file}
                alt={file.alt ?? `Página ${page} do encarte`}
                sizes="(width < 60em) 92vw, 780px"
                // The viewer shows the same picture as wide as the window.
                use="page"
                eager={index === 0}
              />
              <span className="enlarge">
                <Icon name="zoom-in" />
                Ampliar
              </span>
            </a>
            {text && (
              <Transcript id={`texto-${page}`} page={page}>
                <p>
                  <HighlightedPrices text={withUnits(text)} />
                </p>
              </Transcript>
            )}
          </li>
        ))}
      </ol>
      <PageViewer title={title} path="/booklet" count={pages.length} />
    </div>
  );
}

/** Joins a price with its unit, which most PDFs put on a line of its own. */
const withUnits = (text: string) => text.replace(/(R\$ ?[\d.]*,\d{2})\n(?=\S{1,3}(\n|$))/g, '$1 ');

function Found({ search, found }: Pick<Props, 'search' | 'found'>) {
  return (
    <section className="bk-found" aria-labelledby="achados">
      <h2 className="d4" id="achados" aria-live="polite">
        {found.length === 0
          ? `Nada com “${search}” neste encarte`
          : `“${search}” em ${plural(found.length, 'página', 'páginas')}`}
      </h2>
      {found.length > 0 && (
        <ol>
          {found.map(({ page, excerpts }) => (
            <li key={page}>
              <a href={`#pagina-${page}`}>
                <b>Página {page}</b>
                {excerpts.map((words) => (
                  <span key={words.map(({ word }) => word).join(' ')}>
                    {words.map(({ word, hit }, at) => (
                      // biome-ignore lint/suspicious/noArrayIndexKey: the words of the text keep their order
                      <span key={at}>{hit ? <mark>{word}</mark> : word} </span>
                    ))}
                  </span>
                ))}
              </a>
            </li>
          ))}
        </ol>
      )}
      <a className="link" href="/booklet">
        Limpar a busca
      </a>
    </section>
  );
}
