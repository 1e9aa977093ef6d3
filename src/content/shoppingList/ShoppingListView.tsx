import { type FormEvent, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import type { ReceivedShoppingList } from './ReceivedShoppingList.tsx';
import { amountsText, MAX_LINE_LENGTH } from './shoppingLine.ts';
import {
  onShoppingListChange,
  readShoppingList,
  SHOPPING_LIST_LINK,
  storeShoppingList,
} from './shoppingList.browser.ts';
import {
  addItems,
  countMissing,
  MAX_SHOPPING_ITEMS,
  type NewShoppingItem,
  type ShoppingItem,
  type ShoppingList,
} from './shoppingList.ts';
import { shoppingListModules } from './shoppingListModules.browser.ts';

/** Longest text of one submission. */
const MAX_TYPED_LENGTH = 10 * MAX_LINE_LENGTH;
const FULL = `A lista está cheia: cabem ${MAX_SHOPPING_ITEMS} itens. Tire alguns antes.`;
const LOAD_ERROR = 'Isso não carregou. Confira a internet e tente de novo.';
const NOT_STORED = 'Este aparelho não deixou guardar a lista: ela vale até você fechar esta página.';

interface Announcement {
  text: string;
  /** Lists before and after the change. Undo is offered only while the list is still `after`. */
  before?: ShoppingList;
  after?: ShoppingList;
  /** Whether the change was a merge: undoing it leaves no trace, so that the link can be opened again. */
  isMerge?: boolean;
}

/** A list from a link; null if the link is broken. */
type ReceivedList = { list: ShoppingList | null; Arrived: typeof ReceivedShoppingList } | null;

interface Props {
  /** Title of the page, for sharing. */
  title: string;
}

/** Renders the shopping list, which is stored on this device only. */
export function ShoppingListView({ title }: Props) {
  const stored = useSyncExternalStore<ShoppingList | null>(
    onShoppingListChange,
    readShoppingList,
    () => null,
  );
  const [paper, setPaper] = useState<typeof import('./ShoppingListSheet.tsx') | null>(null);
  const [announcement, announce] = useState<Announcement | null>(null);
  const [isNotStored, setNotStored] = useState(false);
  const announceLoadError = () => announce({ text: LOAD_ERROR });
  const hasItems = stored !== null && stored.items.length > 0;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the error message is constant
  useEffect(() => {
    if (hasItems) shoppingListModules.paper().then(setPaper, announceLoadError);
  }, [hasItems]);
  // Until the code that shows items has loaded, the list is treated as not read yet.
  const list = hasItems && !paper ? null : stored;
  const [received, setReceived] = useReceivedList(announceLoadError);
  const input = useRef<HTMLInputElement>(null);

  const store = (after: ShoppingList, isMerge?: boolean) => setNotStored(!storeShoppingList(after, isMerge));
  const act = (text: string, change: (list: ShoppingList) => ShoppingList, isMerge = false) => {
    const before = readShoppingList();
    const after = change(before);
    store(after, isMerge);
    announce({ text, before, after: readShoppingList(), isMerge });
  };
  const put = (lines: readonly NewShoppingItem[]): boolean => {
    const added = addItems(readShoppingList(), lines);
    if (added.items.length > 0) act(toldOf(added.items, added.refused), () => added.list);
    else announce({ text: FULL });
    return added.refused === 0;
  };
  const loadEdit = () =>
    shoppingListModules.edit().then(
      ({ ShoppingItemEditor }) => ShoppingItemEditor,
      () => {
        announceLoadError();
        return null;
      },
    );
  const undo = () => {
    if (announcement?.before) store(announcement.before, announcement.isMerge);
    announce({ text: 'Desfeito.' });
    input.current?.focus();
  };

  const clear = (text: string, change: (list: ShoppingList) => ShoppingList) => {
    act(text, change);
    input.current?.focus();
  };
  const leave = () => {
    setReceived(null);
    input.current?.focus();
  };

  return (
    <>
      {received && list && (
        <received.Arrived
          list={received.list}
          own={list}
          onJoin={(text, change) => {
            act(text, change, true);
            leave();
          }}
          onLeave={leave}
        />
      )}
      <div className="gro">
        <div className="gro-own">
          <AddForm input={input} onAdd={put} />
          <div className="gro-said sm" role="status">
            {isNotStored && <p className="gro-trouble">{NOT_STORED}</p>}
            {announcement && (
              <p>
                {announcement.text}{' '}
                {announcement.before && announcement.after === list && (
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
                {list && hasItems ? leftText(countMissing(list), list.items.length) : 'O que falta'}
              </h2>
              {(!list || !hasItems) && <Empty guessed={!list} />}
              {list && paper && (
                <paper.ShoppingAisles list={list} store={store} act={act} loadEdit={loadEdit} />
              )}
            </div>
          </section>
        </div>
        <aside className="gro-beside" aria-label="Soma e envio">
          {list && paper && hasItems && <paper.ShoppingListAside list={list} title={title} clear={clear} />}
        </aside>
      </div>
    </>
  );
}

/** Returns the list from a link; the fragment is removed from the address after the decision. */
function useReceivedList(onMissing: () => void) {
  const [received, setReceived] = useState<ReceivedList>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the error message is constant
  useEffect(() => {
    const read = async () => {
      const { hash } = location;
      if (!SHOPPING_LIST_LINK.test(hash)) return;
      try {
        const [{ ReceivedShoppingList: Arrived }, { decodeListLink }] = await Promise.all([
          shoppingListModules.arrived(),
          shoppingListModules.link(),
        ]);
        const list = await decodeListLink(hash);
        if (location.hash === hash) setReceived({ list, Arrived });
      } catch {
        onMissing();
      }
    };
    void read();
    addEventListener('hashchange', read);
    return () => removeEventListener('hashchange', read);
  }, []);
  return [
    received,
    (now: ReceivedList) => {
      if (!now) history.replaceState(history.state, '', location.pathname + location.search);
      setReceived(now);
    },
  ] as const;
}

/** Loads the parser, together with the code that shows the items. */
async function loadReader() {
  const [reader] = await Promise.all([shoppingListModules.reader(), shoppingListModules.paper()]);
  return reader;
}

interface AddFormProps {
  input: React.RefObject<HTMLInputElement | null>;
  /** Returns false if there was no room for all lines. */
  onAdd: (lines: NewShoppingItem[]) => boolean;
}

/** Renders the form. Its field has no name, so that nothing is sent to the server without script. */
function AddForm({ input, onAdd }: AddFormProps) {
  const [problem, setProblem] = useState('');
  const isReading = useRef(false);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const field = input.current;
    if (!field || isReading.current) return;
    isReading.current = true;
    const reader = await loadReader().catch(() => null);
    isReading.current = false;
    const lines = reader?.parseLines(field.value);
    if (!lines) setProblem(LOAD_ERROR);
    else if (lines.length === 0) setProblem('Escreva o que falta, como 2 kg de tomate.');
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
          maxLength={MAX_TYPED_LENGTH}
          autoComplete="off"
          enterKeyHint="done"
          aria-invalid={problem !== ''}
          aria-describedby="falta-dica falta-erro"
          onFocus={() => void loadReader().catch(() => {})}
          onInput={() => setProblem('')}
          // A single-line field would join pasted lines, so they are separated by semicolons. A pasted link opens:
          // an installed app may not get links that are touched elsewhere.
          onPaste={(event) => {
            const text = event.clipboardData.getData('text');
            const link = SHOPPING_LIST_LINK.exec(text)?.[0];
            if (link) {
              event.preventDefault();
              location.hash = link;
              return;
            }
            if (!/\n/.test(text.trim())) return;
            event.preventDefault();
            event.currentTarget.setRangeText(
              text
                .trim()
                .replace(/\s*\n\s*/g, '; ')
                .slice(0, MAX_TYPED_LENGTH),
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

/**
 * Renders the empty state. `guessed` is the server's version; the script in the head hides it if a list is
 * stored.
 */
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

function leftText(announceLoadError: number, all: number): string {
  if (announceLoadError === 0) return 'Não falta nada';
  return `${announceLoadError === 1 ? 'Falta' : 'Faltam'} ${announceLoadError} de ${all}`;
}

function toldOf(items: readonly ShoppingItem[], refused: number): string {
  const [item] = items;
  const more = refused > 0 ? ` ${FULL}` : '';
  if (!item || items.length > 1) return `${items.length} itens na lista.${more}`;
  const amounts = amountsText(item.amounts);
  return `Na lista: ${item.name}${amounts && `, ${amounts}`}.${more}`;
}

/** Returns a size class with which the list fits one printed page. */
function sizeOf(list: ShoppingList | null): string {
  const lines = list ? countMissing(list) : 0;
  if (lines > 45) return 'huge';
  return lines > 18 ? 'long' : 'short';
}
