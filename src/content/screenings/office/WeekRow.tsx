import { Repeat2, Ticket, Trash2 } from 'lucide';
import { memo, useCallback, useId, useMemo, useState } from 'react';
import { FieldError } from '../../../records/office/form/fields.tsx';
import { OUTSIDE_FORM } from '../../../records/office/form/useGridFields.ts';
import { Icon } from '../../../records/office/Icon.tsx';
import { addDays } from '../../../shared/dates.ts';
import { plural } from '../../../shared/text/plural.ts';
import { isOpenAt } from '../../specialDays/placeSpecialDays.ts';
import { PRICE_OF_DAY, type StoredWeek } from '../screening.contract.ts';
import { parseTimes } from '../screening.rules.ts';
import { AUDIOS, SCREENING_FORMATS } from '../screening.types.ts';
import { cellField, filmField, priceField, roomFieldName } from '../week.ts';
import { cellPrice, type GridRow, PRICE_OF_ROW, ticketLinks, withFilledDays } from '../weekRows.ts';
import { WeekCell } from './WeekCell.tsx';
import { dayName, Prices, specialText } from './WeekDays.tsx';
import { RowDetails } from './WeekRowDetails.tsx';

export interface RowProps {
  row: GridRow;
  at: number;
  week: StoredWeek;
  roomsId: string;
  /** Visible errors by field name, as JSON, so that rows without a new error are not rendered again. */
  problems: string;
  /** Changes the row as it is at the time of the call. */
  onChange: (at: number, change: (row: GridRow) => GridRow) => void;
  /** Called when the user leaves a field. */
  onLeave: (key: string) => void;
  onRemove: (at: number) => void;
}

const VERSIONS = Object.entries(AUDIOS).flatMap(([audio, audioName]) =>
  Object.entries(SCREENING_FORMATS).map(([format, formatName]) => ({
    value: `${audio}-${format}`,
    label: `${audioName} ${formatName}`,
  })),
);

/** Returns whether a session of the day is outside the special hours, and therefore hidden on the site. */
const isOutside = ({ special_days }: StoredWeek, day: number, cell: string) =>
  special_days
    .filter((special) => special.day === day)
    .some(({ hours }) => parseTimes(cell).times.some((time) => !isOpenAt(hours, time)));

/** Every change of the form copies all rows, so that rows are compared by their content. */
const isSame = ({ row: before, ...one }: RowProps, { row, ...other }: RowProps) =>
  (Object.keys(one) as (keyof typeof one)[]).every((name) => one[name] === other[name]) &&
  JSON.stringify(before) === JSON.stringify(row);

/** Returns the key of a field that says whether the user has left it; the row's index may change. */
export const leaveKeyOf = (row: GridRow, field: string) => `${row.key} ${field.replace(/^rows\.\d+\./, '')}`;

