import type { ReactNode } from 'react';

/** A radio button outside the form of a record. */
export function Radio({
  name,
  value,
  checked,
  onChoose,
  children,
}: {
  name: string;
  value?: string | undefined;
  checked: boolean;
  onChoose: () => void;
  children: ReactNode;
}) {
  return (
    <label className="check">
      <input type="radio" name={name} value={value} checked={checked} onChange={onChoose} />
      {children}
    </label>
  );
}
