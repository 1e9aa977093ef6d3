import type { ReactNode } from 'react';

/** A radio button outside the form of a record. */
export function Radio({
  name,
  checked,
  onChoose,
  children,
}: {
  name: string;
  checked: boolean;
  onChoose: () => void;
  children: ReactNode;
}) {
  return (
    <label className="check">
      <input type="radio" name={name} checked={checked} onChange={onChoose} />
      {children}
    </label>
  );
}
