import { formatDayMonth, formatWeekday } from '../../../shared/text/format.ts';
import { DayBoundText } from '../../../ui/site/DayBoundText.tsx';
import { PhoneLink } from '../../../ui/site/facts/PhoneLink.tsx';
import { RatingBand } from '../../movies/site/RatingBand.tsx';
import { moviePage } from '../../recordPages.ts';
import { type CinemaPhone, groupSessions, type NextTimes } from '../programme.ts';
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

/**
 * Renders the time of a session as a link to its tickets, if it has one; disabled after the session has
 * begun.
 */
function Time({
  screening: { starts_at, begun, ticket_link },
  of,
}: {
  screening: PublicScreening;
  of: string;
}) {
  const time = (
    <time dateTime={starts_at} className="show-time" data-begun={begun || undefined}>
      {starts_at.slice(11, 16)}
      {begun && <span className="sr-only"> já começou</span>}
    </time>
  );
  if (!ticket_link || begun) return time;
  return (
    <a href={ticket_link} target="_blank" rel="noopener">
      <span className="sr-only">Ingressos de {of}, </span>
      {time}
    </a>
  );
}

/** Renders the sessions of a film on one day, grouped by room, version and price. */
export function SessionGroups({ screenings, of }: { screenings: readonly PublicScreening[]; of: string }) {
  return (
    <ul className="shows">
      {groupSessions(screenings).map(({ room, kind, price, screenings: all }) => (
        <li key={`${room} ${kind} ${price}`}>
          <p>
            <b>{room}</b> {kind}
            {price && <small>{price.replaceAll('R$ ', 'R$\u00a0')}</small>}
          </p>
          <ul className="show-times">
            {all.map((screening) => (
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
  programme: { days, today },
  chosen,
  bandOf,
}: {
  programme: Programme;
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
      <ul className="programme-films">
        {chosen.movies.map(({ uuid, name, screenings }) => {
          const band = bandOf(uuid);
          return (
            <li key={uuid}>
              <h3 className="d3">
                <a href={moviePage(uuid)}>{name}</a>
                {band && <RatingBand classification={band} />}
              </h3>
              <SessionGroups screenings={screenings} of={name} />
            </li>
          );
        })}
      </ul>
    </section>
  );
}

/** Renders the sessions of a single film, day by day. */
export function FilmProgramme({ days, today, name }: { days: readonly Day[]; today: string; name: string }) {
  return (
    <ul className="programme-films film-days">
      {days.map(({ day, movies }) => (
        <li key={day}>
          <h3 className="d4">
            <ShortDay day={day} today={today} />
          </h3>
          <SessionGroups screenings={movies.flatMap(({ screenings }) => screenings)} of={name} />
        </li>
      ))}
    </ul>
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
