import { useId } from 'react';
import { type Control, useController } from 'react-hook-form';
import { FieldError, useField } from '../../ui/office/form/fields.tsx';
import { Radio } from '../../ui/office/form/Radio.tsx';
import { useLoaded } from '../../ui/office/load.ts';
import { Spans } from '../branches/HoursField.tsx';
import '../branches/HoursField.css';
import { EXCEPTION_TYPES, PLACES, type Span } from './exception.types.ts';
import './proposals.css';

export interface Place {
  place: string;
  name: string;
}

interface Values {
  type: string;
  hours: Span[];
  places: string[];
}

/** What the screens' fields have alike: a group with its message. The field's name is known only without other values. */
function useGroup<V extends Values, N extends keyof Values>(given: Control<V>, name: N, label: string) {
  const control = given as unknown as Control<Values>;
  const shell = useField({ control, name, label }, false);
  const { field } = useController({ control, name });
  const group = {
    className: 'field',
    role: 'group',
    'aria-label': label,
    'aria-describedby': shell.error && `${shell.inputId}-error`,
    'data-invalid': shell.error ? true : undefined,
    onBlur: field.onBlur,
  } as const;
  return { field, group, error: shell.error, errorId: `${shell.inputId}-error` };
}

export function TypeField<V extends Values>({ control }: { control: Control<V> }) {
  const { field, group, error, errorId } = useGroup(control, 'type', 'O que acontece');
  const name = useId();
  return (
    <div {...group} role="radiogroup">
      {Object.entries(EXCEPTION_TYPES).map(([type, label], index) => (
        <label className="check" key={type}>
          <input
            type="radio"
            name={name}
            ref={index === 0 ? field.ref : undefined}
            checked={String(field.value) === type}
            onChange={() => field.onChange(type)}
          />
          {label}
        </label>
      ))}
      <FieldError id={errorId} text={error} />
    </div>
  );
}

export function DayHoursField<V extends Values>({ control }: { control: Control<V> }) {
  const { field, group, error, errorId } = useGroup(control, 'hours', 'Horários do dia');
  const spans = field.value as Span[];
  return (
    // The first time takes the focus where the summary leads to it.
    <div {...group} ref={(box) => field.ref({ focus: () => box?.querySelector('input')?.focus() })}>
      <Spans day="No dia" spans={spans} invalid={error !== undefined} onChange={field.onChange} />
      <FieldError id={errorId} text={error} />
      <p className="field-hint">Fecha de madrugada? Fechar antes de abrir quer dizer no dia seguinte.</p>
    </div>
  );
}

/** All, or some by name. */
export function PlacesField<V extends Values>(props: {
  control: Control<V>;
  places: Promise<{ data: Place[] }>;
}) {
  const { field, group, error, errorId } = useGroup(props.control, 'places', 'Para quem');
  const { value, pending } = useLoaded(props.places);
  const name = useId();
  const chosen = field.value as string[];
  const isAll = chosen.includes('all');
  const some = (value?.data ?? []).filter(({ place }) => place !== 'all');
  const toggle = (place: string, isOn: boolean) =>
    field.onChange(isOn ? [...chosen, place] : chosen.filter((one) => one !== place));
  return (
    <div {...group}>
      <label className="check">
        <input
          type="radio"
          name={name}
          ref={field.ref}
          checked={isAll}
          onChange={() => field.onChange(['all'])}
        />
        {PLACES.all}
      </label>
      <Radio name={name} checked={!isAll} onChoose={() => field.onChange([])}>
        Só quem eu escolher
      </Radio>
      {!isAll && (
        <ul className="exception-branches">
          {some.map(({ place, name }) => (
            <li key={place}>
              <label className="check">
                <input
                  type="checkbox"
                  checked={chosen.includes(place)}
                  onChange={(event) => toggle(place, event.target.checked)}
                />
                {name}
              </label>
            </li>
          ))}
          {some.length === 0 && !pending && <li>Não conseguimos mostrar as filiais agora.</li>}
        </ul>
      )}
      <FieldError id={errorId} text={error} />
      <p className="field-hint">
        Uma filial escolhida pelo nome segue o dela, mesmo que haja outro para todas neste dia.
      </p>
    </div>
  );
}
