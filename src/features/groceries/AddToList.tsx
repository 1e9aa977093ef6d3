import { Icon } from '../../ui/Icon.tsx';
import type { NewGrocery } from './groceries.ts';

interface Props {
  /** As somebody would write it, or an offer (`itemOfOffer`); without it, the lines that stand beside it. */
  item?: string | NewGrocery;
  label?: string;
  /** What it is that is put on the list, where the label alone does not say it. */
  what?: string;
  className?: string;
}

/**
 * One touch, and it is on the shopper's list (site/manners/groceries.ts). Without an `item` it takes every
 * `[data-list-line]` of the `[data-list-lines]` around it, but for those that are ticked. There is none without a
 * script, and its room is there before it.
 */
export const AddToList = ({ item, label = 'Pôr na lista', what, className = 'btn-line btn-s' }: Props) => (
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
