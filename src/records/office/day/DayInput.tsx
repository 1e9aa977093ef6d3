import { CalendarDays } from 'lucide';
import { type AriaAttributes, lazy, type Ref, Suspense, useRef, useState } from 'react';
import { caretAfter, type Mask } from '../../../shared/text/masks.ts';
import { Icon } from '../Icon.tsx';
import { completeDay, completeTime, formatDay, maskDay, maskTime, parseDay } from './dayText.ts';

// Native date and time inputs use the browser's language. These are always in Portuguese.

// Loaded when the calendar is opened.
const DayPopup = lazy(() => import('./DayPopup.tsx'));

interface Props
  extends Pick<
    AriaAttributes,
    'aria-invalid' | 'aria-describedby' | 'aria-required' | 'aria-label' | 'aria-labelledby'
  > {
  id?: string;
  name?: string;
  readOnly?: boolean;
  enterKeyHint?: 'done';
  /** Value in the contract's format; incomplete text unchanged. */
  value: string;
  onChange: (value: string) => void;
  onBlur?: () => void;
  ref?: Ref<HTMLInputElement>;
}

const DIGITS: Mask = { noise: /\D/g, patterns: [] };

/** Applies `mask` to the typed text, and keeps the caret behind the same digit. */
function maskTyped(input: HTMLInputElement, mask: (text: string) => string): string {
  const { value, selectionStart } = input;
  const shown = mask(value);
  if (shown !== value) {
    const isAtEnd = selectionStart === value.length;
    const caret = isAtEnd ? shown.length : caretAfter(DIGITS, value.slice(0, selectionStart ?? 0), shown);
    input.value = shown;
    input.setSelectionRange(caret, caret);
  }
  return shown;
}

/** Input of a day, `dd/mm/aaaa`: typed, pasted, or chosen in a calendar. */
export function DayInput({
  value,
  onChange,
  onBlur,
  label,
  min,
  max,
  ref,
  ...input
}: Props & {
  /** Label of the field, for the calendar button. */
  label: string;
  /** First and last selectable day, `YYYY-MM-DD`. */
  min?: string | undefined;
  max?: string | undefined;
}) {
  const [open, setOpen] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  return (
    <div className="day-input" ref={box}>
      <input
        {...input}
        ref={ref}
        type="text"
        className="input"
        inputMode="numeric"
        autoComplete="off"
        placeholder="dd/mm/aaaa"
        value={formatDay(value)}
        onChange={({ currentTarget }) => onChange(parseDay(maskTyped(currentTarget, maskDay)))}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown' || !event.altKey) return;
          event.preventDefault();
          setOpen(true);
        }}
        onBlur={({ currentTarget }) => {
          const whole = completeDay(currentTarget.value);
          if (whole !== currentTarget.value) onChange(whole);
          onBlur?.();
        }}
      />
      <button
        type="button"
        className="icon-btn"
        aria-label="Abrir o calendário"
        aria-description={label}
        aria-haspopup="dialog"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
      >
        <Icon of={CalendarDays} />
      </button>
      {open && (
        <Suspense>
          <DayPopup
            anchor={box}
            label={label}
            value={value}
            min={min}
            max={max}
            onChoose={(day) => {
              onChange(day);
              setOpen(false);
            }}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      )}
    </div>
  );
}

/** Input of a time of day, `hh:mm`, 24 hours. */
export function TimeInput({ value, onChange, onBlur, ref, ...input }: Props) {
  return (
    <input
      {...input}
      ref={ref}
      type="text"
      className="input time-input"
      inputMode="numeric"
      autoComplete="off"
      placeholder="hh:mm"
      value={value}
      onChange={({ currentTarget }) => onChange(maskTyped(currentTarget, maskTime))}
      onBlur={({ currentTarget }) => {
        const whole = completeTime(currentTarget.value);
        if (whole !== currentTarget.value) onChange(whole);
        onBlur?.();
      }}
    />
  );
}
