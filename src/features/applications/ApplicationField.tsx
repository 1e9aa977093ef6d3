import type { ReactNode } from 'react';
import { Icon } from '../../ui/Icon.tsx';
import { type FieldName, labels } from './applicationProblems.browser.ts';

export const idOf = (name: FieldName) => `candidatura-${name}`;

export function Field({
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
      <label className="field-label" htmlFor={idOf(name)}>
        {labels[name]}
      </label>
      {children}
      {error && (
        <p className="field-error" id={`${idOf(name)}-erro`}>
          <Icon name="circle-alert" />
          {error}
        </p>
      )}
    </div>
  );
}
