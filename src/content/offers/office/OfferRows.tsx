import { ArrowDown, Plus } from 'lucide';
import {
  type ClipboardEvent,
  type KeyboardEvent,
  type RefObject,
  useCallback,
  useEffect,
  useRef,
  useState,
} from 'react';
import { Button } from '../../../records/office/Button.tsx';
import { useGridFields } from '../../../records/office/form/useGridFields.ts';
import { Icon } from '../../../records/office/Icon.tsx';
import { useMedia } from '../../../records/office/useMedia.ts';
import { useUndoOffers } from '../../../records/office/useUndoOffers.ts';
import { todayOnDevice } from '../../../shared/dates.ts';
import { plural } from '../../../shared/text/plural.ts';
import {
  allRowProblems,
  isPriceCell,
  MAX_TYPED_ROWS,
  nextProblem,
  type OfferCell,
  type OfferRow,
  pastedText,
  pasteInto,
  rowsFromTable,
  rowsWithoutProposals,
  TYPED_COLUMNS,
  tableFromRows,
  withCellText,
  withProposed,
} from '../import/offerRows.ts';
import { cellName, NO_PROBLEMS, OfferTableRow, problemsOf } from './OfferTableRow.tsx';

let keys = 0;
const newKey = () => {
  keys += 1;
  return `row-${keys}`;
};
const today = () => todayOnDevice().split('-').reverse().join('/');
const filled = (rows: readonly OfferRow[]) => withProposed(rows, newKey, today());

const BEFORE_ALL: Place = { at: -1, column: -1 };

export const wrongRowsText = (count: number) => plural(count, 'linha com problema', 'linhas com problema');

/** Windows in which a row is one line below the heads of its columns (OfferRows.css). */
const SHEET = '(width >= 85em)';

/** Rows that the browser renders together. */
const GROUP = 20;

const LAST = TYPED_COLUMNS.length - 1;

/** Heads of columns that are too narrow for their labels. The cells have the whole label. */
const SHORT_HEADS: Readonly<Record<string, string>> = {
  card_price: 'Com o cartão',
  customer_limit: 'Limite',
};

export interface RowsCheck {
  /** Returns the number of wrong rows; shows the error of each wrong cell and focuses the first. */
  check: () => number;
}

/**
 * Renders offers as a grid of cells, as in a spreadsheet. `table` is the text table that the import reads.
 */
