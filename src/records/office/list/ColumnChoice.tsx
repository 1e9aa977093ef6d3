import { Columns3 } from 'lucide';
import { useId, useState } from 'react';
import { Icon } from '../Icon.tsx';
import type { Column } from './column.ts';

/** Button that opens checkboxes for the visible columns. */
export function ColumnChoice<T>({
  columns,
  isShown,
  choose,
}: {
  columns: readonly Column<T>[];
  isShown: (column: Column<T>) => boolean;
  choose: (key: string, shown: boolean) => void;
}) {
  const [open, setOpen] = useState(false);
  const id = useId();
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: handles events of its children
    <div
      className="column-choice"
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || !open) return;
        setOpen(false);
        event.currentTarget.querySelector('button')?.focus();
      }}
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) setOpen(false);
      }}
    >
      <button
        type="button"
        className="chip"
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen(!open)}
      >
        <Icon of={Columns3} />
        Colunas
      </button>
      {open && (
        <fieldset id={id} className="column-boxes">
          <legend className="sr-only">Colunas que aparecem</legend>
          {columns
            .filter(({ kind }) => kind !== 'title')
            .map((column) => (
              <label key={column.key}>
                <input
                  type="checkbox"
                  checked={isShown(column)}
                  onChange={({ target }) => choose(column.key, target.checked)}
                />
                {column.label === '#' ? 'Nº' : column.label}
              </label>
            ))}
        </fieldset>
      )}
    </div>
  );
}
