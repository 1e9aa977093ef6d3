import { CopyPlus, Plus } from 'lucide-react';
import { useMemo, useRef, useState } from 'react';
import { useController, useWatch } from 'react-hook-form';
import { type ClientLoaderFunctionArgs, Link, useLoaderData, useLocation } from 'react-router';
import { alert } from '../../../records/office/alerts.tsx';
import { Button, LinkButton } from '../../../records/office/Button.tsx';
import { EditPage, Section, useEditForm } from '../../../records/office/form/EditPage.tsx';
import { FieldError, useField } from '../../../records/office/form/fields.tsx';
import { serverErrorAt, useGridFields } from '../../../records/office/form/useGridFields.ts';
import { LoadedContent, RecordSkeleton } from '../../../records/office/Loaded.tsx';
import { load } from '../../../records/office/loadScreen.ts';
import { screenMeta } from '../../../records/office/screenMeta.ts';
import { addDays, todayOnDevice } from '../../../shared/dates.ts';
import { formatDate, formatPeriod } from '../../../shared/text/format.ts';
import { plural } from '../../../shared/text/plural.ts';
import { movies } from '../../movies/movie.resource.ts';
import { getWeek, MAX_WEEK_ROWS, type StoredWeek, saveWeek, WEEK_DAYS } from '../screening.contract.ts';
import { screenings, weekAt } from '../screening.resource.ts';
import { parseTimes } from '../screening.rules.ts';
import { dayPriceField, filmField, weekProblems } from '../week.ts';
import { type GridRow, newRow, type WeekValues, weekStart, weekValues, withWeekBefore } from '../weekRows.ts';
import { dayName, Prices, SpecialDay, specialText } from './WeekDays.tsx';
import { WeekRow } from './WeekRow.tsx';

export const meta = screenMeta('Montar a semana');

export function clientLoader({ request }: ClientLoaderFunctionArgs) {
  const asked = new URL(request.url).searchParams.get('from') ?? '';
  const from = /^20\d\d-\d\d-\d\d$/.test(asked) ? asked : weekStart(todayOnDevice());
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
  const [said, setSaid] = useState('');
  const grid = useGridFields();
  const addButton = useRef<HTMLButtonElement>(null);

  const byId = useMemo(() => new Map(films.map((film) => [film.id, film])), [films]);
  const problems = useMemo(() => weekProblems(rows, (id) => byId.get(id)), [rows, byId]);
  /**
   * Returns the error of a field after the user left it or tried to save. An error of the server stays until
   * the next edit.
   */
  const problemAt = (name: string, key: string) =>
    (grid.hasLeft(key) ? problems.get(name) : undefined) ?? serverErrorAt(fieldState.error, name);

  const setRows = (next: GridRow[]) =>
    form.setValue('rows', next, { shouldDirty: true, shouldValidate: form.formState.isSubmitted });
  const setPrices = (next: string[]) => form.setValue('day_prices', next, { shouldDirty: true });
  const change = (at: number, changes: Partial<GridRow>) =>
    setRows(rows.map((row, index) => (index === at ? { ...row, ...changes } : row)));

  const save: typeof editing.save = async (event) => {
    event?.preventDefault();
    if (problems.size === 0) return editing.save(event);
    grid.leaveAll();
    const [first = ''] = problems.keys();
    alert.warning(
      'Confira a semana',
      `${plural(problems.size, 'campo precisa', 'campos precisam')} de você.`,
    );
    requestAnimationFrame(() => {
      const field = grid.fieldIn(first);
      // The field may be inside a collapsed ticket-link section.
      field?.closest('details')?.setAttribute('open', '');
      field?.focus();
    });
  };
  const add = () => {
    const key = newKey();
    setRows([...rows, newRow(rows, key)]);
    requestAnimationFrame(() => grid.fieldIn(filmField(rows.length))?.focus());
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
      <div className="week" ref={grid.ref}>
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
              <WeekRow
                key={row.key}
                row={row}
                at={at}
                week={week}
                problemAt={problemAt}
                onChange={(changes) => change(at, changes)}
                onLeave={grid.leave}
                onRemove={() => remove(at)}
                onMove={grid.focus}
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
