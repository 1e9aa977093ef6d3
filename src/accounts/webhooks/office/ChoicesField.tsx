import { type FieldPath, type FieldValues, useController } from 'react-hook-form';
import { FieldError, type FieldProps, useField } from '../../../records/office/form/fields.tsx';

/** Renders a group of checkboxes. The value of the field is the list of ticked names. */
export function ChoicesField<V extends FieldValues>(
  props: FieldProps<V> & {
    choices: Readonly<Record<string, string>>;
    /** Label of a checkbox that ticks all of them. */
    all?: string;
  },
) {
  const { control, name, label, choices, all } = props;
  const shell = useField(props, false);
  const { field } = useController({ control, name: name as FieldPath<V> });
  const chosen = field.value as readonly string[];
  const names = Object.keys(choices);
  const set = (next: (one: string) => boolean) => field.onChange(names.filter(next));
  const isAllChosen = names.every((one) => chosen.includes(one));
  return (
    <fieldset
      className="field choices"
      aria-describedby={shell.aria['aria-describedby']}
      data-invalid={shell.error ? true : undefined}
      onBlur={field.onBlur}
    >
      <legend className="field-label">{label}</legend>
      {all && (
        <label className="check choices-all">
          <input type="checkbox" checked={isAllChosen} onChange={() => set(() => !isAllChosen)} />
          {all}
        </label>
      )}
      <div className="choices-each">
        {names.map((one, index) => (
          <label key={one} className="check">
            <input
              type="checkbox"
              ref={index === 0 ? field.ref : undefined}
              checked={chosen.includes(one)}
              onChange={({ target }) =>
                set((other) => (other === one ? target.checked : chosen.includes(other)))
              }
            />
            {choices[one]}
          </label>
        ))}
      </div>
      <FieldError id={`${shell.inputId}-error`} text={shell.error} />
    </fieldset>
  );
}