/** Renders a row of the grid: one film in one room, with a cell for each day. */
export const WeekRow = memo(function WeekRow(props: RowProps) {
  const { row, at, week, roomsId, onChange, onLeave, onRemove } = props;
  const { from, today, films, prices } = week;
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  const problems: Record<string, string> = useMemo(
    () => (props.problems ? JSON.parse(props.problems) : {}),
    [props.problems],
  );
  const film = films.find((known) => String(known.id) === row.movie_id);
  const name = film?.name ?? 'Linha nova';
  const errorId = (field: string) => (problems[field] ? `${id}-${field}-error` : undefined);
  const fieldOf = (field: string) => ({
    ...OUTSIDE_FORM,
    id: `${id}-${field}`,
    name: field,
    className: 'input',
    'aria-invalid': problems[field] ? (true as const) : undefined,
    'aria-describedby': errorId(field),
    onBlur: () => onLeave(leaveKeyOf(row, field)),
  });
  const set = (changes: Partial<GridRow>) => onChange(at, (current) => ({ ...current, ...changes }));
  const setTimes = useCallback(
    (index: number, day: number, text: string) =>
      onChange(index, (current) => ({ ...current, times: current.times.with(day, text) })),
    [onChange],
  );
  const isRepeatable = row.times.some((cell) => cell.trim() !== '') && row.times.some((cell) => !cell.trim());
  const priceName = (day: number) => {
    const price = cellPrice(row, day);
    if (price === PRICE_OF_ROW) return undefined;
    return price === ''
      ? 'Sem preço'
      : (prices.find((known) => String(known.id) === price)?.item ?? 'Preço excluído');
  };
  const sessions = ticketLinks(row);
  const links = sessions.filter(({ link }) => link.trim()).length;
  const hasDetails = links > 0 || row.times.some((_, day) => cellPrice(row, day) !== PRICE_OF_ROW);
  const isThere =
    isOpen || Object.keys(problems).some((field) => /\.(?:ticket_links|cell_prices)\./.test(field));
  const facts = [filmField(at), roomFieldName(at), priceField(at)];
  return (
    <fieldset className="week-row" data-at={at}>
      <legend className="sr-only">
        {name}
        {row.room && `, ${row.room}`}
        {film && !film.current && ' (encerrado)'}
      </legend>
      <div className="week-line">
        <div className="week-facts">
          <select
            {...fieldOf(filmField(at))}
            className="input week-film"
            aria-label="Filme"
            value={row.movie_id}
            onChange={(event) => set({ movie_id: event.target.value })}
          >
            <option value="">Escolha o filme</option>
            {films
              .filter(({ id, current }) => current || String(id) === row.movie_id)
              .map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
          </select>
          <input
            {...fieldOf(roomFieldName(at))}
            type="text"
            aria-label="Sala"
            placeholder="Sala"
            autoComplete="off"
            list={roomsId}
            value={row.room}
            onChange={(event) => set({ room: event.target.value })}
          />
          <select
            {...OUTSIDE_FORM}
            id={`${id}-version`}
            name={`rows.${at}.audio`}
            className="input"
            aria-label="Versão"
            value={`${row.audio}-${row.format}`}
            onChange={(event) => {
              const [audio = '', format = ''] = event.target.value.split('-');
              set({ audio, format });
            }}
          >
            {VERSIONS.map(({ value, label }) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </select>
          <select
            {...fieldOf(priceField(at))}
            className="input week-price"
            aria-label="Preço"
            title="Preço de todas as sessões desta linha"
            value={row.price_id}
            onChange={(event) => set({ price_id: event.target.value })}
          >
            <option value={PRICE_OF_DAY}>O de cada dia</option>
            <option value="">Sem preço</option>
            <Prices prices={prices} chosen={row.price_id} />
          </select>
          <div className="week-row-tools">
            <button
              type="button"
              className="icon-btn"
              title="Repetir nos dias vazios"
              aria-label={`Repetir os horários de ${name} nos dias vazios`}
              aria-disabled={isRepeatable ? undefined : true}
              onClick={() => isRepeatable && onChange(at, (current) => withFilledDays(current, week))}
            >
              <Icon of={Repeat2} />
            </button>
            <button
              type="button"
              className="icon-btn"
              title={`Preços por dia e links dos ingressos: ${links} de ${plural(sessions.length, 'sessão', 'sessões')} com link`}
              aria-label={`Preços por dia e links dos ingressos de ${name}: ${links} de ${plural(sessions.length, 'sessão', 'sessões')} com link`}
              aria-expanded={isThere}
              data-filled={hasDetails || undefined}
              onClick={() => setOpen(!isThere)}
            >
              <Icon of={Ticket} />
            </button>
            <button
              type="button"
              className="icon-btn"
              title="Tirar a linha"
              aria-label={`Tirar a linha de ${name}`}
              onClick={() => onRemove(at)}
            >
              <Icon of={Trash2} />
            </button>
          </div>
        </div>
        {row.times.map((cell, day) => {
          const date = addDays(from, day);
          const field = cellField(at, day);
          const special = specialText(week, day);
          return (
            <WeekCell
              key={date}
              at={at}
              day={day}
              id={`${id}-${field}`}
              name={field}
              label={[`Horários de ${dayName(date)}`, special].filter(Boolean).join(', ')}
              text={cell}
              errorId={errorId(field)}
              price={priceName(day)}
              isPast={date < today}
              isSpecial={special !== null}
              isOutside={isOutside(week, day, cell)}
              onTimes={setTimes}
              onLeave={onLeave}
              leaveKey={leaveKeyOf(row, field)}
            />
          );
        })}
      </div>
      {facts.map((field) => (
        <FieldError key={field} id={`${id}-${field}-error`} text={problems[field]} />
      ))}
      {row.times.map((_, day) => {
        const text = problems[cellField(at, day)];
        const date = addDays(from, day);
        return (
          <FieldError
            key={date}
            id={`${id}-${cellField(at, day)}-error`}
            text={text && `${dayName(date)}: ${text}`}
          />
        );
      })}
      {isThere && (
        <RowDetails
          row={row}
          at={at}
          week={week}
          name={name}
          problems={problems}
          fieldOf={fieldOf}
          onChange={onChange}
        />
      )}
    </fieldset>
  );
}, isSame);
