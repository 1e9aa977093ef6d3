import { formatDayMonth, formatWeekday } from '../../../shared/text/format.ts';
import { plural } from '../../../shared/text/plural.ts';
import { Icon } from '../../../ui/Icon.tsx';
import { DayBoundText } from '../../../ui/site/DayBoundText.tsx';
import { PhoneLink } from '../../../ui/site/facts/PhoneLink.tsx';
import { SiteLink, useLeavesSite } from '../../../ui/site/SiteLink.tsx';
import { RatingBand } from '../../movies/site/RatingBand.tsx';
import { moviePage } from '../../recordPages.ts';
import { type CinemaPhone, groupSessions, type NextTimes, type SessionGroup } from '../programme.ts';
import type { Programme, PublicScreening } from '../screening.contract.ts';

type Day = Programme['days'][number];

/** Renders «Hoje» or a short date; the page script replaces "Hoje" by the date after midnight. */
export function ShortDay({ day, today }: { day: string; today: string }) {
  const short = `${formatWeekday(day).slice(0, 3)}., ${formatDayMonth(day)}`;
  if (day !== today) return short;
  return (
    <DayBoundText day={today} past={short}>
      Hoje
    </DayBoundText>
  );
}

/** Renders a date in two lines: «Hoje» or the weekday, then day and month. */
function TabDay({ day, today }: { day: string; today: string }) {
  const weekday = formatWeekday(day).slice(0, 3);
  return (
    <>
      {day === today ? (
        <DayBoundText day={today} past={weekday}>
          Hoje
        </DayBoundText>
      ) : (
        <>
          <span aria-hidden="true">{weekday}</span>
          <span className="sr-only">{formatWeekday(day)}</span>
        </>
      )}{' '}
      <b>{formatDayMonth(day)}</b>
    </>
  );
}

type TimeKind = keyof typeof LEGEND;

/** Meaning of the three looks of a start time. */
const LEGEND = {
  online: 'Ingresso pela internet',
  office: 'Ingresso na bilheteria',
  begun: 'Já começou',
};

const kindOf = ({ begun, ticket_link }: PublicScreening): TimeKind =>
  begun ? 'begun' : ticket_link ? 'online' : 'office';

/** Renders the meaning of those looks that some of the sessions have. */
function TimesLegend({ screenings }: { screenings: readonly PublicScreening[] }) {
  const shown = new Set(screenings.map(kindOf));
  return (
    <ul className="show-legend" aria-label="Legenda dos horários">
      {(Object.keys(LEGEND) as TimeKind[])
        .filter((kind) => shown.has(kind))
        .map((kind) => (
          <li key={kind}>
            <span className="show-key" data-kind={kind} />
            {LEGEND[kind]}
          </li>
        ))}
    </ul>
  );
}

/** Renders the start time of a session; until it begins, as a link to its tickets if it has one. */
function Time({ screening, of }: { screening: PublicScreening; of: string }) {
  const { starts_at, ticket_link } = screening;
  const kind = kindOf(screening);
  const leaves = useLeavesSite(ticket_link ?? '/');
  const clock = starts_at.slice(11, 16);
  if (!ticket_link || kind !== 'online')
    return (
      <time className="show-time" dateTime={starts_at} data-kind={kind === 'begun' ? kind : undefined}>
        {clock}
        {kind === 'begun' && <span className="sr-only"> já começou</span>}
      </time>
    );
  return (
    <SiteLink className="show-time" href={ticket_link}>
      <time dateTime={starts_at}>{clock}</time> <small>Comprar</small>
      <span className="sr-only">
        {' '}
        ingresso de {of}
        {leaves && ', em outro site'}
      </span>
    </SiteLink>
  );
}

/** Renders facts that several sessions have in common; a fact that does not fit moves to the next line. */
function SharedFacts({ facts }: { facts: readonly string[] }) {
  return (
    facts.length > 0 && (
      <p className="show-facts">
        {facts.map((fact, at) => (
          <span key={fact}>
            {inOneLine(fact)}
            {at < facts.length - 1 && ', '}
          </span>
        ))}
      </p>
    )
  );
}

const inOneLine = (text: string) => text.replaceAll('R$ ', 'R$\u00a0');

/** Renders start times side by side, in a row for each group. */
function SessionTimes({ groups, of }: { groups: readonly SessionGroup[]; of: string }) {
  return (
    <ul className="shows">
      {groups.map(({ label, screenings }) => (
        <li key={label}>
          {label && <p>{inOneLine(label)}</p>}
          <ul className="show-times">
            {screenings.map((screening) => (
              <li key={screening.uuid}>
                <Time screening={screening} of={of} />
              </li>
            ))}
          </ul>
        </li>
      ))}
    </ul>
  );
}

