import type { ReactNode } from 'react';
import { DayInput } from '../day/DayInput.tsx';
import { FieldError } from './fields.tsx';

export interface InputAttributes {
  id: string;
  'aria-invalid': true | undefined;
  'aria-describedby': string | undefined;
}

/**
 * Renders label, hint and error of an input outside of `Form`, such as in a small dialog. `children` gets the
 * attributes that connect the input with them.
 */
export function LabelledField({
  id,
  label,
  hint,
  problem,
  children,
}: {
  id: string;
  label: ReactNode;
  hint?: string;
  problem?: string | undefined;
  children: (input: InputAttributes) => ReactNode;
}) {
  const describedBy = [problem && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(' ');
  return (
    <div className="field" data-invalid={problem ? true : undefined}>
      <label className="field-label" htmlFor={id}>
        {label}
      </label>
      {children({
        id,
        'aria-invalid': problem ? true : undefined,
        'aria-describedby': describedBy || undefined,
      })}
      <FieldError id={`${id}-error`} text={problem} />
      {hint && (
        <p className="field-hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
    </div>
  );
}

interface ValueField {
  id: string;
  label: ReactNode;
  hint?: string;
  problem?: string | undefined;
  value: string;
  onChange: (value: string) => void;
}

export type Choice = readonly [value: string, label: string];

/** Renders a choice among values outside of `Form`. */
export function LabelledSelect({
  value,
  choices,
  onChange,
  ...field
}: ValueField & { choices: readonly Choice[] }) {
  return (
    <LabelledField {...field}>
      {(input) => (
        <select {...input} className="input" value={value} onChange={({ target }) => onChange(target.value)}>
          {choices.map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
      )}
    </LabelledField>
  );
}

/** Renders a day outside of `Form`. */
export function LabelledDay({
  min,
  value,
  onChange,
  ...field
}: ValueField & { label: string; min?: string | undefined }) {
  return (
    <LabelledField {...field}>
      {(input) => <DayInput {...input} label={field.label} min={min} value={value} onChange={onChange} />}
    </LabelledField>
  );
}
