import { useEffect, useRef, useState } from 'react';
import { plural } from '../../shared/text/plural.ts';
import { groupByAisle } from './shoppingAisles.ts';
import { shareableLines } from './shoppingLink.browser.ts';
import type { NewShoppingItem, ShoppingItem } from './shoppingList.ts';

interface Props {
  /** Items of the link; null if the link is broken. */
  items: readonly ShoppingItem[] | null;
  /** Whether the shopper's own list has items. */
  hasOwn: boolean;
  onJoin: (lines: NewShoppingItem[]) => void;
  onLeave: () => void;
}

/** Lets the shopper decide what to do with a list from a link. */
export function ReceivedShoppingList({ items, hasOwn, onJoin, onLeave }: Props) {
  const [isOpen, setOpen] = useState(false);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  if (!items)
    return (
      <section className="gro-came" aria-labelledby="chegou">
        <h2 className="d3" id="chegou" ref={heading} tabIndex={-1}>
          Este link não trouxe a lista inteira
        </h2>
        <p>Ele pode ter sido cortado no caminho. Peça para mandar de novo. A sua lista continua aqui.</p>
        <button type="button" className="btn btn-ink btn-s" onClick={onLeave}>
          Ver a minha lista
        </button>
      </section>
    );
  return (
    <section className="gro-came" aria-labelledby="chegou">
      <h2 className="d3" id="chegou" ref={heading} tabIndex={-1}>
        Chegou uma lista com {plural(items.length, 'item', 'itens')}
      </h2>
      {isOpen ? (
        <ul>
          {groupByAisle(items).flatMap(([, some]) =>
            some.map((item) => (
              <li key={item.id}>
                {shareableLines(item)
                  .map(({ text }) => text)
                  .join(', ')}
              </li>
            )),
          )}
        </ul>
      ) : (
        <p>
          {hasOwn
            ? 'Juntar soma com o que você já tem. Só ver não muda nada na sua.'
            : 'Juntar põe tudo na sua lista. Só ver não guarda nada.'}
        </p>
      )}
      <div className="acts">
        <button
          type="button"
          className="btn btn-red btn-s"
          onClick={() => onJoin(items.map(({ id: _, ...line }) => line))}
        >
          Juntar à minha lista
        </button>
        {!isOpen && (
          <button type="button" className="btn btn-line btn-s" onClick={() => setOpen(true)}>
            Só ver
          </button>
        )}
        <button type="button" className="link sm" onClick={onLeave}>
          {isOpen ? 'Fechar' : 'Agora não'}
        </button>
      </div>
    </section>
  );
}
