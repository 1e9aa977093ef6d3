import { type FormEvent, useEffect, useRef, useState } from 'react';
import type { ShoppingListActions } from './ShoppingItemRow.tsx';
import { AISLES, type Aisle } from './shoppingAisles.ts';
import { lineTexts, MAX_LINE_LENGTH } from './shoppingLine.ts';
import { parseLines } from './shoppingLineParser.ts';
import {
  addItems,
  EMPTY_SHOPPING_LIST,
  moveItem,
  packCount,
  removeItem,
  rewriteItem,
  type ShoppingItem,
  type ShoppingList,
} from './shoppingList.ts';

interface Props extends Pick<ShoppingListActions, 'act'> {
  item: ShoppingItem;
  aisle: Aisle;
  onClose: () => void;
}

/** Renders a line with fields to change, move and remove it; loaded on demand. */
export function ShoppingItemEditor({ item, aisle, act, onClose }: Props) {
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
      return chosen === aisle ? changed : moveItem(changed, id, chosen);
    });
    onClose();
  };
  const takeOff = () => {
    const row = field.current?.closest('li');
    const next = (row?.nextElementSibling ?? row?.previousElementSibling)?.querySelector('input') ?? null;
    act(`${name} saiu da lista.`, (list) => removeItem(list, id));
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
          defaultValue={price ? String(packCount(item)) : lineTexts(item).join('; ')}
          maxLength={3 * MAX_LINE_LENGTH}
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

type Change = (list: ShoppingList) => ShoppingList;

/** Returns the change that sets the count of an offer; null if the text is not a count. */
function setCount({ id }: ShoppingItem, typed: string): Change | null {
  const times = /^\s*(\d{1,2})\s*$/.exec(typed)?.[1];
  if (!Number(times)) return null;
  const amounts = [{ value: Number(times), unit: 'un' }];
  return (list) => ({ ...list, items: list.items.map((one) => (one.id === id ? { ...one, amounts } : one)) });
}

/**
 * Returns the change that rewrites a line; further items in the text are added to the list. Null if it has no
 * item.
 */
function rewriteLine({ id }: ShoppingItem, typed: string): Change | null {
  const [first, ...others] = addItems(EMPTY_SHOPPING_LIST, parseLines(typed)).list.items;
  if (!first) return null;
  return (list) =>
    addItems(
      rewriteItem(list, id, first),
      others.map(({ id: _, ...line }) => line),
    ).list;
}