/** Renders the days with sessions, each a link that works without script, and the films of one day. */
export function DayProgramme({
  days,
  today,
  chosen,
  bandOf,
}: {
  days: readonly Day[];
  today: string;
  chosen: Day;
  /** Returns the classification of a film. */
  bandOf: (uuid: string) => string | undefined;
}) {
  return (
    <section className="wrap sec programme" aria-labelledby="sessoes">
      <h2 className="d2" id="sessoes">
        Sessões
      </h2>
      <nav className="day-tabs" aria-label="Dias com sessão">
        {days.map(({ day }) => (
          <a
            key={day}
            href={`/cinema?dia=${day}#sessoes`}
            aria-current={day === chosen.day ? 'page' : undefined}
            rel="nofollow"
          >
            <TabDay day={day} today={today} />
          </a>
        ))}
      </nav>
      <TimesLegend screenings={sessionsOf(chosen)} />
      <ul className="programme-films">
        {chosen.movies.map(({ uuid, name, screenings }) => {
          const band = bandOf(uuid);
          const { shared, groups } = groupSessions(screenings);
          return (
            <li key={uuid}>
              <div>
                <h3 className="d3">
                  <a href={moviePage(uuid)}>{name}</a>
                  {band && <RatingBand classification={band} />}
                </h3>
                <SharedFacts facts={shared} />
              </div>
              <SessionTimes groups={groups} of={name} />
            </li>
          );
        })}
      </ul>
    </section>
  );
}

const sessionsOf = ({ movies }: Day) => movies.flatMap(({ screenings }) => screenings);

/** Days of a film that are open; the later ones are folded. */
const OPEN_DAYS = 4;

/** Renders the sessions of a single film, day by day. */
export function FilmProgramme({ days, today, name }: { days: readonly Day[]; today: string; name: string }) {
  const screenings = days.flatMap(sessionsOf);
  const { shared } = groupSessions(screenings);
  const list = (part: readonly Day[]) => (
    <ul className="film-days">
      {part.map((day) => (
        // Today's sessions vanish after midnight.
        <li key={day.day} data-day={day.day === today ? today : undefined}>
          <FilmDay day={day} today={today} told={shared} name={name} />
        </li>
      ))}
    </ul>
  );
  const later = days.slice(OPEN_DAYS);
  const [last] = later.slice(-1);
  return (
    <>
      <SharedFacts facts={shared} />
      <TimesLegend screenings={screenings} />
      {list(days.slice(0, OPEN_DAYS))}
      {last && (
        <details className="later-days">
          <summary>
            <Icon name="chevron-down" />
            <span>
              Mais {plural(later.length, 'dia', 'dias')}, até <ShortDay day={last.day} today={today} />
            </span>
          </summary>
          {list(later)}
        </details>
      )}
    </>
  );
}

function FilmDay({
  day,
  today,
  told,
  name,
}: {
  day: Day;
  today: string;
  /** Facts written above the days. */
  told: readonly string[];
  name: string;
}) {
  const { shared, groups } = groupSessions(sessionsOf(day), told);
  return (
    <div>
      <div>
        <h3 className="d4">
          <ShortDay day={day.day} today={today} />
        </h3>
        <SharedFacts facts={shared} />
      </div>
      <SessionTimes groups={groups} of={name} />
    </div>
  );
}

/** Renders a hint to call the cinema instead of the programme. */
export function NoProgramme({ phone, failed }: { phone: CinemaPhone | null; failed: boolean }) {
  return (
    <p className="lead programme-none">
      {failed
        ? 'Não conseguimos mostrar as sessões agora. '
        : 'Os horários das sessões não estão aqui por enquanto. '}
      {phone ? (
        <>
          Ligue para <PhoneLink href={phone.tel && `tel:${phone.tel}`}>{phone.shown}</PhoneLink> e pergunte.
        </>
      ) : (
        'Pergunte na bilheteria.'
      )}
    </p>
  );
}

/** Renders the next sessions of a film, on its card. */
export function NextSessions({ next: { day, times }, today }: { next: NextTimes; today: string }) {
  return (
    <span className="next-times">
      <ShortDay day={day} today={today} />: <b>{times.join(' · ')}</b>
    </span>
  );
}
