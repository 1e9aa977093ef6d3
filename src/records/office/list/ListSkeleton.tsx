import { texts } from '../../../shared/text/texts.ts';

const ROWS = ['a', 'b', 'c', 'd', 'e', 'f'];

/** Placeholder of rows while they load. */
export function ListSkeleton() {
  return (
    <div className="skeleton-list" role="status">
      <span className="sr-only">{texts.loading}</span>
      {ROWS.map((row) => (
        <div key={row}>
          <span className="bone bone-thumb" />
          <span className="bone bone-line" />
          <span className="bone bone-short" />
        </div>
      ))}
    </div>
  );
}
