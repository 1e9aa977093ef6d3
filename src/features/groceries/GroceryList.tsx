import { type FormEvent, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { plural } from '../../ui/format.ts';
import { Icon } from '../../ui/Icon.tsx';
import { ShareButton } from '../../ui/site/facts/ShareButton.tsx';
import { wallClock } from '../../ui/wallClock.ts';
import { GroceryItem } from './GroceryItem.tsx';
import { GroceryTotal } from './GroceryTotal.tsx';
import { keepGroceries, onGroceries, readGroceries } from './groceries.browser.ts';
import {
  add,
  type Groceries,
  type Grocery,
  MOST_GROCERIES,
  missingOf,
  type NewGrocery,
  NOTHING,
  removeDone,
} from './groceries.ts';
import { AISLES, type Aisle, aisleOf, isAisle } from './groceryDepartments.ts';
import { amountsText, LONGEST_LINE, readLines } from './groceryLine.ts';
import { isListLink, linkOf, listIn, shared } from './groceryLink.browser.ts';

/** Of what is typed in one go. */
const LONGEST_TYPED = 10 * LONGEST_LINE;
const FULL = `A lista está cheia: cabem ${MOST_GROCERIES} itens. Tire alguns antes.`;
const UNKEPT = 'Este aparelho não deixou guardar a lista: ela vale até você fechar esta página.';

interface Said {
  text: string;
  /** What it was before, and what it became: nothing is undone that somebody has changed since. */
  before?: Groceries;
  after?: Groceries;
}

type Came = { items: readonly Grocery[]; isOpen: boolean } | 'broken' | null;

interface Props {
  /** Of the page, as it is shared. */
  title: string;
}

/** The shopper's list, which nobody but this device knows. */
export function GroceryList({ title }: Props) {
  const list = useSyncExternalStore<Groceries | null>(onGroceries, readGroceries, () => null);
  const [said, say] = useState<Said | null>(null);
  const [isUnkept, setUnkept] = useState(false);
  const [came, setCame] = useCame();
  const input = useRef<HTMLInputElement>(null);

  const keep = (after: Groceries) => setUnkept(!keepGroceries(after));
  const act = (text: string, change: (list: Groceries) => Groceries) => {
    const before = readGroceries();
    const after = change(before);
    keep(after);
    say({ text, before, after: readGroceries() });
  };
  const put = (lines: readonly NewGrocery[]): boolean => {
    const added = add(readGroceries(), lines);
    if (added.items.length > 0) act(toldOf(added.items, added.refused), () => added.list);
    else say({ text: FULL });
    return added.refused === 0;
  };
  const undo = () => {
    if (said?.before) keep(said.before);
    say({ text: 'Desfeito.' });
    input.current?.focus();
  };

  const done = list ? list.items.length - missingOf(list) : 0;
  return (
    <>
      {came && list && (
        <Arrived
          came={came}
          hasOwn={list.items.length > 0}
          onJoin={() => {
            if (came !== 'broken') put(came.items.map(({ id: _, ...line }) => line));
            setCame(null);
            input.current?.focus();
          }}
          onShow={() => came !== 'broken' && setCame({ ...came, isOpen: true })}
          onLeave={() => {
            setCame(null);
            input.current?.focus();
          }}
        />
      )}
      <div className="gro">
        <div className="gro-own">
          <AddForm input={input} onAdd={put} />
          <div className="gro-said sm" role="status">
            {isUnkept && <p className="gro-trouble">{UNKEPT}</p>}
            {said && (
              <p>
                {said.text}{' '}
                {said.before && said.after === list && (
                  <button type="button" className="link" onClick={undo}>
                    Desfazer
                  </button>
                )}
              </p>
            )}
          </div>
          <section className="gro-paper" aria-labelledby="o-que-falta">
            <div data-size={sizeOf(list)}>
              <h2 className="d3" id="o-que-falta">
                {list && list.items.length > 0 ? leftText(missingOf(list), list.items.length) : 'O que falta'}
              </h2>
              {!list?.items.length && <Empty guessed={!list} />}
              {list && (
                <div className="gro-aisles">
                  {aislesOf(list.items).map(([aisle, items]) => (
                    <section key={aisle} aria-labelledby={`setor-${aisle}`}>
                      <h3 className="d4" id={`setor-${aisle}`}>
                        {AISLES[aisle]}
                      </h3>
                      <ul>
                        {items.map((item) => (
                          <GroceryItem key={item.id} item={item} aisle={aisle} keep={keep} act={act} />
                        ))}
                      </ul>
                    </section>
                  ))}
                </div>
              )}
            </div>
          </section>
        </div>
        <aside className="gro-beside" aria-label="Soma e envio">
          {list && list.items.length > 0 && (
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
                    onClick={() => {
                      act(done === 1 ? '1 item tirado.' : `${done} itens tirados.`, removeDone);
                      input.current?.focus();
                    }}
                  >
                    Tirar os marcados
                  </button>
                )}
                <button
                  type="button"
                  className="link sm"
                  onClick={() => {
                    act('A lista está vazia.', ({ places }) => ({ ...NOTHING, places }));
                    input.current?.focus();
                  }}
                >
                  Esvaziar a lista
                </button>
              </div>
            </>
          )}
        </aside>
      </div>
    </>
  );
}

