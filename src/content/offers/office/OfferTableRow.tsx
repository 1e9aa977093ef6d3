import { Trash2 } from 'lucide';
import { memo, useId } from 'react';
import { FieldError } from '../../../records/office/form/fields.tsx';
import { OUTSIDE_FORM } from '../../../records/office/form/useGridFields.ts';
import { Icon } from '../../../records/office/Icon.tsx';
import { DEPARTMENTS, UNITS } from '../../pricing/offer.types.ts';
import {
  isPriceCell,
  type OfferCell,
  type OfferRow,
  rowProblems,
  TYPED_COLUMNS,
} from '../import/offerRows.ts';

const CHOICES: Partial<Record<OfferCell, [string, string][]>> = {
  unit: Object.entries(UNITS),
  department: Object.entries(DEPARTMENTS),
};
const KEYBOARDS: Partial<Record<OfferCell, 'decimal' | 'numeric'>> = {
  ...{ size: 'decimal', price: 'decimal', former_price: 'decimal', card_price: 'decimal' },
  customer_limit: 'numeric',
};

/** Returns the name of a cell's field: `offers.3.price`. */
export const cellName = (at: number, field: string) => `offers.${at}.${field}`;

export type RowProblems = ReturnType<typeof rowProblems>;
export const NO_PROBLEMS: RowProblems = new Map();

/** Problems of rows, which never change: a row that is typed into is replaced. */
const found = new WeakMap<OfferRow, RowProblems>();

export function problemsOf(row: OfferRow): RowProblems {
  if (row.isProposed) return NO_PROBLEMS;
  const known = found.get(row) ?? rowProblems(row);
  found.set(row, known);
  return known;
}

interface CellEvents {
  onType: (at: number, field: OfferCell, text: string) => void;
  onLeave: (cell: string) => void;
}

interface RowProps extends CellEvents {
  row: OfferRow;
  at: number;
  /** Whether the columns have heads, so that the cells need no visible labels. */
  isSheet: boolean;
  /** Fields whose problems the user sees. */
  shown: string;
  /** Contradictions with other rows that the last check found. */
  repeated: RowProblems | undefined;
  onRemove: (at: number) => void;
}

/** Row of the table of offers: a line of cells, or a group of labelled fields in a narrow window. */
export const OfferTableRow = memo(function OfferTableRow(props: RowProps) {
  const { row, at, isSheet, shown, repeated, onType, onLeave, onRemove } = props;
  const id = useId();
  const { key, cells, isProposed } = row;
  const problems = repeated ?? problemsOf(row);
  const product = cells.product?.trim();
  return (
    <fieldset
      className="offer-row"
      data-number={at + 1}
      data-proposed={isProposed || undefined}
      aria-label={`Linha ${at + 1}${product ? `: ${product}` : ''}`}
    >
      {TYPED_COLUMNS.map(({ field, label }) => (
        <Cell
          key={field}
          id={`${id}-${field}`}
          row={key}
          at={at}
          field={field}
          label={label}
          isSheet={isSheet}
          text={cells[field] ?? ''}
          problem={shown.split(' ').includes(field) ? problems.get(field) : undefined}
          onType={onType}
          onLeave={onLeave}
        />
      ))}
      <button
        type="button"
        className="icon-btn"
        title="Tirar a linha"
        aria-label={`Tirar ${product || `a linha ${at + 1}`}`}
        hidden={isProposed}
        onClick={() => onRemove(at)}
      >
        <Icon of={Trash2} />
      </button>
    </fieldset>
  );
});

interface CellProps extends CellEvents {
  id: string;
  /** Key of the row. */
  row: string;
  at: number;
  field: OfferCell;
  label: string;
  isSheet: boolean;
  text: string;
  problem: string | undefined;
}

/** Rendered only when its own text or problem changes: a key in one cell costs nothing in the others. */
const Cell = memo(function Cell(props: CellProps) {
  const { id, row, at, field, label, isSheet, text, problem, onType, onLeave } = props;
  const choices = CHOICES[field];
  const shared = {
    ...OUTSIDE_FORM,
    id,
    name: cellName(at, field),
    className: 'input',
    'aria-label': isSheet ? label : undefined,
    'aria-invalid': problem ? (true as const) : undefined,
    'aria-describedby': problem ? `${id}-error` : undefined,
    value: text,
    onBlur: () => onLeave(`${row} ${field}`),
    onChange: ({ target }: { target: { value: string } }) => onType(at, field, target.value),
  };
  return (
    <div className="field" data-cell={field} data-price={isPriceCell(field) || undefined}>
      {!isSheet && (
        <label className="field-label" htmlFor={id}>
          {label}
        </label>
      )}
      {choices ? (
        <select {...shared}>
          <option value="">Escolha</option>
          {text !== '' && !choices.some(([value]) => value === text) && <option value={text}>{text}</option>}
          {choices.map(([value, words]) => (
            <option key={value} value={value}>
              {words}
            </option>
          ))}
        </select>
      ) : (
        <input
          {...shared}
          type="text"
          autoComplete="off"
          spellCheck={field === 'product' || field === 'brand'}
          inputMode={KEYBOARDS[field]}
          enterKeyHint="next"
          placeholder={field === 'valid_from' || field === 'valid_until' ? 'dd/mm/aaaa' : undefined}
        />
      )}
      <FieldError id={`${id}-error`} text={problem} />
    </div>
  );
});
