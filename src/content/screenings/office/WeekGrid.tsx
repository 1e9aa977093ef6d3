import { CopyPlus, Plus } from 'lucide';
import {
  type ClipboardEvent,
  type KeyboardEvent,
  type RefObject,
  useCallback,
  useDeferredValue,
  useEffect,
  useId,
  useMemo,
  useRef,
  useState,
} from 'react';
import { flushSync } from 'react-dom';
import { useController, useWatch } from 'react-hook-form';
import { Link } from 'react-router';
import { alert } from '../../../records/office/alerts.tsx';
import { Button, LinkButton } from '../../../records/office/Button.tsx';
import type { EditForm } from '../../../records/office/form/EditPage.tsx';
import { FieldError, useField } from '../../../records/office/form/fields.tsx';
import { serverErrorAt, useGridFields } from '../../../records/office/form/useGridFields.ts';
import { Icon } from '../../../records/office/Icon.tsx';
import { addDays } from '../../../shared/dates.ts';
import { formatDate } from '../../../shared/text/format.ts';
import { plural } from '../../../shared/text/plural.ts';
import { movies } from '../../movies/movie.resource.ts';
import { MAX_WEEK_ROWS, type StoredWeek, WEEK_DAYS } from '../screening.contract.ts';
import { weekAt } from '../screening.resource.ts';
import { cellField, dayPriceField, filmField, roomFieldName, weekProblems } from '../week.ts';
import { sessionsText } from '../weekCount.ts';
import {
  errorsInGrid,
  type GridRow,
  newRow,
  pasteTimes,
  type WeekValues,
  weekStart,
  withWeekBefore,
} from '../weekRows.ts';
import { dayName, Prices, SpecialDay, specialText } from './WeekDays.tsx';
import { leaveKeyOf, WeekRow } from './WeekRow.tsx';

/** Lets the screen check the grid and move the focus in it. */
export interface GridHandle {
  /** Returns whether all fields are right; otherwise shows each error and focuses the first. */
  check: () => boolean;
  /** Focuses the next wrong field, after the last one that lost the focus. */
  goToNextError: () => void;
}

let keys = 0;

/** Returns a key that no stored row has. */
const newKey = () => {
  keys += 1;
  return `new-${Date.now().toString(36)}-${keys}`;
};

/** Value of the choice for all days while they differ. */
const DIFFERENT = 'different';

