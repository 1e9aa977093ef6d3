import { CopyCheck, Plus, X } from 'lucide';
import { type Ref, useId, useState } from 'react';
import { type Control, useController } from 'react-hook-form';
import { TimeInput } from '../../records/office/day/DayInput.tsx';
import { FieldError, formPart, useField } from '../../records/office/form/fields.tsx';
import { Icon } from '../../records/office/Icon.tsx';
import { MAX_SPANS_PER_DAY, type WeekdayHours } from './hours.contract.ts';
import { hoursInWords } from './hoursInWords.ts';
import { type HoursSpan, WEEKDAYS } from './weekdays.ts';

interface HoursValues {
  hours: WeekdayHours[];
}

const MONDAY = 1;
const FRIDAY = 5;

/** Renders the weekly opening hours in any form with an `hours` value. */
export function HoursField<V extends HoursValues>(props: { control: Control<V> }) {
  const control = formPart<HoursValues, V>(props.control);
  const shell = useField({ control, name: 'hours', label: 'Horário de funcionamento' }, false);
  const { field } = useController({ control, name: 'hours' });
  const hintId = useId();
  const hours = field.value;
  const complete = hours.every(isWhole);
  return (
    // biome-ignore lint/a11y/useSemanticElements: the section's title already is the legend
    <div
      className="field"
      role="group"
      aria-label="Dias da semana"
      aria-describedby={[shell.error && `${shell.inputId}-error`, hintId].filter(Boolean).join(' ')}
      data-invalid={shell.error ? true : undefined}
      onBlur={field.onBlur}
    >
      <WeekFields
        hours={hours}
        invalid={shell.error !== undefined}
        first={field.ref}
        onChange={field.onChange}
      />
      <FieldError id={`${shell.inputId}-error`} text={shell.error} />
      <p className="field-hint" id={hintId}>
        {hours.length > 0 && complete && !shell.error ? (
          <>
            No site:{' '}
            {hoursInWords(hours)
              .map(({ days, hours }) => `${days}, ${hours}`)
              .join(' · ')}
            .
          </>
        ) : (
          'Fecha de madrugada? Escreva a hora como ela é: fechar antes de abrir quer dizer no dia seguinte.'
        )}
      </p>
    </div>
  );
}

interface WeekProps {
  /** Label of the owner of the hours, for a form with more than one week. */
  of?: string;
  hours: readonly WeekdayHours[];
  invalid: boolean;
  /** Ref of the first checkbox. */
  first?: Ref<HTMLInputElement>;
  onChange: (hours: WeekdayHours[]) => void;
}

/** Renders seven days, each closed or with its hours. */
export function WeekFields({ of, hours, invalid, first, onChange }: WeekProps) {
  const [announcement, setSaid] = useState('');
  const spansOf = (weekday: number) => hours.filter((span) => span.weekday === weekday);

  /** Keeps the user's order within a day; the server sorts it. */
  const change = (next: WeekdayHours[]) => onChange(next.toSorted((a, b) => a.weekday - b.weekday));
  const setDay = (weekday: number, spans: WeekdayHours[]) =>
    change([...hours.filter((span) => span.weekday !== weekday), ...spans]);
  const open = (weekday: number) => {
    const before = hours.filter((span) => span.weekday < weekday);
    const previous = spansOf(before.at(-1)?.weekday ?? 0);
    setDay(
      weekday,
      previous.length > 0
        ? previous.map((span) => ({ ...span, weekday }))
        : [{ weekday, opens: '', closes: '' }],
    );
  };
  const repeat = () => {
    const monday = spansOf(MONDAY);
    const week = Array.from({ length: FRIDAY }, (_, index) =>
      monday.map((span) => ({ ...span, weekday: index + 1 })),
    );
    change([...week.flat(), ...hours.filter((span) => span.weekday > FRIDAY)]);
    setSaid('Horário de segunda repetido até sexta.');
  };
  const nameOf = (day: string) => (of ? `${of}, ${day.toLowerCase()}` : day);

  return (
    <>
      <ul className="hours">
        {WEEKDAYS.map((name, index) => {
          const weekday = index + 1;
          const spans = spansOf(weekday);
          return (
            <li key={name}>
              <label className="check">
                <input
                  type="checkbox"
                  ref={index === 0 ? first : undefined}
                  aria-label={of && nameOf(name)}
                  checked={spans.length > 0}
                  onChange={(event) => (event.target.checked ? open(weekday) : setDay(weekday, []))}
                />
                {name}
              </label>
              <div>
                {spans.length === 0 ? (
                  <p className="hours-closed">{of ? 'Não abre' : 'Fechada'}</p>
                ) : (
                  <DaySpanFields
                    day={nameOf(name)}
                    spans={spans}
                    invalid={invalid}
                    onChange={(next) => setDay(weekday, next)}
                  />
                )}
                {weekday === MONDAY && spans.length > 0 && (
                  <button type="button" className="hours-repeat link" onClick={repeat}>
                    <Icon of={CopyCheck} />
                    Repetir de segunda a sexta
                  </button>
                )}
              </div>
            </li>
          );
        })}
      </ul>
      <p className="sr-only" role="status">
        {announcement}
      </p>
    </>
  );
}

/** Renders the hours of one day as fields, at least one span. */
export function DaySpanFields<S extends HoursSpan>({
  day,
  spans,
  invalid,
  onChange,
}: {
  day: string;
  spans: readonly S[];
  invalid: boolean;
  onChange: (spans: S[]) => void;
}) {
  const set = (at: number, part: Partial<HoursSpan>) =>
    onChange(spans.map((span, index) => (index === at ? { ...span, ...part } : span)));
  return spans.map((span, index) => {
    const again = index > 0 ? ' de novo' : '';
    return (
      // biome-ignore lint/suspicious/noArrayIndexKey: a span has no identity besides its place in the day
      <div className="hours-span" key={index}>
        <TimeInput
          aria-label={`${day}: abre${again} às`}
          aria-invalid={(invalid && !span.opens) || undefined}
          value={span.opens}
          onChange={(opens) => set(index, { opens })}
        />
        <span aria-hidden="true">às</span>
        <TimeInput
          aria-label={`${day}: fecha${again} às`}
          aria-invalid={(invalid && !span.closes) || undefined}
          value={span.closes}
          onChange={(closes) => set(index, { closes })}
        />
        {index > 0 ? (
          <button
            type="button"
            className="icon-btn"
            aria-label={`${day}: tirar o segundo horário`}
            title="Tirar este horário"
            onClick={() => onChange(spans.filter((other) => other !== span))}
          >
            <Icon of={X} />
          </button>
        ) : (
          spans.length < MAX_SPANS_PER_DAY && (
            <button
              type="button"
              className="icon-btn"
              aria-label={`${day}: adicionar um segundo horário`}
              title="Adicionar um segundo horário"
              onClick={() => onChange([...spans, { ...span, opens: '', closes: '' }])}
            >
              <Icon of={Plus} />
            </button>
          )
        )}
        {noteOf(span) && <small>{noteOf(span)}</small>}
      </div>
    );
  });
}

/** Returns whether both times are typed completely. */
const isWhole = ({ opens, closes }: HoursSpan) => opens.length === 5 && closes.length === 5;

function noteOf(span: HoursSpan): string | undefined {
  const { opens, closes } = span;
  if (!isWhole(span) || opens < closes) return undefined;
  return opens === closes ? '24 horas' : 'do dia seguinte';
}
