import { FileX, X } from 'lucide';
import { Icon } from '../Icon.tsx';

/** A chosen file that is not sent. */
export interface RefusedFile {
  key: string;
  name: string;
  reason: string;
}

/** List items of the files that are not sent, each with the reason. */
export function RefusedFiles({
  refused,
  id,
  onRemove,
}: {
  refused: readonly RefusedFile[];
  /** Begins the ids of the items, which describe the field. */
  id: string;
  onRemove: (key: string) => void;
}) {
  return refused.map(({ key, name, reason }, index) => (
    <li key={key} className="refused-file" id={`${id}-${index}`}>
      <Icon of={FileX} />
      <div>
        <b>{name}</b>: {reason}
      </div>
      <button
        type="button"
        className="icon-btn"
        aria-label={`Tirar ${name}`}
        title="Tirar"
        onClick={() => onRemove(key)}
      >
        <Icon of={X} />
      </button>
    </li>
  ));
}

/** Returns the ids of the items of `RefusedFiles`, for `aria-describedby`. */
export const refusedFileIds = (refused: readonly RefusedFile[], id: string) =>
  refused.map((_, index) => `${id}-${index}`).join(' ');