/** A list that came by a link; the address forgets it once that is decided. */
function useCame() {
  const [came, setCame] = useState<Came>(null);
  useEffect(() => {
    const read = async () => {
      const { hash } = location;
      if (!isListLink(hash)) return;
      const lines = await listIn(hash);
      if (location.hash === hash)
        setCame(lines ? { items: add(NOTHING, lines).list.items, isOpen: false } : 'broken');
    };
    void read();
    addEventListener('hashchange', read);
    return () => removeEventListener('hashchange', read);
  }, []);
  return [
    came,
    (now: Came) => {
      if (!now) history.replaceState(history.state, '', location.pathname + location.search);
      setCame(now);
    },
  ] as const;
}

interface AddFormProps {
  input: React.RefObject<HTMLInputElement | null>;
  /** False where there was no room for all. */
  onAdd: (lines: NewGrocery[]) => boolean;
}

/** Its field has no name: without the script nothing of it is sent anywhere. */
function AddForm({ input, onAdd }: AddFormProps) {
  const [problem, setProblem] = useState('');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const field = input.current;
    if (!field) return;
    const lines = readLines(field.value);
    if (lines.length === 0) setProblem('Escreva o que falta, como 2 kg de tomate.');
    else if (onAdd(lines)) {
      setProblem('');
      field.value = '';
    } else setProblem(FULL);
    field.focus();
  };
  return (
    <form className="gro-add needs-script" onSubmit={submit}>
      <label htmlFor="falta" className="d4">
        O que falta em casa?
      </label>
      <div>
        <input
          ref={input}
          id="falta"
          type="text"
          maxLength={LONGEST_TYPED}
          autoComplete="off"
          enterKeyHint="done"
          aria-invalid={problem !== ''}
          aria-describedby="falta-dica falta-erro"
          onInput={() => setProblem('')}
          // A field of one line would run the lines into one.
          onPaste={(event) => {
            const text = event.clipboardData.getData('text');
            if (!/\n/.test(text.trim())) return;
            event.preventDefault();
            event.currentTarget.setRangeText(
              text
                .trim()
                .replace(/\s*\n\s*/g, '; ')
                .slice(0, LONGEST_TYPED),
            );
          }}
        />
        <button type="submit" className="btn btn-red">
          Pôr na lista
        </button>
      </div>
      <p id="falta-dica" className="mut sm">
        Uma coisa, ou várias com vírgula: 2 kg de tomate, leite, meia dúzia de ovos.
      </p>
      <p id="falta-erro" className="gro-trouble sm" role="alert">
        {problem}
      </p>
    </form>
  );
}

interface ArrivedProps {
  came: NonNullable<Came>;
  hasOwn: boolean;
  onJoin: () => void;
  onShow: () => void;
  onLeave: () => void;
}

function Arrived({ came, hasOwn, onJoin, onShow, onLeave }: ArrivedProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  if (came === 'broken')
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
  const { items, isOpen } = came;
  return (
    <section className="gro-came" aria-labelledby="chegou">
      <h2 className="d3" id="chegou" ref={heading} tabIndex={-1}>
        Chegou uma lista com {plural(items.length, 'item', 'itens')}
      </h2>
      {isOpen ? (
        <ul>
          {aislesOf(items).flatMap(([, some]) =>
            some.map((item) => (
              <li key={item.id}>
                {shared(item)
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
        <button type="button" className="btn btn-red btn-s" onClick={onJoin}>
          Juntar à minha lista
        </button>
        {!isOpen && (
          <button type="button" className="btn btn-line btn-s" onClick={onShow}>
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

/** Guessed, it is what the server sends: who has a list, which the page's head knows, does not see it. */
const Empty = ({ guessed }: { guessed: boolean }) => (
  <p className={guessed ? 'gro-empty gro-guess' : 'gro-empty'}>
    Nada na lista ainda. Escreva aqui em cima, escolha entre as{' '}
    <a className="link" href="/offers">
      ofertas
    </a>{' '}
    ou traga os ingredientes de uma{' '}
    <a className="link" href="/tips-and-recipes">
      receita
    </a>
    .
  </p>
);

/** Of a text that messengers pass on whole. */
const LONGEST_MESSAGE = 3000;

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
  return text.length > LONGEST_MESSAGE ? '*Minha lista*' : text;
}

/** By the shop's order, each in the order in which things were put on the list. */
function aislesOf<T extends NewGrocery>(items: readonly T[]): [Aisle, T[]][] {
  const found = new Map<Aisle, T[]>();
  for (const item of items) {
    const aisle = isAisle(item.aisle) ? item.aisle : aisleOf(item.name);
    found.set(aisle, [...(found.get(aisle) ?? []), item]);
  }
  return (Object.keys(AISLES) as Aisle[]).flatMap((aisle) => {
    const some = found.get(aisle);
    return some ? [[aisle, some] satisfies [Aisle, T[]]] : [];
  });
}

function leftText(missing: number, all: number): string {
  if (missing === 0) return 'Não falta nada';
  return `${missing === 1 ? 'Falta' : 'Faltam'} ${missing} de ${all}`;
}

function toldOf(items: readonly Grocery[], refused: number): string {
  const [item] = items;
  const more = refused > 0 ? ` ${FULL}` : '';
  if (!item || items.length > 1) return `${items.length} itens na lista.${more}`;
  const amounts = amountsText(item.amounts);
  return `Na lista: ${item.name}${amounts && `, ${amounts}`}.${more}`;
}

/** So that it fits one sheet of paper. */
function sizeOf(list: Groceries | null): string {
  const lines = list ? missingOf(list) : 0;
  if (lines > 45) return 'huge';
  return lines > 18 ? 'long' : 'short';
}
