import { ChevronRight, Eye } from 'lucide';
import { useId, useState } from 'react';
import { Link } from 'react-router';
import { dailyBooklets, dailyOffersAddress } from '../../content/dailyOffers/dailyBooklet.resource.ts';
import { resourceOf } from '../../records/define/resources.ts';
import { LinkButton } from '../../records/office/Button.tsx';
import { isApiOnOtherOrigin } from '../../records/office/callEndpoint.ts';
import { Icon } from '../../records/office/Icon.tsx';
import { usePermissions } from '../../records/office/usePermissions.ts';
import { DEFAULT_PREVIEW_TIME, previewAt } from '../../shared/preview.ts';
import { recordPath } from '../../shared/resource.ts';
import { capitalize, formatDayMonth, formatLongDay, formatWeekday } from '../../shared/text/format.ts';
import { formatTime } from '../../shared/text/formatTime.ts';
import { plural } from '../../shared/text/plural.ts';
import { toLocalTime } from '../../shared/text/zonedTime.ts';
import { useHydrated } from '../../ui/useHydrated.ts';
import type { FortnightDay, ScheduledEvent } from './dashboard.contract.ts';

const TURNS: Record<ScheduledEvent['kind'], { text: string; leaves?: true }> = {
  banner_starts: { text: 'Entra na capa' },
  banner_ends: { text: 'Sai da capa', leaves: true },
  booklet_starts: { text: 'Entra no ar' },
  booklet_ends: { text: 'Último dia', leaves: true },
  vacancy_ends: { text: 'Último dia da vaga', leaves: true },
  movie_starts: { text: 'Estreia' },
  change_published: { text: 'Mudança marcada' },
  record_leaves: { text: 'Sai do site', leaves: true },
};

/** Shows the next fortnight as days. The chosen day lists its events below. */
export function DashboardFortnight({ days, previews }: { days: FortnightDay[]; previews: boolean }) {
  const [chosen, setChosen] = useState(days[0]?.day);
  const title = useId();
  const panel = useId();
  const seesOffers = usePermissions().inArea(dailyBooklets.area).read;
  // Only the browser knows the origin of the API.
  const canPreview = useHydrated() && previews && !isApiOnOtherOrigin();
  const shown = days.find(({ day }) => day === chosen) ?? days[0];
  return (
    <section className="dash-block strip" aria-labelledby={title}>
      <header>
        <h2 id={title}>Próximos 14 dias</h2>
        <p className="strip-key" aria-hidden="true">
          <span data-mark="in">entra</span>
          <span data-mark="out">sai</span>
          {seesOffers && <span data-mark="offer">ofertas</span>}
        </p>
      </header>
      <ol className="strip-days">
        {days.map((day, at) => (
          <li key={day.day}>
            <button
              type="button"
              aria-expanded={day === shown}
              aria-controls={panel}
              aria-current={at === 0 ? 'date' : undefined}
              data-quiet={['sábado', 'domingo'].includes(formatWeekday(day.day)) || undefined}
              data-holiday={day.holiday !== null || undefined}
              onClick={() => setChosen(day.day)}
            >
              <span className="sr-only">{inWords(day, at, seesOffers)}</span>
              <DayFace day={day} isToday={at === 0} seesOffers={seesOffers} />
            </button>
          </li>
        ))}
      </ol>
      {shown && (
        <div className="strip-day" id={panel} aria-live="polite">
          <DayAgenda
            day={shown}
            isToday={shown === days[0]}
            seesOffers={seesOffers}
            canPreview={canPreview}
          />
        </div>
      )}
    </section>
  );
}

function inWords({ day, holiday, leaflets, turns }: FortnightDay, at: number, seesOffers: boolean): string {
  const parts = [
    `${at === 0 ? 'Hoje, ' : at === 1 ? 'Amanhã, ' : ''}${formatLongDay(day)}`,
    holiday,
    seesOffers && (leaflets > 0 ? plural(leaflets, 'oferta', 'ofertas') : 'sem ofertas'),
    turns.length > 0 && plural(turns.length, 'mudança', 'mudanças'),
  ];
  return parts.filter(Boolean).join(', ');
}

