import { Repeat2, Trash2 } from 'lucide-react';
import { type KeyboardEvent, useId } from 'react';
import { FieldError } from '../../../records/office/form/fields.tsx';
import { addDays } from '../../../shared/dates.ts';
import { isOpenAt } from '../../specialDays/placeSpecialDays.ts';
import { PRICE_OF_DAY, type StoredWeek } from '../screening.contract.ts';
import { parseTimes, tidyTimes } from '../screening.rules.ts';
import { AUDIOS, SCREENING_FORMATS } from '../screening.types.ts';
import { cellField, filmField, linkField, priceField, roomFieldName } from '../week.ts';
import { type GridRow, withFilledDays } from '../weekRows.ts';
import { dayName, Prices, SpecialDay } from './WeekDays.tsx';
import { TicketLinks } from './WeekTicketLinks.tsx';

export interface RowProps {
  row: GridRow;
  at: number;
  week: StoredWeek;
  problemAt: (name: string, key: string) => string | undefined;
  onChange: (changes: Partial<GridRow>) => void;
  /** Called when the user leaves a field. */
  onLeave: (key: string) => void;
  onRemove: () => void;
  /** Focuses a field. Returns whether it exists. */
  onMove: (name: string) => boolean;
}

const AUDIO_CHOICES = Object.entries(AUDIOS);

const FORMAT_CHOICES = Object.entries(SCREENING_FORMATS);

/** Returns whether a session of the day is outside the special hours, and therefore hidden on the site. */
const isOutside = ({ special_days }: StoredWeek, day: number, cell: string) =>
  special_days
    .filter((special) => special.day === day)
    .some(({ hours }) => parseTimes(cell).times.some((time) => !isOpenAt(hours, time)));

