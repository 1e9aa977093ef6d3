import { memo } from 'react';
import { OUTSIDE_FORM } from '../../../records/office/form/useGridFields.ts';
import { tidyTimes } from '../screening.rules.ts';

export interface CellProps {
  at: number;
  day: number;
  id: string;
  name: string;
  /** Accessible name; the column's head shows the day. */
  label: string;
  text: string;
  errorId: string | undefined;
  /** Price of this cell alone. */
  price: string | undefined;
  isPast: boolean;
  isSpecial: boolean;
  /** Whether the site hides a session, because the cinema is closed then. */
  isOutside: boolean;
  onTimes: (at: number, day: number, text: string) => void;
  /** Called when the user leaves the cell. */
  onLeave: (key: string) => void;
  leaveKey: string;
}

/** Renders the start times of one row on one day. Memoized: a key renders one cell, whatever their number. */
export const WeekCell = memo(function WeekCell(props: CellProps) {
  const { at, day, id, name, label, text, errorId, price, isPast, isSpecial, isOutside } = props;
  const described = [errorId, price && `${id}-price`, isOutside && `${id}-outside`].filter(Boolean).join(' ');
  return (
    <div
      className="week-cell"
      data-day={day}
      data-past={isPast || undefined}
      data-special={isSpecial || undefined}
    >
      <textarea
        {...OUTSIDE_FORM}
        id={id}
        name={name}
        rows={1}
        className="input"
        aria-label={label}
        aria-invalid={errorId ? true : undefined}
        aria-describedby={described || undefined}
        autoComplete="off"
        autoCorrect="off"
        spellCheck={false}
        enterKeyHint="next"
        value={text}
        onChange={(event) => props.onTimes(at, day, event.target.value)}
        onBlur={() => {
          const tidied = tidyTimes(text);
          if (tidied !== text) props.onTimes(at, day, tidied);
          props.onLeave(props.leaveKey);
        }}
      />
      {price && (
        <p className="week-cell-price" id={`${id}-price`}>
          {price}
        </p>
      )}
      {isOutside && (
        <p className="week-outside" id={`${id}-outside`}>
          Não aparece no site.
        </p>
      )}
    </div>
  );
});
