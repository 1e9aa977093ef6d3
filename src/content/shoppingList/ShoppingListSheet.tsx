import { useEffect, useState, useSyncExternalStore } from 'react';
import { todayOnDevice } from '../../shared/dates.ts';
import { Icon } from '../../ui/Icon.tsx';
import { ShareButton } from '../../ui/site/facts/ShareButton.tsx';
import { ShoppingItemRow, type ShoppingListActions } from './ShoppingItemRow.tsx';
import { ShoppingTotal } from './ShoppingTotal.tsx';
import { AISLES, groupByAisle } from './shoppingAisles.ts';
import { encodeListLink, shareableLines } from './shoppingLink.browser.ts';
import {
  countMissing,
  EMPTY_SHOPPING_LIST,
  removeTickedItems,
  type ShoppingItem,
  type ShoppingList,
} from './shoppingList.ts';

// Code that only a list with items needs, loaded on demand.

function onPageShown(listen: () => void): () => void {
  document.addEventListener('visibilitychange', listen);
  addEventListener('pageshow', listen);
  return () => {
    document.removeEventListener('visibilitychange', listen);
    removeEventListener('pageshow', listen);
  };
}

/** Returns the day, and renders again on another one: an installed app stays open for days. */
const useToday = () => useSyncExternalStore(onPageShown, todayOnDevice);

export function ShoppingAisles({ list, ...doing }: { list: ShoppingList } & ShoppingListActions) {
  const today = useToday();
  return (
    <div className="gro-aisles">
      {groupByAisle(list.items).map(([aisle, items]) => (
        <section key={aisle} aria-labelledby={`setor-${aisle}`}>
          <h3 className="d4" id={`setor-${aisle}`}>
            {AISLES[aisle]}
          </h3>
          <ul>
            {items.map((item) => (
              <ShoppingItemRow key={item.id} item={item} aisle={aisle} today={today} {...doing} />
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}

interface BesideProps {
  list: ShoppingList;
  /** Title of the page, for sharing. */
  title: string;
  /** Removes items and announces it. */
  clear: ShoppingListActions['act'];
}

export function ShoppingListAside({ list, title, clear }: BesideProps) {
  const today = useToday();
  const done = list.items.length - countMissing(list);
  return (
    <>
      <ShoppingTotal list={list} today={today} />
      <Send list={list} title={title} />
      <div className="gro-acts">
        <button type="button" className="btn btn-line btn-s" onClick={() => print()}>
          <Icon name="printer" />
          Imprimir
        </button>
        {done > 0 && (
          <button
            type="button"
            className="btn btn-line btn-s"
            onClick={() => clear(done === 1 ? '1 item tirado.' : `${done} itens tirados.`, removeTickedItems)}
          >
            Tirar os marcados
          </button>
        )}
        <button
          type="button"
          className="link sm"
          onClick={() => clear('A lista está vazia.', ({ places }) => ({ ...EMPTY_SHOPPING_LIST, places }))}
        >
          Esvaziar a lista
        </button>
      </div>
    </>
  );
}

/** Longest text that messengers transmit completely. */
const MAX_MESSAGE_LENGTH = 3000;

function Send({ list, title }: { list: ShoppingList; title: string }) {
  const [link, setLink] = useState<string | null>(null);
  useEffect(() => {
    let isLate = false;
    encodeListLink(list).then(
      (made) => isLate || setLink(made),
      () => isLate || setLink(null),
    );
    return () => {
      isLate = true;
    };
  }, [list]);
  const address = link && `${location.origin}/list${link}`;
  const text = messageOf(list.items.filter(({ done }) => !done));
  return (
    <div className="gro-send">
      <h2 className="d4">Mandar para alguém</h2>
      <p className="mut sm">
        A lista vai dentro do link, sem conta. Quem juntar fica com a mesma: mudou, é só mandar de novo.
      </p>
      <div className="acts">
        <a
          className="btn btn-ink btn-s"
          href={`https://wa.me/?text=${encodeURIComponent([text, address].filter(Boolean).join('\n\n'))}`}
          target="_blank"
          rel="noopener"
        >
          <Icon name="whatsapp" />
          Mandar no WhatsApp
        </a>
        {link ? (
          <ShareButton title={title} path={`/list${link}`} className="btn-line btn-s gro-share" />
        ) : (
          <p className="sm">A lista é longa demais para um link. No WhatsApp ela vai escrita.</p>
        )}
      </div>
    </div>
  );
}

function messageOf(items: readonly ShoppingItem[]): string {
  const lines = groupByAisle(items).flatMap(([aisle, some]) => [
    `\n*${AISLES[aisle]}*`,
    ...some.flatMap(shareableLines).map((line) => `- ${line}`),
  ]);
  const text = ['*Minha lista*', ...(lines.length > 0 ? lines : ['Não falta nada.'])].join('\n');
  return text.length > MAX_MESSAGE_LENGTH ? '*Minha lista*' : text;
}
