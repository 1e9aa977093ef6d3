import { useId } from 'react';
import { type Control, type FieldValues, useController } from 'react-hook-form';
import { FieldError, useField } from '../../ui/office/form/fields.tsx';
import { Radio } from '../../ui/office/form/Radio.tsx';
import { useLoaded } from '../../ui/office/load.ts';
import { useSession } from '../../ui/office/session.ts';

/** Where it holds: everywhere, or in these. */
export interface BranchesValues {
  branches: 'all' | string[];
}

interface Choosable {
  uuid: string;
  name: string;
}

/** The branches of an offer, as a part of any form whose values carry them; whoever is kept to some chooses of these. */
export function OfferBranchesField<V extends BranchesValues & FieldValues>(props: {
  control: Control<V>;
  branches: Promise<{ data: readonly Choosable[] }>;
}) {
  // The field's name is known only without the form's other values.
  const control = props.control as unknown as Control<BranchesValues>;
  const shell = useField({ control, name: 'branches', label: 'Filiais' }, false);
  const { field } = useController({ control, name: 'branches' });
  const { user } = useSession();
  const { value, pending } = useLoaded(props.branches);
  const name = useId();
  const own = user?.branches;
  const known = (value?.data ?? []).filter(({ uuid }) => !own || own.includes(uuid));
  const chosen = field.value === 'all' ? null : field.value;
  const toggle = (uuid: string, isOn: boolean) =>
    field.onChange(isOn ? [...(chosen ?? []), uuid] : (chosen ?? []).filter((one) => one !== uuid));
  return (
    <fieldset
      className="field"
      aria-describedby={shell.error ? `${shell.inputId}-error` : undefined}
      data-invalid={shell.error ? true : undefined}
      onBlur={field.onBlur}
    >
      <legend className="field-label">Onde vale</legend>
      {!own && (
        <>
          <Radio name={name} checked={chosen === null} onChoose={() => field.onChange('all')}>
            Em todas as filiais, também nas que vierem
          </Radio>
          <Radio name={name} checked={chosen !== null} onChoose={() => field.onChange(chosen ?? [])}>
            Só nas que eu escolher
          </Radio>
        </>
      )}
      {chosen !== null &&
        known.map(({ uuid, name }, index) => (
          <label key={uuid} className="check">
            <input
              type="checkbox"
              ref={index === 0 ? field.ref : undefined}
              checked={chosen.includes(uuid)}
              onChange={(event) => toggle(uuid, event.target.checked)}
            />
            {name}
          </label>
        ))}
      {chosen !== null && known.length === 0 && !pending && (
        <p className="field-hint">Ainda não há filiais no site. Cadastre uma antes, em Filiais.</p>
      )}
      <FieldError id={`${shell.inputId}-error`} text={shell.error} />
    </fieldset>
  );
}
