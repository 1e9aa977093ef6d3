import { CopyPlus, Plus, Repeat2, Trash2 } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useId, useMemo, useRef, useState } from 'react';
import { type FieldError as FormError, useController, useWatch } from 'react-hook-form';
import { type ClientLoaderFunctionArgs, Link, useLoaderData, useLocation } from 'react-router';
import { alert } from '../../../records/office/alerts.tsx';
import { Button, LinkButton } from '../../../records/office/Button.tsx';
import { EditPage, Section, useEditForm } from '../../../records/office/form/EditPage.tsx';
import { FieldError, useField } from '../../../records/office/form/fields.tsx';
import { LoadedContent, RecordSkeleton } from '../../../records/office/Loaded.tsx';
import { load } from '../../../records/office/loadScreen.ts';
import { screenMeta } from '../../../records/office/screenMeta.ts';
import { addDays } from '../../../ui/addDays.ts';
import { formatDate, formatDayMonth, formatPeriod, formatWeekday } from '../../../ui/format.ts';
import { plural } from '../../../ui/plural.ts';
import { toLocalTime } from '../../../ui/zonedTime.ts';
import { movies } from '../../movies/movie.resource.ts';
import { isOpenAt, openingVerb } from '../../specialDays/placeSpecialDays.ts';
import {
  getWeek,
  MAX_WEEK_ROWS,
  PRICE_OF_DAY,
  type StoredWeek,
  saveWeek,
  WEEK_DAYS,
} from '../screening.contract.ts';
import { screenings, weekAt } from '../screening.resource.ts';
import { parseTimes, tidyTimes } from '../screening.rules.ts';
import { AUDIOS, SCREENING_FORMATS } from '../screening.types.ts';
import {
  cellField,
  dayPriceField,
  filmField,
  linkField,
  priceField,
  roomFieldName,
  weekProblems,
} from '../week.ts';
import {
  type GridRow,
  newRow,
  ticketLinks,
  type WeekValues,
  weekStart,
  weekValues,
  withFilledDays,
  withFirstTicketLink,
  withTicketLink,
  withWeekBefore,
} from '../weekRows.ts';
import './WeekPage.css';

export const meta = screenMeta('Montar a semana');

export function clientLoader({ request }: ClientLoaderFunctionArgs) {
  const asked = new URL(request.url).searchParams.get('from') ?? '';
  const from = /^20\d\d-\d\d-\d\d$/.test(asked)
    ? asked
    : weekStart(toLocalTime(new Date().toISOString()).slice(0, 10));
  return load(getWeek, request, { params: { from } });
}

export { RecordSkeleton as HydrateFallback };

const RESOURCE = {
  at: { list: screenings.at.list, history: screenings.at.history },
  alerts: { ...screenings.alerts, updated: 'Semana salva' },
};

export default function WeekPage() {
  const { answer } = useLoaderData<typeof clientLoader>();
  const { search } = useLocation();
  return (
    <LoadedContent key={search} answer={answer} skeleton={<RecordSkeleton />} back={screenings.at.list}>
      {({ data }) => <Editor week={data} />}
    </LoadedContent>
  );
}

let keys = 0;
/** Returns a key that no stored row has. */
const newKey = () => {
  keys += 1;
  return `new-${Date.now().toString(36)}-${keys}`;
};

