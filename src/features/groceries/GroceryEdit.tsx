import { type FormEvent, useEffect, useRef, useState } from 'react';
import type { Doing } from './GroceryItem.tsx';
import { add, type Groceries, type Grocery, move, NOTHING, remove, rewrite, timesOf } from './groceries.ts';
import { AISLES, type Aisle } from './groceryDepartments.ts';
import { LONGEST_LINE, textsOf } from './groceryLine.ts';
import { readLines } from './groceryReader.ts';

interface Props extends Pick<Doing, 'act'> {
  item: Grocery;
  aisle: Aisle;
  onClose: () => void;
}

/** Renders a line with fields to change, move and remove it; loaded on demand. */
export function GroceryEdit({ item, aisle, act, onClose }: Props) {
  const [problem, setProblem] = useState('');
  const field = useRef<HTMLInputElement>(null);
  const place = useRef<HTMLSelectElement>(null);
  const { id, name, price } = item;
  useEffect(() => field.current?.select(), []);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    const typed = field.current?.value ?? '';
    const change = price ? setCount(item, typed) : rewriteLine(item, typed);
    if (!change) {
      setProblem(price ? 'Diga quantas, de 1 a 99.' : 'Escreva o que é, como 2 kg de tomate.');
      field.current?.focus();
      return;
    }
    const chosen = place.current?.value ?? aisle;
    act('Mudado.', (list) => {
      const changed = change(list);
      return chosen === aisle ? changed : move(changed, id, chosen);
    });
    onClose();
  };
  const takeOff = () => {
    const row = field.current?.closest('li');
    const next = (row?.nextElementSibling ?? row?.previousElementSibling)?.querySelector('input') ?? null;
    act(`${name} saiu da lista.`, (list) => remove(list, id));
    (next ?? document.getElementById('falta'))?.focus();
  };
  return (
    <form
      className="gro-change"
      onSubmit={submit}
      onKeyDown={(event) => {
        if (event.key === 'Escape') onClose();
      }}
    >
      <label>
        {price ? 'Quantas' : 'O que e quanto'}
        <input
          ref={field}
          type="text"
          inputMode={price ? 'numeric' : 'text'}
          defaultValue={price ? String(timesOf(item)) : textsOf(item).join('; ')}
          maxLength={3 * LONGEST_LINE}
          autoComplete="off"
          aria-invalid={problem !== ''}
          aria-describedby={problem ? `erro-${id}` : undefined}
        />
      </label>
      {problem && (
        <p id={`erro-${id}`} className="gro-trouble sm" role="alert">
          {problem}
        </p>
      )}
      <label>
        Onde fica
        <select ref={place} defaultValue={aisle}>
          {Object.entries(AISLES).map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
      </label>
      <div className="acts">
        <button type="submit" className="btn btn-ink btn-s">
          Guardar
        </button>
        <button type="button" className="btn btn-line btn-s" onClick={takeOff}>
          Tirar da lista
        </button>
        <button type="button" className="link sm" onClick={onClose}>
          Fechar
        </button>
      </div>
    </form>
  );
}

type Change = (list: Groceries) => Groceries;

/** Returns the change that sets the count of an offer; null if the text is not a count. */
function setCount({ id }: Grocery, typed: string): Change | null {
  const times = /^\s*(\d{1,2})\s*$/.exec(typed)?.[1];
  if (!Number(times)) return null;
  const amounts = [{ value: Number(times), unit: 'un' }];
  return (list) => ({ ...list, items: list.items.map((one) => (one.id === id ? { ...one, amounts } : one)) });
}

/**
 * Returns the change that rewrites a line; further items in the text are added to the list. Null if it has no
 * item.
 */
function rewriteLine({ id }: Grocery, typed: string): Change | null {
  const [first, ...others] = add(NOTHING, readLines(typed)).list.items;
  if (!first) return null;
  return (list) =>
    add(
      rewrite(list, id, first),
      others.map(({ id: _, ...line }) => line),
    ).list;
}
