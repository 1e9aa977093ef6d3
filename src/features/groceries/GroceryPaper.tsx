import { useEffect, useState } from 'react';
import { Icon } from '../../ui/Icon.tsx';
import { ShareButton } from '../../ui/site/facts/ShareButton.tsx';
import { wallClock } from '../../ui/wallClock.ts';
import { type Doing, GroceryItem } from './GroceryItem.tsx';
import { GroceryTotal } from './GroceryTotal.tsx';
import { type Groceries, type Grocery, missingOf, NOTHING, removeDone } from './groceries.ts';
import { AISLES, aislesOf } from './groceryDepartments.ts';
import { linkOf, shared } from './groceryLink.browser.ts';

// Code that only a list with items needs, loaded on demand.

export const GroceryAisles = ({ list, ...doing }: { list: Groceries } & Doing) => (
  <div className="gro-aisles">
    {aislesOf(list.items).map(([aisle, items]) => (
      <section key={aisle} aria-labelledby={`setor-${aisle}`}>
        <h3 className="d4" id={`setor-${aisle}`}>
          {AISLES[aisle]}
        </h3>
        <ul>
          {items.map((item) => (
            <GroceryItem key={item.id} item={item} aisle={aisle} {...doing} />
          ))}
        </ul>
      </section>
    ))}
  </div>
);

interface BesideProps {
  list: Groceries;
  /** Title of the page, for sharing. */
  title: string;
  /** Removes items and announces it. */
  clear: Doing['act'];
}

export function GroceryBeside({ list, title, clear }: BesideProps) {
  const done = list.items.length - missingOf(list);
  return (
    <>
      <GroceryTotal list={list} today={wallClock(Date.now()).slice(0, 10)} />
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
            onClick={() => clear(done === 1 ? '1 item tirado.' : `${done} itens tirados.`, removeDone)}
          >
            Tirar os marcados
          </button>
        )}
        <button
          type="button"
          className="link sm"
          onClick={() => clear('A lista está vazia.', ({ places }) => ({ ...NOTHING, places }))}
        >
          Esvaziar a lista
        </button>
      </div>
    </>
  );
}

/** Longest text that messengers transmit completely. */
const MAX_MESSAGE_LENGTH = 3000;

function Send({ list, title }: { list: Groceries; title: string }) {
  const [link, setLink] = useState<string | null>(null);
  useEffect(() => {
    let isLate = false;
    linkOf(list).then(
      (made) => isLate || setLink(made),
      () => isLate || setLink(null),
    );
    return () => {
      isLate = true;
    };
  }, [list]);
  const missing = list.items.filter(({ done }) => !done);
  if (missing.length === 0) return null;
  const address = link && `${location.origin}/list${link}`;
  const text = messageOf(missing);
  return (
    <div className="gro-send">
      <h2 className="d4">Mandar para alguém</h2>
      <p className="mut sm">A lista vai dentro do link. Quem recebe não precisa de conta.</p>
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

function messageOf(items: readonly Grocery[]): string {
  const lines = aislesOf(items).flatMap(([aisle, some]) => [
    `\n*${AISLES[aisle]}*`,
    ...some.flatMap(shared).map(({ text }) => `- ${text}`),
  ]);
  const text = ['*Minha lista*', ...lines].join('\n');
  return text.length > MAX_MESSAGE_LENGTH ? '*Minha lista*' : text;
}
