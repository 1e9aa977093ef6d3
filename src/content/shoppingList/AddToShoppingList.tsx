import { Icon } from '../../ui/Icon.tsx';
import type { NewShoppingItem } from './shoppingList.ts';

interface Props {
  /**
   * A line as a shopper would write it, or an offer (`offerItem`); without it, the button adds the lines
   * around it.
   */
  item?: string | NewShoppingItem;
  label?: string;
  /** Name of the item for screen readers, if the label does not contain it. */
  what?: string;
  className?: string;
}

/**
 * Renders a button that adds to the shopping list (site/pageScripts/shoppingListCount.ts). Without an `item` it adds each
 * `[data-list-line]` in the surrounding `[data-list-lines]` that is not ticked. It is invisible without
 * script, but its space is reserved.
 */
export const AddToShoppingList = ({
  item,
  label = 'Pôr na lista',
  what,
  className = 'btn-line btn-s',
}: Props) => (
  <button
    type="button"
    className={`btn needs-script to-list ${className}`}
    data-list-item={item === undefined ? '' : JSON.stringify(item)}
  >
    <Icon name="list-plus" />
    <span aria-live="polite">{label}</span>
    {what && <span className="sr-only">: {what}</span>}
  </button>
);
