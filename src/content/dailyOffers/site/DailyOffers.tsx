import { formatDayMonth } from '../../../shared/text/format.ts';
import { Icon } from '../../../ui/Icon.tsx';
import { Picture } from '../../../ui/site/Picture.tsx';
import { PageViewer } from '../../booklets/site/PageViewer.tsx';
import { Transcript, TranscriptLines } from '../../booklets/site/Transcript.tsx';
import type { DailyBooklet } from '../dailyBooklet.contract.ts';

/** Renders the pages of today as papers pinned at different heights; a click opens one in full. */
export function DailyOffers({ booklets }: { booklets: readonly DailyBooklet[] }) {
  const pages = booklets.map(({ uuid, photos, start_date, text }, index) => ({
    key: uuid,
    file: photos,
    text,
    alt: photos.alt ?? `Ofertas de ${formatDayMonth(start_date)}, página ${index + 1}`,
  }));
  return (
    <>
      <ul className="leafs">
        {pages.map(({ key, file, alt, text }, index) => (
          <li key={key} id={`pagina-${index + 1}`} className="leaf">
            <a href={file.url_s3} aria-details={text ? `texto-${index + 1}` : undefined} data-enlarge="">
              <Picture
                file={file}
                alt={alt}
                sizes="(width < 33.75em) 46vw, (width < 100em) 31vw, 436px"
                // The viewer shows the same picture as wide as the window.
                use="page"
                eager={index === 0}
              />
              <span className="leaf-foot">
                <span>
                  Página {index + 1}
                  <span className="of"> de {pages.length}</span>
                </span>
                <span className="enlarge">
                  <Icon name="zoom-in" />
                  Ampliar
                </span>
              </span>
            </a>
            {text && (
              <Transcript id={`texto-${index + 1}`} page={index + 1}>
                <TranscriptLines text={text} />
              </Transcript>
            )}
          </li>
        ))}
      </ul>
      <PageViewer title="Ofertas do dia" path="/booklets-day" count={pages.length} />
    </>
  );
}
