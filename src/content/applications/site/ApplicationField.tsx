import type { ReactNode } from 'react';
import { Icon } from '../../../ui/Icon.tsx';
import { FIELD_LABELS, type FieldName } from './applicationProblems.browser.ts';

export const fieldId = (name: FieldName) => `candidatura-${name}`;

export function ApplicationField({
  name,
  error,
  children,
}: {
  name: FieldName;
  error: string | undefined;
  children: ReactNode;
}) {
  return (
    <div className={`field field-${name}`}>
      <label className="field-label" htmlFor={fieldId(name)}>
        {FIELD_LABELS[name]}
      </label>
      {children}
      {error && (
        <p className="field-error" id={`${fieldId(name)}-erro`}>
          <Icon name="circle-alert" />
          {error}
        </p>
      )}
    </div>
  );
}
