import { useRef, useState } from 'react';
import { Icon } from '../../ui/Icon.tsx';
import { formatCents, formatPrice } from '../pricing/price.ts';
import type { ShoppingItemEditor } from './ShoppingItemEditor.tsx';
import type { Aisle } from './shoppingAisles.ts';
import { amountsText } from './shoppingLine.ts';
import { readShoppingList } from './shoppingList.browser.ts';
import { hasOfferEnded, packCount, type ShoppingItem, type ShoppingList, tickItem } from './shoppingList.ts';

/** Actions on a list. */
export interface ShoppingListActions {
  store: (list: ShoppingList) => void;
  /** Applies a change, announces `text` and offers to undo it. */
  act: (text: string, change: (list: ShoppingList) => ShoppingList) => void;
  /** Loads the editor; null if that failed, which was announced already. */
  loadEdit: () => Promise<typeof ShoppingItemEditor | null>;
}

interface Props extends ShoppingListActions {
  item: ShoppingItem;
  /** Current aisle of the item. */
  aisle: Aisle;
  today: string;
}

export function ShoppingItemRow({ item, aisle, today, store, act, loadEdit }: Props) {
  const [Edit, setEdit] = useState<typeof ShoppingItemEditor | null>(null);
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
            onChange={({ target }) => store(tickItem(readShoppingList(), id, target.checked))}
          />
          <span className="gro-name">
            <span>{name}</span>
            {note && <small>{note}</small>}
            {price && <Price item={item} today={today} />}
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
function packsText(item: ShoppingItem): string {
  const [times, size] = [packCount(item), item.price?.size];
  if (times === 1) return size ?? '';
  return size ? `${times} × ${size}` : String(times);
}

function Price({ item, today }: { item: ShoppingItem; today: string }) {
  const { price } = item;
  if (!price) return null;
  return hasOfferEnded(item, today) ? (
    <small>a oferta acabou</small>
  ) : (
    <small className="gro-price">oferta a partir de {formatPrice(formatCents(price.cents))}</small>
  );
}
