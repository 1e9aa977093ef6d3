import { CalendarX2 } from 'lucide-react';
import { useId } from 'react';
import { Link, useSearchParams } from 'react-router';
import { addressWith } from '../../../records/office/list/addressWith.ts';
import { formatDayMonth, formatPeriod } from '../../../shared/text/format.ts';
import { formatCount, plural } from '../../../shared/text/plural.ts';
import type { ApplicationOverview } from '../application.contract.ts';
import { MAX_STAGE_COUNT, NO_VACANCY, STAGES, stageNames } from '../application.stages.ts';

type Ending = NonNullable<ApplicationOverview['ending']>;

/** Shows the notice of upcoming erasures, the vacancy filter and a tab for each stage. */
export function ApplicationFilters({ overview }: { overview: ApplicationOverview | undefined }) {
  const [searchParams, setSearchParams] = useSearchParams();
  const id = useId();
  const stage = searchParams.get('stage') ?? '';
  const counts = new Map(overview?.stages.map((entry) => [entry.stage as string, entry.count]));
  const tabs = [['', 'Todas'], ...stageNames.map((name) => [name, STAGES[name]])] as [string, string][];
  return (
    <div className="application-filters">
      {overview?.ending && <EndingNotice ending={overview.ending} />}
      <div className="application-vacancy">
        <label htmlFor={id}>Vaga</label>
        <select
          id={id}
          className="input"
          value={searchParams.get('vacancy') ?? ''}
          onChange={({ target }) =>
            setSearchParams(addressWith(searchParams, { vacancy: target.value }), {
              preventScrollReset: true,
            })
          }
        >
          <option value="">Todas as vagas</option>
          {overview?.vacancies.map(({ uuid, name }) => (
            <option key={uuid} value={uuid}>
              {name}
            </option>
          ))}
          <option value={NO_VACANCY}>Sem vaga cadastrada</option>
        </select>
      </div>
      <nav className="application-tabs" aria-label="Etapas">
        {tabs.map(([name, label]) => (
          <Link
            key={name}
            to={addressWith(searchParams, { stage: name })}
            aria-current={stage === name ? 'page' : undefined}
            preventScrollReset
          >
            {label}
            {name && <b>{countOf(counts.get(name))}</b>}
          </Link>
        ))}
      </nav>
    </div>
  );
}

function countOf(count: number | undefined): string {
  if (count === undefined) return '…';
  return count >= MAX_STAGE_COUNT ? `${formatCount(MAX_STAGE_COUNT)}+` : formatCount(count);
}

/** Shows «Serão apagadas em 28/11: 12 candidaturas» with a link to them. */
function EndingNotice({ ending: { count, from, until } }: { ending: Ending }) {
  const [searchParams] = useSearchParams();
  const isFiltered = searchParams.get('ending') === '1';
  const days = from === until ? `em ${formatDayMonth(from)}` : formatPeriod(from, until);
  const verb = count === 1 ? 'Será apagada' : 'Serão apagadas';
  return (
    <p className="application-ending">
      <CalendarX2 className="i" aria-hidden="true" />
      <span>
        {verb} {days}: <b>{plural(count, 'candidatura', 'candidaturas')}</b>{' '}
      </span>
      <Link
        className="link"
        to={isFiltered ? addressWith(searchParams, { ending: '' }) : '?ending=1'}
        preventScrollReset
      >
        {isFiltered ? 'Ver todas' : 'Ver quais'}
      </Link>
    </p>
  );
}