/** Renders the week as a table: a row for each film in a room, a column for each day. */
export function WeekGrid({
  week,
  editing,
  handle,
  onWrong,
}: {
  week: StoredWeek;
  editing: EditForm<WeekValues>;
  handle: RefObject<GridHandle | null>;
  /** Called with the number of visible errors. */
  onWrong: (count: number) => void;
}) {
  const { from, today, films, prices, rooms, before, next_empty, drafts } = week;
  const { form, control, undoOffers } = editing;
  const rows = useWatch({ control, name: 'rows' });
  const dayPrices = useWatch({ control, name: 'day_prices' });
  const { fieldState: priceState } = useController({ control, name: 'day_prices' });
  const { fieldState } = useController({ control, name: 'rows' });
  const shell = useField({ control, name: 'rows', label: 'Sessões da semana', required: false }, false);
  const id = useId();
  const [said, setSaid] = useState('');
  const days = Array.from({ length: WEEK_DAYS }, (_, at) => addDays(from, at));
  /** Day that a narrow screen shows. */
  const [day, setDay] = useState(() => Math.max(0, days.indexOf(today)));
  const { ref, hasLeft, leave, leaveAll, focus: focusField } = useGridFields();
  const addButton = useRef<HTMLButtonElement>(null);
  const lastFocused = useRef<Element | null>(null);

  const byId = useMemo(() => new Map(films.map((film) => [film.id, film])), [films]);
  const problemsIn = useCallback(
    (all: readonly GridRow[]) => weekProblems(all, (one) => byId.get(one)),
    [byId],
  );
  // Validation of the whole week must not delay the next key.
  const checkedRows = useDeferredValue(rows);
  const problems = useMemo(() => problemsIn(checkedRows), [problemsIn, checkedRows]);
  const serverErrors = fieldState.error?.types;
  const fromServer = useMemo(
    () => errorsInGrid(checkedRows, serverErrors ?? {}),
    [checkedRows, serverErrors],
  );
  /**
   * Returns the errors of a row that the user sees: those of fields that were left or sent. An error of the
   * server stays until the next edit.
   */
  const visibleProblems = (row: GridRow, at: number): [string, string][] => {
    const isOfRow = ([name]: [string, string]) => name.startsWith(`rows.${at}.`);
    const own = [...problems].filter(isOfRow).filter(([name]) => hasLeft(leaveKeyOf(row, name)));
    const sent = [...fromServer].filter(isOfRow).filter(([name]) => !own.some(([known]) => known === name));
    return [...own, ...sent];
  };
  const visible = checkedRows.map(visibleProblems);
  const wrong = visible.reduce((sum, of) => sum + of.length, 0);
  useEffect(() => onWrong(wrong), [onWrong, wrong]);
  const problemsAt = (row: GridRow, at: number): string => {
    const of = checkedRows[at]?.key === row.key ? visible[at] : undefined;
    return of && of.length > 0 ? JSON.stringify(Object.fromEntries(of)) : '';
  };

  const setRows = useCallback(
    (next: readonly GridRow[]) =>
      form.setValue('rows', [...next], { shouldDirty: true, shouldValidate: form.formState.isSubmitted }),
    [form],
  );
  const change = useCallback(
    (at: number, changeRow: (row: GridRow) => GridRow) =>
      setRows(form.getValues('rows').map((row, index) => (index === at ? changeRow(row) : row))),
    [form, setRows],
  );
  const setPrices = (next: string[]) => form.setValue('day_prices', next, { shouldDirty: true });

  /** Focuses a field, after a narrow screen has changed to its day. Returns whether there is such a field. */
  const focus = (name: string): boolean => {
    const [, of] = /\.times\.(\d)$/.exec(name) ?? [];
    if (of) flushSync(() => setDay(Number(of)));
    return focusField(name);
  };
  const focusSoon = (name: string) => requestAnimationFrame(() => focus(name));
  handle.current = {
    check: () => {
      const found = problemsIn(form.getValues('rows'));
      if (found.size === 0) return true;
      leaveAll();
      const first = [...found.keys()].toSorted(
        (one, other) => Number(one.split('.')[1]) - Number(other.split('.')[1]),
      );
      alert.warning('Confira a semana', `${plural(found.size, 'campo precisa', 'campos precisam')} de você.`);
      focusSoon(first[0] ?? '');
      return false;
    },
    goToNextError: () => {
      const invalid = [...(ref.current?.querySelectorAll<HTMLInputElement>('[aria-invalid="true"]') ?? [])];
      const last = lastFocused.current;
      const isAfter = (field: Element) =>
        last !== null && last.compareDocumentPosition(field) === Node.DOCUMENT_POSITION_FOLLOWING;
      focus((invalid.find(isAfter) ?? invalid[0])?.name ?? '');
    },
  };

  const add = () => {
    const at = rows.length;
    setRows([...rows, newRow(rows, newKey())]);
    focusSoon(filmField(at));
  };
  const remove = useCallback(
    (at: number) => {
      const current = form.getValues('rows');
      const removed = current[at];
      if (!removed) return;
      setRows(current.toSpliced(at, 1));
      // Rows that the user typed in the meantime stay.
      undoOffers.undo('Linha tirada', 'As sessões dela saem quando você salvar.', () =>
        setRows(form.getValues('rows').toSpliced(at, 0, removed)),
      );
      addButton.current?.focus();
    },
    [form, setRows, undoOffers],
  );
  const copy = () => {
    const next = withWeekBefore(week, { rows, day_prices: dayPrices }, newKey);
    const { copied, leftOut } = next;
    if (copied > 0) {
      setRows(next.rows);
      setPrices(next.day_prices);
    }
    const special = leftOut.map((one) => `${dayName(addDays(from, one))} ${specialText(week, one)}`);
    setSaid(
      [
        copied > 0
          ? `Da semana passada: ${sessionsText(copied, next.days)}. Confira e salve.`
          : 'Não há nada da semana passada que falte aqui.',
        special.length > 0 && `Ficou de fora: ${special.join(', ')}.`,
      ]
        .filter(Boolean)
        .join(' '),
    );
  };
  const paste = (event: ClipboardEvent<HTMLElement>) => {
    const cell = cellOf(event.target);
    if (!cell || cell.day < 0) return;
    const pasted = pasteTimes(rows, cell, event.clipboardData.getData('text/plain'), newKey);
    if (!pasted) return;
    event.preventDefault();
    if (pasted === 'too many') return setSaid(`Cabem ${MAX_WEEK_ROWS} linhas por semana. Nada foi colado.`);
    if (pasted === 'too wide')
      return setSaid('O que você copiou tem mais dias do que cabem a partir daqui. Comece num dia anterior.');
    setRows(pasted.rows);
    for (const row of pasted.rows.slice(cell.at))
      for (const [of] of days.entries()) leave(leaveKeyOf(row, cellField(0, of)));
    setSaid(`Colado: ${plural(pasted.cells, 'célula preenchida', 'células preenchidas')}.`);
    if (pasted.replaced > 0)
      undoOffers.undo(
        'Horários trocados',
        `${plural(pasted.replaced, 'célula tinha', 'células tinham')} outros horários.`,
        () => setRows(rows),
      );
  };
  const move = (event: KeyboardEvent<HTMLElement>) => {
    const cell = cellOf(event.target);
    const to = cell && nextCell(event, cell);
    if (!to) return;
    const hasMoved = focus(to.day < 0 ? roomFieldName(to.at) : cellField(to.at, to.day));
    // Enter would send the form.
    if (hasMoved || event.key === 'Enter') event.preventDefault();
  };
  const setAllPrices = (price: string) => {
    const replaced = form.getValues('day_prices');
    setPrices(replaced.map(() => price));
    if (new Set(replaced).size > 1)
      undoOffers.undo('Um preço para todos os dias', 'Cada dia tinha o seu.', () => setPrices(replaced));
  };
  const priceOfAll = new Set(dayPrices).size === 1 ? (dayPrices[0] ?? '') : DIFFERENT;

  return (
    <div className="week" ref={ref} data-day={day}>
      <div className="week-top">
        <h2 id={`${id}-title`}>
          {formatDate(from)} a {formatDate(addDays(from, WEEK_DAYS - 1))}
        </h2>
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
          {next_empty && next_empty !== from && (
            <LinkButton to={weekAt(next_empty)} variant="line" small>
              Semana vazia
            </LinkButton>
          )}
        </nav>
      </div>
      {drafts > 0 && (
        <p className="field-hint">
          {plural(drafts, 'sessão desta semana é rascunho', 'sessões desta semana são rascunho')}: no site não
          aparece.
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
        text={problems.get('rows') ?? (serverErrors ? undefined : shell.error)}
      />
      <fieldset className="week-picker">
        <legend className="sr-only">Dia</legend>
        {days.map((date, of) => (
          <label key={date} data-special={specialText(week, of) !== null || undefined}>
            <input
              type="radio"
              className="sr-only"
              name={`${id}-day`}
              checked={day === of}
              onChange={() => setDay(of)}
            />
            <span>{dayName(date).slice(0, 3)}</span>
            <span>{date.slice(-2)}</span>
          </label>
        ))}
      </fieldset>
      <div className="week-line week-names">
        <span aria-hidden="true">Filme, sala, versão e preço</span>
        {days.map((date, of) => (
          <span key={date} data-day={of} data-past={date < today || undefined}>
            {dayName(date)}
            <SpecialDay week={week} day={of} />
          </span>
        ))}
      </div>
      {prices.length > 0 && (
        <fieldset className="week-line week-prices">
          <legend className="sr-only">Preço de cada dia</legend>
          <div className="week-all-days">
            <label htmlFor={`${id}-all`}>Preço de todos os dias</label>
            <select
              id={`${id}-all`}
              className="input"
              value={priceOfAll}
              onChange={(event) => setAllPrices(event.target.value)}
            >
              {priceOfAll === DIFFERENT && <option value={DIFFERENT}>Um por dia</option>}
              <option value="">Sem preço</option>
              <Prices prices={prices} chosen={priceOfAll === DIFFERENT ? '' : priceOfAll} />
            </select>
          </div>
          {dayPrices.map((price, of) => {
            const date = addDays(from, of);
            const inputId = `${shell.inputId}-price-${of}`;
            const problem = serverErrorAt(priceState.error, dayPriceField(of));
            return (
              <div className="week-cell" key={date} data-day={of}>
                <label htmlFor={inputId}>Preço de {dayName(date)}</label>
                <select
                  id={inputId}
                  name={dayPriceField(of)}
                  className="input"
                  aria-invalid={problem ? true : undefined}
                  aria-describedby={problem ? `${inputId}-error` : undefined}
                  value={price}
                  onChange={(event) => setPrices(dayPrices.with(of, event.target.value))}
                >
                  <option value="">Sem preço</option>
                  <Prices prices={prices} chosen={price} />
                </select>
                <FieldError id={`${inputId}-error`} text={problem} />
              </div>
            );
          })}
        </fieldset>
      )}
      <datalist id={`${id}-rooms`}>
        {rooms.map((one) => (
          <option key={one} value={one} />
        ))}
      </datalist>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: handles keys and pastes of the cells within */}
      <div
        id={shell.inputId}
        tabIndex={-1}
        className="week-rows"
        onPaste={paste}
        onKeyDown={move}
        onFocus={({ target }) => {
          lastFocused.current = target;
        }}
      >
        {rows.map((row, at) => (
          <WeekRow
            key={row.key}
            row={row}
            at={at}
            week={week}
            roomsId={`${id}-rooms`}
            problems={problemsAt(row, at)}
            onChange={change}
            onLeave={leave}
            onRemove={remove}
          />
        ))}
      </div>
      <p className="week-said" role="status">
        {said}
      </p>
      {!editing.access.locked && (
        <div className="week-tools">
          <Button
            ref={addButton}
            variant="line"
            small
            icon={<Icon of={Plus} />}
            unavailable={rows.length >= MAX_WEEK_ROWS}
            onUnavailable={() => setSaid(`Cabem ${MAX_WEEK_ROWS} linhas por semana.`)}
            onClick={add}
          >
            Adicionar linha
          </Button>
          <Button
            variant="line"
            small
            icon={<Icon of={CopyPlus} />}
            unavailable={before.rows.length === 0}
            onUnavailable={() => setSaid('A semana passada não tem sessões.')}
            onClick={copy}
          >
            Copiar da semana passada
          </Button>
        </div>
      )}
    </div>
  );
}

/** A cell of the grid; the room is the column before the first day. */
interface Place {
  at: number;
  day: number;
}

function cellOf(target: EventTarget): Place | null {
  const [, at, field, day] =
    /^rows\.(\d+)\.(room|times\.(\d))$/.exec((target as HTMLInputElement).name ?? '') ?? [];
  if (at === undefined) return null;
  return { at: Number(at), day: field === 'room' ? -1 : Number(day) };
}

/**
 * Returns the cell that a key moves to, as in a spreadsheet: up, down and Enter within a day, sideways from
 * the edge of a text.
 */
function nextCell(event: KeyboardEvent<HTMLElement>, { at, day }: Place): Place | null {
  const { key, shiftKey, target } = event;
  if (event.altKey || event.ctrlKey || event.metaKey || event.nativeEvent.isComposing) return null;
  if (key === 'Enter') return { at: shiftKey ? at - 1 : at + 1, day };
  if (shiftKey) return null;
  if (key === 'ArrowUp' || key === 'ArrowDown')
    // The list of rooms opens with these keys.
    return day < 0 ? null : { at: key === 'ArrowUp' ? at - 1 : at + 1, day };
  const { selectionStart: start, selectionEnd: end, value } = target as HTMLInputElement;
  const isAll = start === 0 && end === value.length;
  if (key === 'ArrowLeft' && (isAll || (start === 0 && end === 0)) && day >= 0) return { at, day: day - 1 };
  if (key === 'ArrowRight' && (isAll || (start === value.length && end === start)) && day < WEEK_DAYS - 1)
    return { at, day: day + 1 };
  return null;
}
