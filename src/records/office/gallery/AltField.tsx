import { type Ref, useState } from 'react';
import { MAX_ALT_LENGTH } from '../../../shared/files/image.ts';
import { FieldError } from '../form/fields.tsx';
import { charactersLeft } from '../form/formRules.ts';
import type { AltText } from './useAlts.ts';

/** Field of the alternative text of one picture, below it. */
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
  text: AltText;
  error: string | undefined;
  hint: string;
  onText: (text: AltText) => void;
  onBlur: () => void;
  ref: Ref<HTMLTextAreaElement> | undefined;
}) {
  const left = charactersLeft(text ? text.length : 0, MAX_ALT_LENGTH);
  /** Text to restore when the picture is no longer decorative. */
  const [typed, setTyped] = useState('');
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
        value={text || ''}
        readOnly={text === false}
        placeholder={text === false ? 'Só decorativa' : undefined}
        onChange={(event) => onText(event.target.value)}
        aria-invalid={error ? true : undefined}
        aria-describedby={[error && `${id}-error`, left && `${id}-left`, hint].filter(Boolean).join(' ')}
      />
      <FieldError id={`${id}-error`} text={error} />
      <p className="field-hint" id={`${id}-left`} hidden={!left}>
        {left}
      </p>
      <label className="check">
        <input
          type="checkbox"
          checked={text === false}
          onChange={({ target }) => {
            if (target.checked) setTyped(text || '');
            onText(target.checked ? false : typed);
          }}
        />
        <span>
          Só decorativa <span className="sr-only">{of}</span>
        </span>
      </label>
    </div>
  );
}