function Editor({ week }: { week: StoredWeek }) {
  const { from, today, films, prices, before, drafts, version } = week;
  const values = useMemo(() => weekValues(week), [week]);
  const editing = useEditForm<typeof saveWeek, WeekValues>({
    endpoint: saveWeek,
    params: { from },
    values,
    extraFields: { version },
    resource: RESOURCE,
  });
  const { form, control } = editing;
  const rows = useWatch({ control, name: 'rows' });
  const dayPrices = useWatch({ control, name: 'day_prices' });
  const { fieldState: priceState } = useController({ control, name: 'day_prices' });
  const { fieldState } = useController({ control, name: 'rows' });
  const shell = useField({ control, name: 'rows', label: 'Sessões da semana', required: false }, false);
  const [checked, setChecked] = useState<ReadonlySet<string> | 'all'>(new Set());
  const [said, setSaid] = useState('');
  const grid = useRef<HTMLDivElement>(null);
  const addButton = useRef<HTMLButtonElement>(null);

  const byId = useMemo(() => new Map(films.map((film) => [film.id, film])), [films]);
  const problems = useMemo(() => weekProblems(rows, (id) => byId.get(id)), [rows, byId]);
  /**
   * Returns the error of a field after the user left it or tried to save. An error of the server stays until
   * the next edit.
   */
  const problemAt = (name: string, key: string) =>
    (checked === 'all' || checked.has(key) ? problems.get(name) : undefined) ??
    serverErrorAt(fieldState.error, name);

  const setRows = (next: GridRow[]) =>
    form.setValue('rows', next, { shouldDirty: true, shouldValidate: form.formState.isSubmitted });
  const setPrices = (next: string[]) => form.setValue('day_prices', next, { shouldDirty: true });
  const change = (at: number, changes: Partial<GridRow>) =>
    setRows(rows.map((row, index) => (index === at ? { ...row, ...changes } : row)));
  const leave = (key: string) =>
    setChecked((seen) => (seen === 'all' || seen.has(key) ? seen : new Set(seen).add(key)));

  const fieldIn = (name: string) => grid.current?.querySelector<HTMLElement>(`[name="${CSS.escape(name)}"]`);
  const save: typeof editing.save = async (event) => {
    event?.preventDefault();
    if (problems.size === 0) return editing.save(event);
    setChecked('all');
    const [first = ''] = problems.keys();
    alert.warning(
      'Confira a semana',
      `${plural(problems.size, 'campo precisa', 'campos precisam')} de você.`,
    );
    requestAnimationFrame(() => {
      const field = fieldIn(first);
      // The field may be inside a collapsed ticket-link section.
      field?.closest('details')?.setAttribute('open', '');
      field?.focus();
    });
  };
  const add = () => {
    const key = newKey();
    setRows([...rows, newRow(rows, key)]);
    requestAnimationFrame(() => fieldIn(filmField(rows.length))?.focus());
  };
  const remove = (at: number) => {
    const removed = rows[at];
    if (!removed) return;
    setRows(rows.toSpliced(at, 1));
    // Rows that the user typed in the meantime stay.
    editing.undoOffers.undo('Linha tirada', 'As sessões dela saem quando você salvar.', () =>
      setRows(form.getValues('rows').toSpliced(at, 0, removed)),
    );
    addButton.current?.focus();
  };
  const copy = () => {
    const next = withWeekBefore(week, { rows, day_prices: dayPrices }, newKey);
    const { copied, leftOut } = next;
    if (copied > 0) {
      setRows(next.rows);
      setPrices(next.day_prices);
    }
    const special = leftOut.map((day) => `${dayName(addDays(from, day))} ${specialText(week, day)}`);
    setSaid(
      [
        copied > 0
          ? `${plural(copied, 'dia copiado', 'dias copiados')} da semana passada. Confira e salve.`
          : 'Não há nada da semana passada que falte aqui.',
        special.length > 0 && `Ficou de fora: ${special.join(', ')}.`,
      ]
        .filter(Boolean)
        .join(' '),
    );
  };
  const count = rows.flatMap(({ times }) => times.flatMap((cell) => parseTimes(cell).times)).length;
  const until = addDays(from, WEEK_DAYS - 1);
  return (
    <EditPage
      edit={{ ...editing, save, complete: true }}
      title="Montar a semana"
      description={`${formatPeriod(from, until) ?? ''}: ${plural(count, 'sessão', 'sessões')}. Escreva os horários de cada dia com espaço entre eles: 14:30 17:00 19:30.`.replace(
        /^./,
        (letter) => letter.toUpperCase(),
      )}
      back={{ to: screenings.at.list }}
      saveLabel="Salvar a semana"
    >
      <div className="week" ref={grid}>
        <nav className="week-nav" aria-label="Semanas">
          <LinkButton to={weekAt(addDays(from, -WEEK_DAYS))} variant="line" small>
            Semana anterior
          </LinkButton>
          <LinkButton to={weekAt(weekStart(today))} variant="line" small>
            Esta semana
          </LinkButton>
          <LinkButton to={weekAt(addDays(from, WEEK_DAYS))} variant="line" small>
            Próxima semana
          </LinkButton>
        </nav>
        <Section title={`${formatDate(from)} a ${formatDate(until)}`}>
          {drafts > 0 && (
            <p className="field-hint">
              {plural(drafts, 'sessão desta semana é rascunho', 'sessões desta semana são rascunho')}: no site
              não aparece.
            </p>
          )}
          {films.length === 0 ? (
            <p className="field-hint">
              Ainda não há filme em cartaz.{' '}
              <Link className="link" to={movies.at.create}>
                Adicionar filme
              </Link>
            </p>
          ) : (
            rows.length === 0 && (
              <p className="field-hint">
                Nenhuma sessão nesta semana. Comece pela semana passada ou por uma linha vazia.
              </p>
            )
          )}
          <FieldError
            id={`${shell.inputId}-error`}
            text={problems.get('rows') ?? (fieldState.error?.types ? undefined : shell.error)}
          />
          {prices.length > 0 && (
            <fieldset className="week-row">
              <legend>Preço de cada dia</legend>
              <div className="week-days">
                {dayPrices.map((price, day) => {
                  const id = `${shell.inputId}-price-${day}`;
                  const problem = serverErrorAt(priceState.error, dayPriceField(day));
                  return (
                    <div className="field" key={addDays(from, day)}>
                      <label className="field-label" htmlFor={id}>
                        {dayName(addDays(from, day))}
                        <SpecialDay week={week} day={day} />
                      </label>
                      <select
                        id={id}
                        name={dayPriceField(day)}
                        className="input"
                        aria-invalid={problem ? true : undefined}
                        aria-describedby={problem ? `${id}-error` : undefined}
                        value={price}
                        onChange={(event) => setPrices(dayPrices.with(day, event.target.value))}
                      >
                        <option value="">Sem preço</option>
                        <Prices prices={prices} chosen={price} />
                      </select>
                      <FieldError id={`${id}-error`} text={problem} />
                    </div>
                  );
                })}
              </div>
            </fieldset>
          )}
          <div id={shell.inputId} tabIndex={-1} className="week-rows">
            {rows.map((row, at) => (
              <Row
                key={row.key}
                row={row}
                at={at}
                week={week}
                problemAt={problemAt}
                onChange={(changes) => change(at, changes)}
                onLeave={leave}
                onRemove={() => remove(at)}
                fieldIn={fieldIn}
              />
            ))}
          </div>
          <p className="week-said" role="status">
            {said}
          </p>
          {!editing.locked && (
            <div className="week-tools">
              <Button
                ref={addButton}
                variant="line"
                small
                icon={<Plus className="i" aria-hidden="true" />}
                unavailable={rows.length >= MAX_WEEK_ROWS}
                onUnavailable={() => setSaid(`Cabem ${MAX_WEEK_ROWS} linhas por semana.`)}
                onClick={add}
              >
                Adicionar linha
              </Button>
              <Button
                variant="line"
                small
                icon={<CopyPlus className="i" aria-hidden="true" />}
                unavailable={before.rows.length === 0}
                onUnavailable={() => setSaid('A semana passada não tem sessões.')}
                onClick={copy}
              >
                Copiar da semana passada
              </Button>
            </div>
          )}
        </Section>
      </div>
    </EditPage>
  );
}

