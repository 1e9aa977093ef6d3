import { useId } from 'react';
import { type Control, useController } from 'react-hook-form';
import { FieldError, useField } from '../../ui/office/form/fields.tsx';
import { Radio } from '../../ui/office/form/Radio.tsx';
import { useLoaded } from '../../ui/office/load.ts';
import { useSession } from '../../ui/office/session.ts';
import './TokenForm.css';

interface Values {
  branches: 'all' | string[];
}

export interface Choosable {
  uuid: string;
  name: string;
}

/** All branches, or some by name. */
export function BranchesField<V extends Values>(props: {
  control: Control<V>;
  branches: Promise<{ data: Choosable[] }>;
  /** Those that it has already, for whoever may not see all. */
  had: readonly Choosable[];
}) {
  // The field's name is known only without the form's other values.
  const control = props.control as unknown as Control<Values>;
  const shell = useField({ control, name: 'branches', label: 'Filiais' }, false);
  const { field } = useController({ control, name: 'branches' });
  const { user } = useSession();
  const { value, pending } = useLoaded(props.branches);
  const name = useId();
  const known = value?.data ?? props.had;
  const chosen = field.value === 'all' ? null : field.value;
  const toggle = (uuid: string, isOn: boolean) =>
    field.onChange(isOn ? [...(chosen ?? []), uuid] : (chosen ?? []).filter((one) => one !== uuid));
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would bring a legend that the section's title already is
    <div
      className="field"
      role="group"
      aria-label="Filiais"
      aria-describedby={shell.error && `${shell.inputId}-error`}
      data-invalid={shell.error ? true : undefined}
      onBlur={field.onBlur}
    >
      {!user?.branches && (
        <Radio name={name} checked={chosen === null} onChoose={() => field.onChange('all')}>
          Todas as filiais, também as que vierem
        </Radio>
      )}
      <Radio name={name} checked={chosen !== null} onChoose={() => field.onChange(chosen ?? [])}>
        Só as que eu escolher
      </Radio>
      {chosen !== null && (
        <ul className="token-branches">
          {known.map(({ uuid, name }, index) => (
            <li key={uuid}>
              <label className="check">
                <input
                  type="checkbox"
                  ref={index === 0 ? field.ref : undefined}
                  checked={chosen.includes(uuid)}
                  onChange={(event) => toggle(uuid, event.target.checked)}
                />
                {name}
              </label>
            </li>
          ))}
          {known.length === 0 && !pending && <li>Não há filiais para escolher.</li>}
        </ul>
      )}
      <FieldError id={`${shell.inputId}-error`} text={shell.error} />
      <p className="field-hint">Vale para o que é de cada filial: o cadastro e as fotos dela.</p>
    </div>
  );
}
