import { ChevronLeft, ChevronRight } from 'lucide';
import { useMemo } from 'react';
import { Link, useSearchParams } from 'react-router';
import { Icon } from '../Icon.tsx';
import { pagesAround, rangeText, type ScreenMeta } from '../screens.ts';
import { addressWith } from './addressWith.ts';

/** Shows the range of rows and the total, and links to the other pages. */
export function Pager({ meta, shown }: { meta: ScreenMeta; shown: number }) {
  const [searchParams] = useSearchParams();
  const { page } = meta;
  const pages = useMemo(() => pagesAround(meta), [meta]);
  const to = (number: number) => addressWith(searchParams, { page: String(number) });
  const more = page * meta.per_page < meta.total;
  return (
    <div className="pager">
      <p role="status">{rangeText(meta, shown)}</p>
      {(pages.length > 1 || page > 1) && (
        <nav aria-label="Páginas">
          {page > 1 && (
            <Link to={to(page - 1)} aria-label="Página anterior">
              <Icon of={ChevronLeft} />
            </Link>
          )}
          {pages.map((number, index) =>
            number === null ? (
              // biome-ignore lint/suspicious/noArrayIndexKey: gaps have no other identity
              <span key={`gap-${index}`}>…</span>
            ) : (
              <Link
                key={number}
                to={to(number)}
                aria-label={`Página ${number}`}
                aria-current={number === page ? 'page' : undefined}
              >
                {number}
              </Link>
            ),
          )}
          {more && (
            <Link to={to(page + 1)} aria-label="Próxima página">
              <Icon of={ChevronRight} />
            </Link>
          )}
        </nav>
      )}
    </div>
  );
}
