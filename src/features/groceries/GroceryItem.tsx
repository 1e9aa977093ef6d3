import { type FormEvent, useEffect, useRef, useState } from 'react';
import { Icon } from '../../ui/Icon.tsx';
import { wallClock } from '../../ui/wallClock.ts';
import { formatPrice } from '../offers/offer.words.ts';
import { priceOf } from '../offers/prices.ts';
import { readGroceries } from './groceries.browser.ts';
import {
  add,
  type Groceries,
  type Grocery,
  hasEnded,
  move,
  NOTHING,
  remove,
  rewrite,
  tick,
  timesOf,
} from './groceries.ts';
import { AISLES, type Aisle } from './groceryDepartments.ts';
import { amountsText, LONGEST_LINE, readLines, textsOf } from './groceryLine.ts';

interface Props {
  item: Grocery;
  /** Where it stands now. */
  aisle: Aisle;
  keep: (list: Groceries) => void;
  /** With what is said of it, and undone. */
  act: (text: string, change: (list: Groceries) => Groceries) => void;
}

export function GroceryItem({ item, aisle, keep, act }: Props) {
  const [isOpen, setOpen] = useState(false);
  const edit = useRef<HTMLButtonElement>(null);
  const { id, name, note, done = false, price } = item;
  const close = () => {
    setOpen(false);
    edit.current?.focus();
  };
  return (
    <li>
      <div className="gro-item">
        <label>
          <input
            type="checkbox"
            checked={done}
            autoComplete="off"
            onChange={({ target }) => keep(tick(readGroceries(), id, target.checked))}
          />
          <span className="gro-name">
            <span>{name}</span>
            {note && <small>{note}</small>}
            {price && <Price item={item} />}
          </span>
          <b className="gro-much">{price ? packsText(item) : amountsText(item.amounts)}</b>
        </label>
        <button
          ref={edit}
          type="button"
          className="gro-edit"
          aria-label={`Mudar ${name}`}
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          <Icon name="pencil" />
        </button>
      </div>
      {isOpen && <Edit item={item} aisle={aisle} act={act} onClose={close} />}
    </li>
  );
}

/** Of an offer: `2 × 500 g`; of one alone its size. */
function packsText(item: Grocery): string {
  const [times, size] = [timesOf(item), item.price?.size];
  if (times === 1) return size ?? '';
  return size ? `${times} × ${size}` : String(times);
}

function Price({ item }: { item: Grocery }) {
  const { price } = item;
  if (!price) return null;
  return hasEnded(item, wallClock(Date.now()).slice(0, 10)) ? (
    <small>a oferta acabou</small>
  ) : (
    <small className="gro-price">oferta a partir de {formatPrice(priceOf(price.cents))}</small>
  );
}

interface EditProps extends Pick<Props, 'item' | 'aisle' | 'act'> {
  onClose: () => void;
}

function Edit({ item, aisle, act, onClose }: EditProps) {
  const [problem, setProblem] = useState('');
  const field = useRef<HTMLInputElement>(null);
  const place = useRef<HTMLSelectElement>(null);
  const { id, name, price } = item;
  useEffect(() => field.current?.select(), []);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    const typed = field.current?.value ?? '';
    const change = price ? countedAs(item, typed) : writtenAs(item, typed);
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

/** An offer is so many times itself. */
function countedAs({ id }: Grocery, typed: string): Change | null {
  const times = /^\s*(\d{1,2})\s*$/.exec(typed)?.[1];
  if (!Number(times)) return null;
  const amounts = [{ value: Number(times), unit: 'un' }];
  return (list) => ({ ...list, items: list.items.map((one) => (one.id === id ? { ...one, amounts } : one)) });
}

/** What is written besides the thing itself is put on the list beside it. */
function writtenAs({ id }: Grocery, typed: string): Change | null {
  const [first, ...others] = add(NOTHING, readLines(typed)).list.items;
  if (!first) return null;
  return (list) =>
    add(
      rewrite(list, id, first),
      others.map(({ id: _, ...line }) => line),
    ).list;
}
