import { CircleAlert, Eye, EyeOff } from 'lucide';
import {
  type InputHTMLAttributes,
  type ReactNode,
  type TextareaHTMLAttributes,
  useLayoutEffect,
  useState,
} from 'react';
import {
  type Control,
  type FieldPath,
  type FieldValues,
  useController,
  useFormState,
  useWatch,
} from 'react-hook-form';
import type { Mask } from '../../../shared/text/masks.ts';
import { maskInput } from '../../../ui/maskInput.ts';
import { DayInput, TimeInput } from '../day/DayInput.tsx';
import { InstantInput } from '../day/InstantInput.tsx';
import { Icon } from '../Icon.tsx';
import { useFormFrame } from './Form.tsx';
import { charactersLeft } from './formRules.ts';

export interface FieldProps<V extends FieldValues> {
  control: Control<V>;
  name: FieldPath<V>;
  label: string;
  hint?: ReactNode;
  /** Set only if the schema does not state it. */
  required?: boolean | undefined;
}

/**
 * Returns the control of a form as that of `P`, a part of its values. It has them all, but React Hook Form
 * cannot prove their names in a form of unknown further values.
 */
export const formPart = <P extends FieldValues, V extends P>(control: Control<V>) =>
  control as unknown as Control<P>;

export interface FieldAttributes {
  inputId: string;
  required: boolean;
  maxLength: number | undefined;
  error: string | undefined;
  /** Attributes that connect the input with its label, hint and error. */
  aria: {
    id: string;
    'aria-invalid': true | undefined;
    'aria-describedby': string | undefined;
    'aria-required': true | undefined;
  };
}

export function useField<V extends FieldValues>(props: FieldProps<V>, hasCounter: boolean): FieldAttributes {
  const { id, rules, labels } = useFormFrame();
  const { control, name, label, hint } = props;
  const error = control.getFieldState(name, useFormState({ control, name, exact: true })).error?.message;
  const inputId = `${id}-${name}`;
  const required = props.required ?? rules[name]?.required ?? false;
  const maxLength = hasCounter ? rules[name]?.maxLength : undefined;

  useLayoutEffect(() => {
    labels.set(name, label);
    return () => {
      labels.delete(name);
    };
  }, [labels, name, label]);

  const described = [error && `${inputId}-error`, hint && `${inputId}-hint`, maxLength && `${inputId}-left`];
  return {
    inputId,
    required,
    maxLength,
    error,
    aria: {
      id: inputId,
      'aria-invalid': error ? true : undefined,
      'aria-describedby': described.filter(Boolean).join(' ') || undefined,
      'aria-required': required || undefined,
    },
  };
}

export function FieldShell<V extends FieldValues>({
  shell,
  field,
  children,
}: {
  shell: FieldAttributes;
  field: FieldProps<V>;
  children: ReactNode;
}) {
  return (
    <div className="field" data-invalid={shell.error ? true : undefined}>
      <label className="field-label" htmlFor={shell.inputId}>
        {field.label}
        {!shell.required && <span className="field-optional">opcional</span>}
      </label>
      {children}
      <FieldError id={`${shell.inputId}-error`} text={shell.error} />
      {field.hint && (
        <p className="field-hint" id={`${shell.inputId}-hint`}>
          {field.hint}
        </p>
      )}
      {shell.maxLength !== undefined && (
        <Counter
          id={`${shell.inputId}-left`}
          control={field.control}
          name={field.name}
          maxLength={shell.maxLength}
        />
      )}
    </div>
  );
}

export function FieldError({ id, text }: { id: string; text: string | undefined }) {
  if (!text) return null;
  return (
    <p className="field-error" id={id}>
      <Icon of={CircleAlert} />
      {text}
    </p>
  );
}

function Counter<V extends FieldValues>({
  id,
  control,
  name,
  maxLength,
}: {
  id: string;
  control: Control<V>;
  name: FieldPath<V>;
  maxLength: number;
}) {
  const value: unknown = useWatch({ control, name });
  const left = charactersLeft(typeof value === 'string' ? value.length : 0, maxLength);
  return (
    <p className="field-hint" id={id} hidden={!left}>
      {left}
    </p>
  );
}

type InputProps = Omit<
  InputHTMLAttributes<HTMLInputElement>,
  'name' | 'id' | 'required' | 'maxLength' | 'value' | 'defaultValue' | 'onChange' | 'onBlur'
>;

export type TextFieldProps<V extends FieldValues> = FieldProps<V> & InputProps;

export function TextField<V extends FieldValues>(props: TextFieldProps<V>) {
  const { control, name, label, hint, required, className, ...input } = props;
  const shell = useField(props, true);
  return (
    <FieldShell shell={shell} field={props}>
      <input type="text" {...input} {...control.register(name)} {...shell.aria} className="input" />
    </FieldShell>
  );
}