export function OfferRows({
  id,
  table,
  onTable,
  onReplace,
  checking,
}: {
  id: string;
  table: string;
  onTable: (table: string) => void;
  /** Called instead of `onTable` when typed rows are replaced, so that they can be restored. */
  onReplace: (table: string) => void;
  checking: RefObject<RowsCheck | null>;
}) {
  const [current, setCurrent] = useState(() => ({ table, rows: filled(rowsFromTable(table, newKey) ?? []) }));
  // A restored or discarded draft sets another table than the one rendered here.
  const rows = current.table === table ? current.rows : filled(rowsFromTable(table, newKey) ?? []);
  if (current.table !== table) setCurrent({ table, rows });
  const isSheet = useMedia(SHEET);
  const [said, setSaid] = useState('');
  /** Cells in which the last check found contradictions between rows; any change of a row discards them. */
  const [repeated, setRepeated] = useState<{ table: string; problems: ReturnType<typeof allRowProblems> }>();
  /** Whether wrong rows are counted: after a paste or a check, not while the first rows are typed. */
  const [counts, setCounts] = useState(false);
  const lastCell = useRef<Place>(BEFORE_ALL);
  const { ref, hasLeft, leave, leaveAll, focus: focusField } = useGridFields();
  const now = useRef(rows);
  useEffect(() => {
    now.current = rows;
  });
  const offers = useUndoOffers();

  const put = useCallback(
    (next: readonly OfferRow[], notify = onTable) => {
      const all = filled(next);
      const text = tableFromRows(all);
      now.current = all;
      setCurrent({ table: text, rows: all });
      notify(text);
    },
    [onTable],
  );
  const focus = useCallback((at: number, field: string) => focusField(cellName(at, field)), [focusField]);
  checking.current = {
    check: () => {
      leaveAll();
      const problems = allRowProblems(rows);
      setRepeated({ table, problems });
      const first = nextProblem(rows, ({ key }) => problems.get(key) ?? NO_PROBLEMS, BEFORE_ALL);
      if (first) focus(first.at, first.field);
      setCounts(true);
      return rows.filter(({ key }) => problems.get(key)?.size).length;
    },
  };

  // Undefined for right rows too, so that the next key does not render all of them again.
  const repeatedIn = ({ key }: OfferRow) => {
    const problems = repeated?.table === table ? repeated.problems.get(key) : undefined;
    return problems?.size ? problems : undefined;
  };
  const problemsNow = (row: OfferRow) => repeatedIn(row) ?? problemsOf(row);
  /** Fields of a row whose problems the user sees, as one text, so that unchanged rows are not rendered again. */
  const problemsShownIn = (row: OfferRow) =>
    [...problemsNow(row).keys()].filter((field) => hasLeft(`${row.key} ${field}`)).join(' ');
  const wrong = counts ? rows.filter((row) => problemsNow(row).size > 0) : [];
  const goToNext = () => {
    const next = nextProblem(rows, problemsNow, lastCell.current);
    if (!next) return;
    // Cells that the user has not left yet show their problem too.
    leave(`${rows[next.at]?.key} ${next.field}`);
    focus(next.at, next.field);
  };

  const type = useCallback(
    (at: number, field: OfferCell, text: string) =>
      put(now.current.map((row, index) => (index === at ? withCellText(row, field, text) : row))),
    [put],
  );
  const remove = useCallback(
    (at: number) => {
      const removed = now.current[at];
      if (!removed) return;
      put(now.current.toSpliced(at, 1));
      // Rows typed since stay.
      offers.undo('Linha tirada', 'Ela não entra quando você salvar.', () =>
        put(now.current.toSpliced(at, 0, removed)),
      );
      requestAnimationFrame(() => focus(Math.min(at, now.current.length - 1), 'product'));
    },
    [put, focus, offers],
  );
  const paste = (event: ClipboardEvent<HTMLElement>) => {
    const cell = cellOf(event.target);
    const text = event.clipboardData.getData('text/plain');
    const next = cell && pasteInto(rows, cell, text, newKey);
    if (!next) {
      const field = cell && TYPED_COLUMNS[cell.column]?.field;
      const input = event.target;
      if (!field || !(input instanceof HTMLInputElement) || pastedText(field, text) === text) return;
      event.preventDefault();
      const { selectionStart, selectionEnd, value } = input;
      input.setRangeText(
        pastedText(field, text),
        selectionStart ?? value.length,
        selectionEnd ?? value.length,
        'end',
      );
      type(cell.at, field, input.value);
      return;
    }
    event.preventDefault();
    if (next === 'too many') {
      setSaid(`Cabem ${MAX_TYPED_ROWS} linhas aqui. Para mais, use «Colar texto ou CSV».`);
      return;
    }
    const isReplacing = rowsWithoutProposals(rows).some((row) => !next.includes(row));
    put(next, isReplacing ? onReplace : onTable);
    const pasted = rowsWithoutProposals(next);
    for (const row of pasted) for (const field of problemsOf(row).keys()) leave(`${row.key} ${field}`);
    setRepeated({ table: tableFromRows(next), problems: allRowProblems(next) });
    setCounts(true);
    lastCell.current = BEFORE_ALL;
    const count = pasted.length;
    setSaid(`Colado. ${count === 1 ? 'Há 1 oferta na tabela.' : `Há ${count} ofertas na tabela.`}`);
  };
  const move = (event: KeyboardEvent<HTMLElement>) => {
    const cell = cellOf(event.target);
    const to = cell && nextCell(event, cell);
    if (!to) return;
    event.preventDefault();
    focus(to.at, TYPED_COLUMNS[to.column]?.field ?? '');
  };

  return (
    <div className="offer-rows">
      <p className="field-hint" id={`${id}-how`}>
        Enter desce, as setas andam, Tab vai à próxima célula. Uma linha nova aparece automaticamente; dá para
        colar um bloco da planilha em qualquer célula.
      </p>
      <div className="offer-rows-head" aria-hidden="true">
        {TYPED_COLUMNS.map(({ field, label }) => (
          <span key={field} data-price={isPriceCell(field) || undefined}>
            {SHORT_HEADS[field] ?? label}
          </span>
        ))}
      </div>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: handles keys and pastes of the cells within */}
      <div
        id={id}
        tabIndex={-1}
        ref={ref}
        onPaste={paste}
        onKeyDown={move}
        onFocus={({ target }) => {
          lastCell.current = cellOf(target) ?? lastCell.current;
        }}
        aria-describedby={`${id}-how`}
      >
        {Array.from({ length: Math.ceil(rows.length / GROUP) }, (_, group) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a group is a place, not a thing
          <div className="offer-group" key={group}>
            {rows.slice(group * GROUP, (group + 1) * GROUP).map((row, place) => (
              <OfferTableRow
                key={row.key}
                row={row}
                at={group * GROUP + place}
                isSheet={isSheet}
                shown={problemsShownIn(row)}
                repeated={repeatedIn(row)}
                onType={type}
                onLeave={leave}
                onRemove={remove}
              />
            ))}
          </div>
        ))}
      </div>
      <div className="offer-rows-tools">
        <Button
          variant="line"
          small
          icon={<Icon of={Plus} />}
          onClick={() => focus(rows.length - 1, 'product')}
        >
          Ir para a linha nova
        </Button>
        {wrong.length > 0 && (
          <Button variant="line" small icon={<Icon of={ArrowDown} />} onClick={goToNext}>
            Ir para o próximo erro
          </Button>
        )}
        <p role="status">
          {[said, wrong.length > 0 && `${wrongRowsText(wrong.length)}.`].filter(Boolean).join(' ')}
        </p>
      </div>
    </div>
  );
}

