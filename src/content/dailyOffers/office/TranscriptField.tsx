import { ChevronDown } from 'lucide';
import { useRef, useState } from 'react';
import { type Control, type FieldPath, type FieldValues, useController } from 'react-hook-form';
import { FieldError, useField } from '../../../records/office/form/fields.tsx';
import { charactersLeft } from '../../../records/office/form/formRules.ts';
import { Icon } from '../../../records/office/Icon.tsx';
import { useUndoOffers } from '../../../records/office/useUndoOffers.ts';
import { MAX_TRANSCRIPT_LENGTH } from '../dailyBooklet.contract.ts';
import { lineCountText } from '../dailyOfferItems.ts';
import { PdfTextImport } from './PdfTexts.tsx';

const LABEL = 'Texto da imagem';

interface Words {
  id: string;
  /** Suffix that names the picture among several: «da foto 2». */
  of?: string;
  text: string;
  error: string | undefined;
  onText: (text: string) => void;
  onBlur: () => void;
}

/** Renders the field of a transcript, collapsed behind its number of lines to keep the form short. */
export function TranscriptInput({ id, of, text, error, onText, onBlur }: Words) {
  const [wanted, setWanted] = useState(false);
  const offers = useUndoOffers();
  const area = useRef<HTMLTextAreaElement>(null);
  const left = charactersLeft(text.length, MAX_TRANSCRIPT_LENGTH);
  return (
    <details
      className="leaflet-words"
      // An invalid field is always visible.
      open={wanted || error !== undefined}
      onToggle={(event) => setWanted(event.currentTarget.open)}
    >
      <summary>
        <Icon of={ChevronDown} />
        {LABEL}
        {of && <span className="sr-only"> {of}</span>}
        <span className="field-optional">{text ? lineCountText(text) : 'opcional'}</span>
      </summary>
      <div className="field" data-invalid={error ? true : undefined}>
        <textarea
          ref={area}
          id={id}
          rows={8}
          className="input"
          value={text}
          onChange={(event) => onText(event.target.value)}
          onBlur={onBlur}
          aria-label={of ? `${LABEL} ${of}` : LABEL}
          aria-invalid={error ? true : undefined}
          aria-describedby={[error && `${id}-error`, `${id}-hint`, left && `${id}-left`]
            .filter(Boolean)
            .join(' ')}
        />
        <FieldError id={`${id}-error`} text={error} />
        <p className="field-hint" id={`${id}-hint`}>
          Uma oferta por linha, com o preço: «Tomate italiano, R$ 4,99 o quilo». No site, fica em “Ler em
          texto”, para quem não lê a imagem.
        </p>
        <PdfTextImport
          of={of}
          onText={(proposed) => {
            onText(proposed);
            area.current?.focus();
            if (text.trim() !== '') offers.done('Texto trocado', 'Confira os preços.', () => onText(text));
          }}
        />
        <p className="field-hint" id={`${id}-left`} hidden={!left}>
          {left}
        </p>
      </div>
    </details>
  );
}

/** Renders the same as a field of a form. */
export function TranscriptField<V extends FieldValues>({
  control,
  name,
}: {
  control: Control<V>;
  name: FieldPath<V>;
}) {
  const { inputId, error } = useField({ control, name, label: LABEL }, false);
  const { field } = useController({ control, name });
  return (
    <TranscriptInput
      id={inputId}
      text={field.value}
      error={error}
      onText={field.onChange}
      onBlur={field.onBlur}
    />
  );
}
