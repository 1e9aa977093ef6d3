import { useEffect, useRef, useState } from 'react';
import { inSentence } from '../../shared/text/format.ts';
import { plural } from '../../shared/text/plural.ts';
import { groupByAisle } from './shoppingAisles.ts';
import { shareableLines } from './shoppingLink.browser.ts';
import { MAX_SHOPPING_ITEMS, type ShoppingList } from './shoppingList.ts';
import { changesBetween, type ListChanges, mergeLists } from './shoppingListMerge.ts';

interface Props {
  /** The list of the link; null if the link is broken. */
  list: ShoppingList | null;
  own: ShoppingList;
  onJoin: (text: string, change: (own: ShoppingList) => ShoppingList) => void;
  onLeave: () => void;
}

/** Words for what a merge will change, and for what it has changed. */
const WORDS: Record<keyof ListChanges, { before: string; after: string }> = {
  added: { before: 'Entra', after: 'Entrou' },
  changed: { before: 'Muda', after: 'Mudou' },
  ticked: { before: 'Já foi pego', after: 'Já foi pego' },
  unticked: { before: 'Volta a faltar', after: 'Voltou a faltar' },
  removed: { before: 'Sai', after: 'Saiu' },
};
const MAX_NAMES = 4;

/** Returns a line for each kind of change: `Entra: leite e pão`. */
const linesOf = (changes: ListChanges, tense: 'before' | 'after') =>
  Object.entries(WORDS)
    .map(([kind, words]) => ({ word: words[tense], names: changes[kind as keyof ListChanges] }))
    .filter(({ names }) => names.length > 0)
    .map(({ word, names }) => `${word}: ${inSentence(names, MAX_NAMES)}`);

function joinedText(own: ShoppingList, merged: ShoppingList): string {
  const lines = linesOf(changesBetween(own, merged), 'after').map((line) => `${line}.`);
  const full =
    merged.items.length < MAX_SHOPPING_ITEMS ? '' : `A lista está cheia: cabem ${MAX_SHOPPING_ITEMS} itens.`;
  return ['Listas juntas.', ...lines, full].filter(Boolean).join(' ');
}

/** Lets the shopper decide what to do with a list from a link, and says beforehand what merging changes. */
export function ReceivedShoppingList({ list, own, onJoin, onLeave }: Props) {
  const [isOpen, setOpen] = useState(false);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const done = (
    <button type="button" className="btn btn-ink btn-s" onClick={onLeave}>
      Ver a minha lista
    </button>
  );
  if (!list)
    return (
      <section className="gro-came" aria-labelledby="chegou">
        <h2 className="d3" id="chegou" ref={heading} tabIndex={-1}>
          Este link não trouxe a lista inteira
        </h2>
        <p>Ele pode ter sido cortado no caminho. Peça para mandar de novo. A sua lista continua aqui.</p>
        {done}
      </section>
    );
  const merged = mergeLists(own, list);
  const changes = linesOf(changesBetween(own, merged), 'before');
  return (
    <section className="gro-came" aria-labelledby="chegou">
      <h2 className="d3" id="chegou" ref={heading} tabIndex={-1}>
        Chegou uma lista com {plural(list.items.length, 'item', 'itens')}
      </h2>
      {isOpen && <Items list={list} />}
      {!isOpen && own.items.length > 0 && changes.length > 0 && (
        <>
          <p>Juntar muda isto na sua lista:</p>
          <ul>
            {changes.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        </>
      )}
      {!isOpen && own.items.length === 0 && changes.length > 0 && (
        <p>Juntar põe tudo na sua lista. Só ver não guarda nada.</p>
      )}
      {changes.length === 0 && (
        <>
          <p>Nada de novo: tudo isso já está na sua lista, ou já saiu dela.</p>
          {done}
        </>
      )}
      {changes.length > 0 && (
        <div className="acts">
          <button
            type="button"
            className="btn btn-red btn-s"
            onClick={() => onJoin(joinedText(own, merged), (current) => mergeLists(current, list))}
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
      )}
    </section>
  );
}

const Items = ({ list }: { list: ShoppingList }) => (
  <ul>
    {groupByAisle(list.items).flatMap(([, items]) =>
      items.map((item) => {
        const text = shareableLines(item).join(', ');
        return (
          <li key={item.id}>
            {item.done ? (
              <>
                <s>{text}</s> (já foi pego)
              </>
            ) : (
              text
            )}
          </li>
        );
      }),
    )}
  </ul>
);