/** Returns the server's error for a field of the week. */
const serverErrorAt = (error: FormError | undefined, name: string): string | undefined => {
  const found = error?.types?.[name];
  return found === undefined ? undefined : String(found);
};

interface RowProps {
  row: GridRow;
  at: number;
  week: StoredWeek;
  problemAt: (name: string, key: string) => string | undefined;
  onChange: (changes: Partial<GridRow>) => void;
  /** Called when the user leaves a field. */
  onLeave: (key: string) => void;
  onRemove: () => void;
  fieldIn: (name: string) => HTMLElement | null | undefined;
}

const AUDIO_CHOICES = Object.entries(AUDIOS);
const FORMAT_CHOICES = Object.entries(SCREENING_FORMATS);

/** Describes a special day of the cinema: «Natal: fecha». */
function specialText({ special_days }: Pick<StoredWeek, 'special_days'>, day: number): string | null {
  const special = special_days.find((known) => known.day === day);
  return special ? `${special.reason}: ${openingVerb(special.hours)}` : null;
}

function SpecialDay({ week, day }: { week: StoredWeek; day: number }) {
  const text = specialText(week, day);
  return text && <span className="week-special">{text}</span>;
}

/** Returns whether a session of the day is outside the special hours, and therefore hidden on the site. */
const isOutside = ({ special_days }: StoredWeek, day: number, cell: string) =>
  special_days
    .filter((special) => special.day === day)
    .some(({ hours }) => parseTimes(cell).times.some((time) => !isOpenAt(hours, time)));

