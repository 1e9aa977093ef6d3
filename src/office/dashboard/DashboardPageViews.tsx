import { type ReactNode, useId } from 'react';
import { Link } from 'react-router';
import { fortnightlyBooklets } from '../../content/booklets/fortnightlyBooklet.resource.ts';
import { dailyBooklets } from '../../content/dailyOffers/dailyBooklet.resource.ts';
import { resourceOf } from '../../records/define/resources.ts';
import { usePermissions } from '../../records/office/usePermissions.ts';
import { recordPath } from '../../shared/resource.ts';
import { formatDate, formatDayMonth } from '../../shared/text/format.ts';
import { plural } from '../../shared/text/plural.ts';
import type { DashboardData } from './dashboard.contract.ts';

type Reads = DashboardData['reads'];

const PAGES: Record<string, { label: string; to: string }> = {
  '/booklets-day': { label: 'Ofertas do dia', to: dailyBooklets.at.list },
  '/booklet': { label: 'Ofertas quinzenais', to: fortnightlyBooklets.at.single },
};

/** Draws the page views of the site, with a table for screen readers. */
export function DashboardPageViews({ reads: { days, records, pages, missed } }: { reads: Reads }) {
  const title = useId();
  const rightsOf = usePermissions().inArea;
  const sum = days.reduce((all, { count }) => all + count, 0);
  const of = (table: string) =>
    records
      .filter((record) => record.table === table)
      .map(({ uuid, title, count }) => {
        const known = resourceOf(table);
        return {
          key: uuid,
          label: title,
          count,
          to: known && rightsOf(known.area).read ? recordPath(known, { uuid }) : null,
        };
      });
  return (
    <section className="dash-block" aria-labelledby={title}>
      <header>
        <h2 id={title}>Lido no site</h2>
        <p className="mut">últimos 30 dias</p>
      </header>
      <p className="reads-sum">
        <b>{sum.toLocaleString('pt-BR')}</b>
        {sum === 1 ? 'página lida' : 'páginas lidas'}
      </p>
      {sum > 0 ? (
        <DaysChart days={days} />
      ) : (
        <p className="dash-none">A contagem começa com a primeira visita.</p>
      )}
      <Top title="Receitas mais lidas da semana" rows={of('recipes')} />
      <Top title="Filiais mais vistas da semana" rows={of('branches')} />
      <Top
        title="Ofertas mais vistas da semana"
        rows={pages
          .flatMap(({ page, count }) => {
            const known = PAGES[page];
            const to = rightsOf(dailyBooklets.area).read ? (known?.to ?? null) : null;
            return known ? { key: page, count, label: known.label, to } : [];
          })
          .toSorted((a, b) => b.count - a.count)}
      />
      <Top
        title="Buscas que não acharam nada"
        rows={missed.map(({ words, count }) => ({ key: words, label: `“${words}”`, count, to: null }))}
      />
    </section>
  );
}

const WIDTH = 300;
const HEIGHT = 100;
const GAP = 2;

function DaysChart({ days }: { days: Reads['days'] }) {
  const highest = Math.max(1, ...days.map(({ count }) => count));
  const step = WIDTH / days.length;
  const [first, last] = [days[0], days.at(-1)];
  return (
    <div>
      <svg
        className="reads-chart"
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        aria-hidden="true"
        focusable="false"
      >
        {days.map(({ day, count }, at) => {
          const height = count > 0 ? Math.max(2, (count / highest) * HEIGHT) : 1;
          return (
            <rect
              key={day}
              className={count > 0 ? undefined : 'reads-none'}
              x={at * step + GAP / 2}
              y={HEIGHT - height}
              width={step - GAP}
              height={height}
            >
              <title>{`${formatDayMonth(day)}: ${plural(count, 'página', 'páginas')}`}</title>
            </rect>
          );
        })}
      </svg>
      {first && last && (
        <p className="reads-axis" aria-hidden="true">
          <span>{formatDayMonth(first.day)}</span>
          <span>{`até ${highest.toLocaleString('pt-BR')} num dia`}</span>
          <span>hoje</span>
        </p>
      )}
      <table className="sr-only">
        <caption>Páginas lidas em cada dia</caption>
        <thead>
          <tr>
            <th scope="col">Dia</th>
            <th scope="col">Páginas</th>
          </tr>
        </thead>
        <tbody>
          {days.map(({ day, count }) => (
            <tr key={day}>
              <th scope="row">{formatDate(day)}</th>
              <td>{count}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface Row {
  key: string;
  label: string;
  count: number;
  to: string | null;
}

function Top({ title, rows }: { title: string; rows: Row[] }): ReactNode {
  const id = useId();
  if (rows.length === 0) return null;
  const highest = Math.max(1, ...rows.map(({ count }) => count));
  return (
    <div className="reads-top">
      <h3 id={id}>{title}</h3>
      <ul aria-labelledby={id}>
        {rows.map(({ key, label, count, to }) => (
          <li key={key}>
            {to ? <Link to={to}>{label}</Link> : <span>{label}</span>}
            <span className="mut">{count.toLocaleString('pt-BR')}</span>
            <svg viewBox="0 0 100 1" preserveAspectRatio="none" aria-hidden="true" focusable="false">
              <rect width={(count / highest) * 100} height="1" />
            </svg>
          </li>
        ))}
      </ul>
    </div>
  );
}