interface Place {
  at: number;
  column: number;
}

function cellOf(target: EventTarget): Place | null {
  const [, at = '', field = ''] =
    /^offers\.(\d+)\.(\w+)$/.exec((target as HTMLInputElement).name ?? '') ?? [];
  const column = TYPED_COLUMNS.findIndex((known) => known.field === field);
  return column < 0 ? null : { at: Number(at), column };
}

/**
 * Returns the cell that a key moves to, as in a spreadsheet: up, down and Enter within a column, sideways
 * from the edge of a text; from the last cell to the next row.
 */
function nextCell(event: KeyboardEvent<HTMLElement>, { at, column }: Place): Place | null {
  const { key, target } = event;
  if (event.altKey || event.ctrlKey || event.metaKey || event.nativeEvent.isComposing) return null;
  if (key === 'Enter') {
    if (event.shiftKey) return { at: at - 1, column };
    return column === LAST ? { at: at + 1, column: 0 } : { at: at + 1, column };
  }
  // A select uses the arrow keys itself.
  if (event.shiftKey || !(target instanceof HTMLInputElement)) return null;
  const { selectionStart: start, selectionEnd: end, value } = target;
  const isAll = start === 0 && end === value.length;
  if (key === 'ArrowUp') return { at: at - 1, column };
  if (key === 'ArrowDown') return { at: at + 1, column };
  if (key === 'ArrowLeft' && (isAll || (start === 0 && end === 0)) && column > 0)
    return { at, column: column - 1 };
  if (key === 'ArrowRight' && (isAll || (start === value.length && end === start)) && column < LAST)
    return { at, column: column + 1 };
  return null;
}
