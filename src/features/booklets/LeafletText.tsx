import { Fragment, type ReactNode } from 'react';
import { Icon } from '../../ui/Icon.tsx';
import { AddToList } from '../groceries/AddToList.tsx';

/** What is written on a picture of offers, folded away below it; the picture's link names it as its details. */
export function LeafletText({ id, page, children }: { id: string; page: number; children: ReactNode }) {
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

/** As staff wrote it down: an offer a line. */
export function OfferLines({ text }: { text: string }) {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  return (
    <ul>
      {lines.map((line, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines of a text that stands still
        <li key={at}>
          <span>
            <Priced text={line} />
          </span>
          {PRICE.test(line) && <AddToList item={line} what={line} />}
        </li>
      ))}
    </ul>
  );
}

const PRICE = /(R\$\s?\d[\d.]*,\d{2})/;

/** A text whose prices stand out, each in one piece. */
export function Priced({ text }: { text: string }) {
  return text.split(PRICE).map((part, at) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: pieces of a text that stands still
    at % 2 === 1 ? <b key={at}>{part}</b> : <Fragment key={at}>{part}</Fragment>,
  );
}
