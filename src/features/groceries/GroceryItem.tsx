import { useRef, useState } from 'react';
import { Icon } from '../../ui/Icon.tsx';
import { wallClock } from '../../ui/wallClock.ts';
import { formatPrice, priceOf } from '../offers/price.ts';
import type { GroceryEdit } from './GroceryEdit.tsx';
import { readGroceries } from './groceries.browser.ts';
import { type Groceries, type Grocery, hasEnded, tick, timesOf } from './groceries.ts';
import type { Aisle } from './groceryDepartments.ts';
import { amountsText } from './groceryLine.ts';

/** Actions on a list. */
export interface Doing {
  keep: (list: Groceries) => void;
  /** Applies a change, announces `text` and offers to undo it. */
  act: (text: string, change: (list: Groceries) => Groceries) => void;
  /** Loads the editor; null if that failed, which was announced already. */
  loadEdit: () => Promise<typeof GroceryEdit | null>;
}

interface Props extends Doing {
  item: Grocery;
  /** Current aisle of the item. */
  aisle: Aisle;
}

export function GroceryItem({ item, aisle, keep, act, loadEdit }: Props) {
  const [Edit, setEdit] = useState<typeof GroceryEdit | null>(null);
  const edit = useRef<HTMLButtonElement>(null);
  const { id, name, note, done = false, price } = item;
  const open = async () => {
    const loaded = await loadEdit();
    setEdit(() => loaded);
  };
  const close = () => {
    setEdit(null);
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
          aria-expanded={Edit !== null}
          onClick={() => (Edit ? setEdit(null) : void open())}
        >
          <Icon name="pencil" />
        </button>
      </div>
      {Edit && <Edit item={item} aisle={aisle} act={act} onClose={close} />}
    </li>
  );
}

/** Describes the packs of an offer: `2 × 500 g`; for a single one only its size. */
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
