import { useEffect, useState } from 'react';
import { plural } from '../../../shared/text/plural.ts';
import { Icon } from '../../../ui/Icon.tsx';
import { Picture } from '../../../ui/site/Picture.tsx';
import { SearchForm } from '../../../ui/site/SearchForm.tsx';
import type { BookletPage } from '../booklet.contract.ts';
import type { BookletSearchHit } from '../bookletSearch.ts';
import { PageViewer } from './PageViewer.tsx';
import { HighlightedPrices, Transcript } from './Transcript.tsx';
import { useViewer } from './useViewer.browser.ts';

interface Props {
  title: string;
  pages: readonly BookletPage[];
  search: string;
  found: readonly BookletSearchHit[];
}

/**
 * Renders pages one below the other, each with an address and its text, beside a search and thumbnails. With
 * JavaScript, a page also opens in the full-screen viewer.
 */
export function BookletReader({ title, pages, search, found }: Props) {
  const viewer = useViewer();
  const current = useCurrentPage(pages.length);
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
                <a
                  href={`#pagina-${page}`}
                  aria-label={`Página ${page}`}
                  aria-current={page === current ? 'true' : undefined}
                >
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
              {...viewer.linkTo(index)}
            >
              <Picture
                file={file}
                alt={file.alt ?? `Página ${page} do encarte`}
                sizes="(width < 60em) 92vw, 780px"
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
      {viewer.shown !== null && (
        <PageViewer
          title={title}
          pages={pages.map(({ page, file }) => ({
            key: String(page),
            file,
            alt: file.alt ?? `Página ${page} do encarte`,
          }))}
          start={viewer.shown}
          pathOf={(index) => `/booklet#pagina-${index + 1}`}
          onClose={viewer.close}
        />
      )}
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

/** Returns the page in view; null before the first. */
function useCurrentPage(count: number): number | null {
  const [current, setCurrent] = useState<number | null>(null);
  useEffect(() => {
    const watcher = new IntersectionObserver(
      (entries) => {
        const read = entries.find((entry) => entry.isIntersecting);
        const first = document.getElementById('pagina-1');
        if (read) setCurrent(Number(read.target.id.split('-')[1]));
        else if (first && first.getBoundingClientRect().top > 0) setCurrent(null);
      },
      // The page that crosses the middle of the screen.
      { rootMargin: '-50% 0px' },
    );
    for (let page = 1; page <= count; page += 1) {
      const element = document.getElementById(`pagina-${page}`);
      if (element) watcher.observe(element);
    }
    return () => watcher.disconnect();
  }, [count]);
  return current;
}
