import { CalendarX2 } from 'lucide';
import { Link, useSearchParams } from 'react-router';
import { Icon } from '../../../records/office/Icon.tsx';
import { formatDayMonth, formatPeriod } from '../../../shared/text/format.ts';
import { plural } from '../../../shared/text/plural.ts';
import type { ApplicationOverview } from '../application.contract.ts';

type Ending = NonNullable<ApplicationOverview['ending']>;

/** Shows «Serão apagadas em 28/11: 12 candidaturas» with a link that lists them, until the list shows them. */
export function EndingNotice({ ending: { count, from, until } }: { ending: Ending }) {
  const [searchParams] = useSearchParams();
  const days = from === until ? `em ${formatDayMonth(from)}` : formatPeriod(from, until);
  const verb = count === 1 ? 'Será apagada' : 'Serão apagadas';
  return (
    <p className="application-ending">
      <Icon of={CalendarX2} />
      <span>
        {verb} {days}: <b>{plural(count, 'candidatura', 'candidaturas')}</b>{' '}
        {searchParams.get('ending') !== '1' && (
          <Link className="link" to="?ending=1" preventScrollReset>
            Ver quais
          </Link>
        )}
      </span>
    </p>
  );
}