interface DayProps {
  day: FortnightDay;
  isToday: boolean;
  /** True if the user may see the daily offers. */
  seesOffers: boolean;
}

function DayFace({ day: { day, holiday, leaflets, turns }, isToday, seesOffers }: DayProps) {
  const out = turns.filter(({ kind }) => TURNS[kind].leaves).length;
  const enters = turns.length - out;
  return (
    <span className="strip-face" aria-hidden="true">
      <small>{isToday ? 'hoje' : formatWeekday(day).slice(0, 3)}</small>
      <b>{Number(day.slice(8))}</b>
      <span className="strip-marks">
        {enters > 0 && <span data-mark="in">{enters}</span>}
        {out > 0 && <span data-mark="out">{out}</span>}
        {seesOffers && leaflets > 0 && <span data-mark="offer" />}
      </span>
      {holiday && <small className="strip-holiday">{holiday}</small>}
    </span>
  );
}

function DayAgenda({
  day: { day, holiday, leaflets, turns },
  isToday,
  seesOffers,
  canPreview,
}: DayProps & { canPreview: boolean }) {
  const composes = usePermissions().inArea(dailyBooklets.area).write;
  return (
    <>
      <header>
        <h3>
          {capitalize(formatLongDay(day))}
          {holiday && <span className="strip-name">{holiday}</span>}
        </h3>
        {canPreview && (
          <LinkButton
            to={isToday ? '/' : previewAt(`${day}${DEFAULT_PREVIEW_TIME}`)}
            reloadDocument
            variant="line"
            small
            icon={<Icon of={Eye} />}
          >
            {isToday ? 'Ver o site agora' : `Ver o site em ${formatDayMonth(day)}`}
          </LinkButton>
        )}
      </header>
      <ul>
        {turns.map((turn) => (
          <TurnRow key={`${turn.kind} ${turn.uuid} ${turn.at}`} turn={turn} />
        ))}
        {turns.length === 0 && !seesOffers && <li className="strip-row mut">Nada marcado para este dia.</li>}
        {seesOffers && (
          <li>
            <Link to={composes ? dailyOffersAddress(day) : dailyBooklets.at.list} className="strip-row">
              <span data-mark={leaflets > 0 ? 'offer' : 'none'} aria-hidden="true" />
              <span>
                <b>
                  {leaflets > 0 ? plural(leaflets, 'oferta do dia', 'ofertas do dia') : 'Sem ofertas do dia'}
                </b>
                <span className="mut">
                  {leaflets === 0
                    ? composes
                      ? `Montar ${isToday ? 'hoje' : formatDayMonth(day)}`
                      : 'Ainda não foram enviadas'
                    : isToday
                      ? 'Saem do site à meia-noite'
                      : 'Já enviadas'}
                </span>
              </span>
              <Icon of={ChevronRight} />
            </Link>
          </li>
        )}
      </ul>
    </>
  );
}

function TurnRow({ turn: { kind, table, uuid, title, at } }: { turn: ScheduledEvent }) {
  const known = resourceOf(table);
  const to = known && recordPath(known, { uuid: uuid ?? '' });
  const { text, leaves } = TURNS[kind];
  const noun = known?.one.replace(/^\S+ /, '') ?? '';
  const face = (
    <>
      <span data-mark={leaves ? 'out' : 'in'} aria-hidden="true" />
      <span>
        <b>{title ?? capitalize(noun)}</b>
        <span className="mut">
          {text}
          {at.length > 10 && `, às ${formatTime(toLocalTime(at).slice(11))}`}
          {title && (kind === 'change_published' || kind === 'record_leaves') && ` · ${noun}`}
        </span>
      </span>
      {to && <Icon of={ChevronRight} />}
    </>
  );
  return (
    <li>
      {to ? (
        <Link to={to} className="strip-row">
          {face}
        </Link>
      ) : (
        <div className="strip-row">{face}</div>
      )}
    </li>
  );
}