const dayName = (day: string) => `${formatWeekday(day).slice(0, 3)}., ${formatDayMonth(day)}`;

/** Renders the prices as options, with the selected price even if it was deleted. */
function Prices({ prices, chosen }: Pick<StoredWeek, 'prices'> & { chosen: string }) {
  const isGone = !['', PRICE_OF_DAY].includes(chosen) && !prices.some(({ id }) => String(id) === chosen);
  return (
    <>
      {isGone && <option value={chosen}>Preço excluído</option>}
      {prices.map(({ id, item }) => (
        <option key={id} value={id}>
          {item}
        </option>
      ))}
    </>
  );
}

/** Renders a row of the grid: one film in one room, with a cell for each day. */
function Row({ row, at, week, problemAt, onChange, onLeave, onRemove, fieldIn }: RowProps) {
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
                onKeyDown={(event) => moveBetweenRows(event, at, day, fieldIn)}
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

/** Renders the ticket links of a row, collapsed: most weeks have none, or get them last. */
function TicketLinks({
  row,
  from,
  name,
  fieldOf,
  onChange,
}: Pick<RowProps, 'row' | 'onChange'> & {
  from: string;
  name: string;
  fieldOf: (day: number, time: string) => { problem: string | undefined; props: object; error: ReactNode };
}) {
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  const sessions = ticketLinks(row).map((link) => ({ ...link, field: fieldOf(link.day, link.time) }));
  if (sessions.length === 0) return null;
  const count = sessions.filter(({ link }) => link.trim()).length;
  const isThere = isOpen || sessions.some(({ field }) => field.problem);
  return (
    <details
      className="week-links"
      open={isOpen}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary className="link">
        Links dos ingressos: {count} de {plural(sessions.length, 'sessão', 'sessões')}
      </summary>
      {isThere && (
        <>
          <ul aria-label={`Links dos ingressos de ${name}`}>
            {sessions.map(({ day, time, link, field }) => (
              <li className="field" key={`${day} ${time}`}>
                <label className="field-label" htmlFor={`${id}-${day}-${time}`}>
                  {dayName(addDays(from, day))}, {time}
                </label>
                <input
                  {...field.props}
                  id={`${id}-${day}-${time}`}
                  type="text"
                  inputMode="url"
                  className="input"
                  autoComplete="off"
                  spellCheck={false}
                  value={link}
                  onChange={({ target }) => onChange(withTicketLink(row, { day, time, link: target.value }))}
                />
                {field.error}
              </li>
            ))}
          </ul>
          {count > 0 && count < sessions.length && (
            <Button
              variant="line"
              small
              icon={<Repeat2 className="i" aria-hidden="true" />}
              onClick={() => onChange(withFirstTicketLink(row))}
            >
              Repetir o primeiro onde falta
            </Button>
          )}
        </>
      )}
    </details>
  );
}

/** Moves the focus as in a spreadsheet: up, down and Enter lead to the same day in the previous or next row. */
function moveBetweenRows(
  event: KeyboardEvent<HTMLTextAreaElement>,
  at: number,
  day: number,
  fieldIn: RowProps['fieldIn'],
): void {
  const step = { ArrowUp: -1, ArrowDown: 1, Enter: 1 }[event.key];
  if (step === undefined || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
  if (event.key === 'Enter') event.preventDefault();
  const next = fieldIn(cellField(at + step, day));
  if (!next) return;
  event.preventDefault();
  next.focus();
  (next as HTMLTextAreaElement).select();
}