/** Renders a row of the grid: one film in one room, with a cell for each day. */
export function WeekRow({ row, at, week, problemAt, onChange, onLeave, onRemove, onMove }: RowProps) {
  const { from, today, films, prices, rooms } = week;
  const id = useId();
  const film = films.find((known) => String(known.id) === row.movie_id);
  const name = film?.name ?? 'Linha nova';
  const fieldOf = (field: string, key: string) => {
    const problem = problemAt(field, key);
    return {
      problem,
      props: {
        id: `${id}-${field}`,
        name: field,
        'aria-invalid': problem ? (true as const) : undefined,
        'aria-describedby': problem ? `${id}-${field}-error` : undefined,
        onBlur: () => onLeave(key),
      },
      error: <FieldError id={`${id}-${field}-error`} text={problem} />,
    };
  };
  const movie = fieldOf(filmField(at), `${row.key} film`);
  const room = fieldOf(roomFieldName(at), `${row.key} room`);
  const price = fieldOf(priceField(at), `${row.key} price`);
  const isRepeatable = row.times.some((cell) => cell.trim() !== '') && row.times.some((cell) => !cell.trim());
  return (
    <fieldset className="week-row">
      <legend className="sr-only">
        {name}
        {row.room && `, ${row.room}`}
        {film && !film.current && ' (encerrado)'}
      </legend>
      <div className="week-facts">
        <div className="field week-film">
          <label className="field-label" htmlFor={movie.props.id}>
            Filme
          </label>
          <select
            {...movie.props}
            className="input"
            value={row.movie_id}
            onChange={(event) => onChange({ movie_id: event.target.value })}
          >
            <option value="">Escolha</option>
            {films
              .filter(({ id, current }) => current || String(id) === row.movie_id)
              .map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
          </select>
          {movie.error}
        </div>
        <div className="field week-room">
          <label className="field-label" htmlFor={room.props.id}>
            Sala
          </label>
          <input
            {...room.props}
            type="text"
            className="input"
            autoComplete="off"
            list={`${id}-rooms`}
            value={row.room}
            onChange={(event) => onChange({ room: event.target.value })}
          />
          <datalist id={`${id}-rooms`}>
            {rooms.map((one) => (
              <option key={one} value={one} />
            ))}
          </datalist>
          {room.error}
        </div>
        <div className="field">
          <label className="field-label" htmlFor={`${id}-audio`}>
            Áudio
          </label>
          <select
            id={`${id}-audio`}
            name={`rows.${at}.audio`}
            className="input"
            value={row.audio}
            onChange={(event) => onChange({ audio: event.target.value })}
          >
            {AUDIO_CHOICES.map(([value, label]) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </select>
        </div>
        <div className="field week-format">
          <label className="field-label" htmlFor={`${id}-format`}>
            Formato
          </label>
          <select
            id={`${id}-format`}
            name={`rows.${at}.format`}
            className="input"
            value={row.format}
            onChange={(event) => onChange({ format: event.target.value })}
          >
            {FORMAT_CHOICES.map(([value, label]) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </select>
        </div>
        <div className="field week-price">
          <label className="field-label" htmlFor={price.props.id}>
            Preço
          </label>
          <select
            {...price.props}
            className="input"
            value={row.price_id}
            onChange={(event) => onChange({ price_id: event.target.value })}
          >
            <option value={PRICE_OF_DAY}>O de cada dia</option>
            <option value="">Sem preço</option>
            <Prices prices={prices} chosen={row.price_id} />
          </select>
          {price.error}
        </div>
        <div className="week-row-tools">
          <button
            type="button"
            className="icon-btn"
            title="Repetir nos dias vazios"
            aria-label={`Repetir os horários de ${name} nos dias vazios`}
            aria-disabled={isRepeatable ? undefined : true}
            onClick={() => isRepeatable && onChange(withFilledDays(row, week))}
          >
            <Repeat2 className="i" aria-hidden="true" />
          </button>
          <button
            type="button"
            className="icon-btn"
            title="Tirar a linha"
            aria-label={`Tirar a linha de ${name}`}
            onClick={onRemove}
          >
            <Trash2 className="i" aria-hidden="true" />
          </button>
        </div>
      </div>
      <div className="week-days">
        {row.times.map((cell, day) => {
          const date = addDays(from, day);
          const field = fieldOf(cellField(at, day), `${row.key} ${day}`);
          return (
            <div
              className="field"
              key={date}
              data-past={date < today || undefined}
              data-special={week.special_days.some((special) => special.day === day) || undefined}
            >
              <label className="field-label" htmlFor={field.props.id}>
                {dayName(date)}
                <SpecialDay week={week} day={day} />
              </label>
              <textarea
                {...field.props}
                rows={1}
                className="input"
                autoComplete="off"
                autoCorrect="off"
                spellCheck={false}
                enterKeyHint="next"
                value={cell}
                onChange={(event) => onChange({ times: row.times.with(day, event.target.value) })}
                onBlur={() => {
                  const tidied = tidyTimes(cell);
                  if (tidied !== cell) onChange({ times: row.times.with(day, tidied) });
                  onLeave(`${row.key} ${day}`);
                }}
                onKeyDown={(event) => moveBetweenRows(event, at, day, onMove)}
              />
              {field.error}
              {isOutside(week, day, cell) && <p className="week-outside">Não aparece no site.</p>}
            </div>
          );
        })}
      </div>
      <TicketLinks
        row={row}
        from={from}
        name={name}
        fieldOf={(day, time) => fieldOf(linkField(at, day, time), `${row.key} link ${day} ${time}`)}
        onChange={onChange}
      />
    </fieldset>
  );
}

/** Moves the focus as in a spreadsheet: up, down and Enter lead to the same day in the previous or next row. */
function moveBetweenRows(
  event: KeyboardEvent<HTMLTextAreaElement>,
  at: number,
  day: number,
  onMove: RowProps['onMove'],
): void {
  const step = { ArrowUp: -1, ArrowDown: 1, Enter: 1 }[event.key];
  if (step === undefined || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
  if (event.key === 'Enter') event.preventDefault();
  if (onMove(cellField(at + step, day))) event.preventDefault();
}
