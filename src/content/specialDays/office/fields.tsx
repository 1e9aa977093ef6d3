import { useId } from 'react';
import { type Control, useController, useFormState } from 'react-hook-form';
import { FieldError, formPart, useField } from '../../../records/office/form/fields.tsx';
import { useLoaded } from '../../../records/office/loadScreen.ts';
import { useSession } from '../../../records/office/session.ts';
import { texts } from '../../../shared/text/texts.ts';
import { BranchesChoice } from '../../branchChoice/BranchesChoice.tsx';
import { deletedChoices } from '../../branchChoice/deletedChoices.ts';
import { DaySpanFields } from '../../openingHours/HoursField.tsx';
import type { HoursSpan } from '../../openingHours/weekdays.ts';
import { SPECIAL_DAY_PLACES, SPECIAL_DAY_TYPES } from '../specialDay.types.ts';

export interface PlaceOption {
  place: string;
  name: string;
}

interface Values {
  type: string;
  hours: HoursSpan[];
  places: string[];
}

/** Returns the props that group fields share. */
function useGroup<V extends Values, N extends keyof Values>(formControl: Control<V>, name: N, label: string) {
  const control = formPart<Values, V>(formControl);
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
  const { error, inputId } = shell;
  return { field, group, error, inputId, errorId: `${inputId}-error` };
}

export function TypeField<V extends Values>({ control }: { control: Control<V> }) {
  const { field, group, error, errorId } = useGroup(control, 'type', 'O que acontece');
  const name = useId();
  return (
    <div {...group} role="radiogroup">
      {Object.entries(SPECIAL_DAY_TYPES).map(([type, label], index) => (
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
  const spans = field.value as HoursSpan[];
  return (
    // The error summary focuses the field, which forwards the focus to its first time input.
    <div {...group} ref={(box) => field.ref({ focus: () => box?.querySelector('input')?.focus() })}>
      <DaySpanFields day="No dia" spans={spans} invalid={error !== undefined} onChange={field.onChange} />
      <FieldError id={errorId} text={error} />
      <p className="field-hint">Fecha de madrugada? Fechar antes de abrir quer dizer no dia seguinte.</p>
    </div>
  );
}

/** Renders a selection of places, all or by name; a user restricted to some branches may select only those. */
export function PlacesField<V extends Values>(props: {
  control: Control<V>;
  places: Promise<{ data: PlaceOption[] }>;
}) {
  const { field, error, inputId } = useGroup(props.control, 'places', 'Para quem');
  const { value, pending } = useLoaded(props.places);
  const { defaultValues } = useFormState({ control: formPart<Values, V>(props.control) });
  const { user } = useSession();
  const own = user?.branches;
  const chosen = field.value as string[];
  const theirs = (places: readonly (string | undefined)[] = []) =>
    places.flatMap((place) => (place && (!own || own.includes(place)) ? [place] : []));
  const deleted =
    value &&
    deletedChoices({
      chosen: theirs(chosen),
      stored: theirs(defaultValues?.places),
      known: value.data.map(({ place }) => place),
    });
  const choices = (value?.data ?? [])
    .filter(({ place }) => place !== 'all' && (!own || own.includes(place)))
    .map(({ place, name }) => ({ uuid: place, name }));
  return (
    <BranchesChoice
      id={inputId}
      words={{
        legend: 'Quem',
        ...(!own && { all: SPECIAL_DAY_PLACES.all }),
        some: 'Só quem eu escolher',
        none: pending ? texts.loading : 'Não conseguimos mostrar as filiais agora.',
        hint: 'Uma filial escolhida pelo nome segue o dela, mesmo que haja outro para todas neste dia.',
      }}
      choices={choices}
      deleted={deleted ?? null}
      value={chosen.includes('all') ? 'all' : chosen}
      onChange={(next) => field.onChange(next === 'all' ? ['all'] : next)}
      error={error}
      onBlur={field.onBlur}
      first={field.ref}
    />
  );
}
