import { ChevronLeft, ChevronRight } from 'lucide';
import { useEffect, useState } from 'react';
import { Radio } from '../../records/office/form/Radio.tsx';
import { Icon } from '../../records/office/Icon.tsx';
import type { BodyInput } from '../../shared/endpoint.ts';
import { failureText } from '../../shared/failure.ts';
import type { previewPoster } from './leaflet.contract.ts';
import { type Format, isPdfFormat, POSTER_FORMATS } from './leaflet.types.ts';
import { usePosterPreview } from './useLeafletPreview.browser.ts';

type Drawn = Omit<BodyInput<typeof previewPoster>, 'format' | 'page'>;

/** Formats of the preview; a page of a PDF is a picture of that PDF, and A3 looks like A4. */
const SHAPES: readonly [Format, string][] = [
  ['site', 'Site'],
  ['a4', 'PDF'],
  ['story', 'Story'],
  ['post', 'Post'],
];

/** Renders a preview with the same code that creates the files. */
export function PosterPreview({
  drawn,
  pages,
  onCut,
}: {
  drawn: Drawn;
  pages: number;
  /** Called with the offers whose names do not fit. */
  onCut: (offers: readonly string[]) => void;
}) {
  const [format, setFormat] = useState<Format>('site');
  const [wanted, setPage] = useState(1);
  const page = Math.min(wanted, Math.max(1, pages));
  const { preview, stale, isSound, failure } = usePosterPreview({ ...drawn, format, page });
  const cut = preview?.cut;
  useEffect(() => {
    if (cut) onCut(cut);
  }, [cut, onCut]);
  return (
    <div className="leaflet-preview">
      <fieldset className="leaflet-shapes">
        <legend className="sr-only">Ver como</legend>
        {SHAPES.map(([shape, label]) => (
          <Radio key={shape} name="shape" checked={format === shape} onChoose={() => setFormat(shape)}>
            {label}
          </Radio>
        ))}
      </fieldset>
      <figure data-format={format} aria-busy={isSound && stale && !failure}>
        {preview && isSound ? (
          <img
            src={`data:image/webp;base64,${preview.picture}`}
            width={preview.width}
            height={preview.height}
            alt={preview.text}
            data-stale={stale || undefined}
          />
        ) : (
          <p>{isSound ? 'Desenhando…' : 'Escolha as ofertas, o título e os dias para ver como fica.'}</p>
        )}
        {failure && <p role="alert">{failureText(failure)}</p>}
      </figure>
      {pages > 1 && (
        <div className="leaflet-pager">
          <button
            type="button"
            className="icon-btn"
            aria-label="Página anterior"
            aria-disabled={page === 1 || undefined}
            onClick={() => setPage(Math.max(1, page - 1))}
          >
            <Icon of={ChevronLeft} />
          </button>
          <span role="status">
            Página {page} de {pages}
          </span>
          <button
            type="button"
            className="icon-btn"
            aria-label="Próxima página"
            aria-disabled={page === pages || undefined}
            onClick={() => setPage(Math.min(pages, page + 1))}
          >
            <Icon of={ChevronRight} />
          </button>
        </div>
      )}
      <p className="field-hint">
        {POSTER_FORMATS[format]}
        {drawn.bleed && isPdfFormat(format) && ', com sangria e marcas de corte'}.
      </p>
    </div>
  );
}