/** Text area that grows with its text. */
export function TextArea<V extends FieldValues>(
  props: FieldProps<V> &
    Omit<
      TextareaHTMLAttributes<HTMLTextAreaElement>,
      'name' | 'id' | 'required' | 'maxLength' | 'value' | 'defaultValue' | 'onChange' | 'onBlur'
    >,
) {
  const { control, name, label, hint, required, className, ...input } = props;
  const shell = useField(props, true);
  return (
    <FieldShell shell={shell} field={props}>
      <textarea rows={3} {...input} {...control.register(name)} {...shell.aria} className="input" />
    </FieldShell>
  );
}

export function PasswordField<V extends FieldValues>(props: FieldProps<V> & Omit<InputProps, 'type'>) {
  const { control, name, label, hint, required, className, ...input } = props;
  const shell = useField(props, false);
  const [shown, setShown] = useState(false);
  return (
    <FieldShell shell={shell} field={props}>
      <div className="input-group">
        <input
          autoCapitalize="off"
          autoCorrect="off"
          spellCheck={false}
          {...input}
          {...control.register(name)}
          {...shell.aria}
          type={shown ? 'text' : 'password'}
          className="input"
        />
        <button
          type="button"
          className="icon-btn"
          aria-label={shown ? 'Esconder a senha' : 'Mostrar a senha'}
          aria-controls={shell.inputId}
          onClick={() => setShown(!shown)}
        >
          <Icon of={shown ? EyeOff : Eye} />
        </button>
      </div>
    </FieldShell>
  );
}

export interface Option {
  value: string;
  label: string;
}

export function SelectField<V extends FieldValues>(
  props: FieldProps<V> & {
    options: readonly Option[];
    /** Label of the empty option. */
    placeholder?: string | undefined;
  },
) {
  const { control, name, options, placeholder = 'Escolha' } = props;
  const shell = useField(props, false);
  return (
    <FieldShell shell={shell} field={props}>
      <select {...control.register(name)} {...shell.aria} className="input">
        <option value="">{placeholder}</option>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </FieldShell>
  );
}

/** Returns the field shell and the input props of a date or time field. */
function useInputProps<V extends FieldValues>(props: FieldProps<V>) {
  const shell = useField(props, false);
  const { field } = useController({ control: props.control, name: props.name });
  const { ref, name, value, onChange, onBlur } = field;
  return { shell, input: { ...shell.aria, ref, name, value: value as string, onChange, onBlur } };
}

/** Field of an instant (ISO 8601 with offset, or empty), shown in São Paulo's time. */
export function DateTimeField<V extends FieldValues>(props: FieldProps<V>) {
  const { shell, input } = useInputProps(props);
  return (
    <FieldShell shell={shell} field={props}>
      <InstantInput {...input} label={props.label} />
    </FieldShell>
  );
}

/** Field of a day, `YYYY-MM-DD`, or empty. */
export function DateField<V extends FieldValues>(
  props: FieldProps<V> & Pick<Parameters<typeof DayInput>[0], 'min' | 'max'>,
) {
  const { shell, input } = useInputProps(props);
  return (
    <FieldShell shell={shell} field={props}>
      <DayInput {...input} label={props.label} min={props.min} max={props.max} />
    </FieldShell>
  );
}

/** Field of a time of day, `HH:MM`, or empty. */
export function TimeField<V extends FieldValues>(props: FieldProps<V>) {
  const { shell, input } = useInputProps(props);
  return (
    <FieldShell shell={shell} field={props}>
      <TimeInput {...input} />
    </FieldShell>
  );
}

/** Field that punctuates its value during typing. Format the initial value with `masked`. */
export function MaskedField<V extends FieldValues>(props: TextFieldProps<V> & { mask: Mask }) {
  const { control, name, label, hint, required, className, mask, ...input } = props;
  // No counter: the pattern shows the length, and the punctuation would be counted.
  const shell = useField(props, false);
  const registered = control.register(name);
  return (
    <FieldShell shell={shell} field={props}>
      <input
        type="text"
        {...input}
        {...registered}
        {...shell.aria}
        onChange={(event) => {
          // During composition, the keyboard would overwrite the changed text.
          if (!(event.nativeEvent as InputEvent).isComposing) maskInput(mask, event.currentTarget);
          return registered.onChange(event);
        }}
        onCompositionEnd={(event) => {
          maskInput(mask, event.currentTarget);
          return registered.onChange({ type: 'change', target: event.currentTarget });
        }}
        className="input"
      />
    </FieldShell>
  );
}
