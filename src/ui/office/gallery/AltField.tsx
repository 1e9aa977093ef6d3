import type { Ref } from 'react';
import { FieldError } from '../form/fields.tsx';
import { charactersLeft } from '../form/formRules.ts';
import { ALT_LENGTH } from './useAlts.ts';

/** The text of one picture, below it. */
export function AltField({
  id,
  of,
  text,
  error,
  hint,
  onText,
  ...input
}: {
  id: string;
  /** Names the picture: «da foto 2». */
  of: string;
  text: string;
  error: string | undefined;
  hint: string;
  onText: (text: string) => void;
  onBlur: () => void;
  ref: Ref<HTMLTextAreaElement> | undefined;
}) {
  const left = charactersLeft(text.length, ALT_LENGTH);
  return (
    <div className="gallery-alt">
      <label htmlFor={id}>
        Texto alternativo <span className="sr-only">{of}</span>
      </label>
      <textarea
        {...input}
        id={id}
        rows={2}
        className="input"
        value={text}
        onChange={(event) => onText(event.target.value)}
        aria-invalid={error ? true : undefined}
        aria-describedby={[error && `${id}-error`, left && `${id}-left`, hint].filter(Boolean).join(' ')}
      />
      <FieldError id={`${id}-error`} text={error} />
      <p className="field-hint" id={`${id}-left`} hidden={!left}>
        {left}
      </p>
    </div>
  );
}
