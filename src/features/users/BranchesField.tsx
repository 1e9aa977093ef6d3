import { type Control, useController } from 'react-hook-form';
import { FieldError, useField } from '../../ui/office/form/fields.tsx';
import type { Choices } from './person.contract.ts';

interface BranchesValues {
  branches: string[];
}

/** The branches that somebody sees to, as a part of a form whose values carry them. */
export function BranchesField<V extends BranchesValues>(props: {
  control: Control<V>;
  branches: Choices['branches'];
}) {
  // The field's name is known only without the form's other values.
  const control = props.control as unknown as Control<BranchesValues>;
  const shell = useField({ control, name: 'branches', label: 'Filiais' }, false);
  const { field } = useController({ control, name: 'branches' });
  const chosen = field.value;
  const choose = (uuid: string, on: boolean) =>
    field.onChange(on ? [...chosen, uuid] : chosen.filter((one) => one !== uuid));
  return (
    <fieldset
      className="field person-branches-field"
      data-invalid={shell.error ? true : undefined}
      aria-describedby={shell.error ? `${shell.inputId}-error` : undefined}
      onBlur={field.onBlur}
    >
      <legend className="field-label">Filiais</legend>
      {props.branches.length === 0 && (
        <p className="field-hint">Ainda não há filiais. Cadastre uma antes, em Filiais.</p>
      )}
      {props.branches.map(({ uuid, name }, index) => (
        <label key={uuid} className="check">
          <input
            type="checkbox"
            ref={index === 0 ? field.ref : undefined}
            checked={chosen.includes(uuid)}
            onChange={({ target }) => choose(uuid, target.checked)}
          />
          {name}
        </label>
      ))}
      <FieldError id={`${shell.inputId}-error`} text={shell.error} />
    </fieldset>
  );
}
