import { type FormEvent, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import type { GroceryArrived } from './GroceryArrived.tsx';
import { isListLink, keepGroceries, onGroceries, readGroceries } from './groceries.browser.ts';
import {
  add,
  type Groceries,
  type Grocery,
  MOST_GROCERIES,
  missingOf,
  type NewGrocery,
  NOTHING,
} from './groceries.ts';
import { amountsText, LONGEST_LINE } from './groceryLine.ts';
import { groceryPieces } from './groceryPieces.browser.ts';

/** Of what is typed in one go. */
const LONGEST_TYPED = 10 * LONGEST_LINE;
const FULL = `A lista está cheia: cabem ${MOST_GROCERIES} itens. Tire alguns antes.`;
const MISSING = 'Isso não carregou. Confira a internet e tente de novo.';
const UNKEPT = 'Este aparelho não deixou guardar a lista: ela vale até você fechar esta página.';

interface Said {
  text: string;
  /** What it was before, and what it became: nothing is undone that somebody has changed since. */
  before?: Groceries;
  after?: Groceries;
}

/** Null items of a link that is broken. */
type Came = { items: readonly Grocery[] | null; Arrived: typeof GroceryArrived } | null;

interface Props {
  /** Of the page, as it is shared. */
  title: string;
}

/** The shopper's list, which nobody but this device knows. */
export function GroceryList({ title }: Props) {
  const kept = useSyncExternalStore<Groceries | null>(onGroceries, readGroceries, () => null);
  const [paper, setPaper] = useState<typeof import('./GroceryPaper.tsx') | null>(null);
  const [said, say] = useState<Said | null>(null);
  const [isUnkept, setUnkept] = useState(false);
  const missing = () => say({ text: MISSING });
  const hasItems = kept !== null && kept.items.length > 0;
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is said where it does not come is always the same
  useEffect(() => {
    if (hasItems) groceryPieces.paper().then(setPaper, missing);
  }, [hasItems]);
  // As if nobody knew yet what is on it, until it can be shown.
  const list = hasItems && !paper ? null : kept;
  const [came, setCame] = useCame(missing);
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
  const loadEdit = () =>
    groceryPieces.edit().then(
      ({ GroceryEdit }) => GroceryEdit,
      () => {
        missing();
        return null;
      },
    );
  const undo = () => {
    if (said?.before) keep(said.before);
    say({ text: 'Desfeito.' });
    input.current?.focus();
  };

  const clear = (text: string, change: (list: Groceries) => Groceries) => {
    act(text, change);
    input.current?.focus();
  };
  const leave = () => {
    setCame(null);
    input.current?.focus();
  };

  return (
    <>
      {came && list && (
        <came.Arrived
          items={came.items}
          hasOwn={list.items.length > 0}
          onJoin={(lines) => {
            put(lines);
            leave();
          }}
          onLeave={leave}
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
                {list && hasItems ? leftText(missingOf(list), list.items.length) : 'O que falta'}
              </h2>
              {(!list || !hasItems) && <Empty guessed={!list} />}
              {list && paper && <paper.GroceryAisles list={list} keep={keep} act={act} loadEdit={loadEdit} />}
            </div>
          </section>
        </div>
        <aside className="gro-beside" aria-label="Soma e envio">
          {list && paper && hasItems && <paper.GroceryBeside list={list} title={title} clear={clear} />}
        </aside>
      </div>
    </>
  );
}

/** A list that came by a link; the address forgets it once that is decided. */
function useCame(onMissing: () => void) {
  const [came, setCame] = useState<Came>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what it says is always the same
  useEffect(() => {
    const read = async () => {
      const { hash } = location;
      if (!isListLink(hash)) return;
      try {
        const [{ GroceryArrived: Arrived }, { listIn }] = await Promise.all([
          groceryPieces.arrived(),
          groceryPieces.link(),
        ]);
        const lines = await listIn(hash);
        if (location.hash === hash) setCame({ items: lines && add(NOTHING, lines).list.items, Arrived });
      } catch {
        onMissing();
      }
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

/** With what shows the first thing that is read. */
async function loadReader() {
  const [reader] = await Promise.all([groceryPieces.reader(), groceryPieces.paper()]);
  return reader;
}

interface AddFormProps {
  input: React.RefObject<HTMLInputElement | null>;
  /** False where there was no room for all. */
  onAdd: (lines: NewGrocery[]) => boolean;
}

/** Its field has no name: without the script nothing of it is sent anywhere. */
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
    const lines = reader?.readLines(field.value);
    if (!lines) setProblem(MISSING);
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
          maxLength={LONGEST_TYPED}
          autoComplete="off"
          enterKeyHint="done"
          aria-invalid={problem !== ''}
          aria-describedby="falta-dica falta-erro"
          onFocus={() => void loadReader().catch(() => {})}
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
