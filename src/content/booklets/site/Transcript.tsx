import { Fragment, type ReactNode } from 'react';
import { Icon } from '../../../ui/Icon.tsx';
import { AddToShoppingList } from '../../shoppingList/AddToShoppingList.tsx';

/**
 * Renders the transcript of a picture in a collapsed element below it, which describes the picture's link.
 */
export function Transcript({ id, page, children }: { id: string; page: number; children: ReactNode }) {
  return (
    <details className="said" id={id}>
      <summary>
        <Icon name="chevron-down" />
        <span>
          Ler em texto<span className="sr-only"> a página {page}</span>
        </span>
      </summary>
      {children}
    </details>
  );
}

/** Renders the transcript as staff typed it, one offer a line. */
export function TranscriptLines({ text }: { text: string }) {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  return (
    <ul>
      {lines.map((line, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the lines of the text never change order
        <li key={at}>
          <span>
            <HighlightedPrices text={line} />
          </span>
          {PRICE.test(line) && <AddToShoppingList item={line} what={line} />}
        </li>
      ))}
    </ul>
  );
}

const PRICE = /(R\$\s?\d[\d.]*,\d{2})/;

/** Renders a text with highlighted prices that do not break across lines. */
export function HighlightedPrices({ text }: { text: string }) {
  return text.split(PRICE).map((part, at) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of the text never change order
    at % 2 === 1 ? <b key={at}>{part}</b> : <Fragment key={at}>{part}</Fragment>,
  );
}
