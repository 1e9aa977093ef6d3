import { CircleAlert } from 'lucide-react';
import { type Control, type FieldPath, type FieldValues, useController, useWatch } from 'react-hook-form';
import { type Frame, isDecorative } from '../../../contract/image.ts';
import { type Common, FieldShell, useField } from './fields.tsx';

/** What a form says of its picture in words. */
export interface PictureValues {
  alt: string;
  decorative: boolean;
  /** A picture of the library, by its code, instead of a file. */
  image_from: string;
  /** How it is cut; null leaves it as it is. */
  image_frame: Frame | null;
}

/** What the fields start with. */
export const pictureValues = (alt: string | null | undefined): PictureValues => ({
  alt: alt ?? '',
  decorative: isDecorative(alt),
  image_from: '',
  image_frame: null,
});

interface Props<V extends FieldValues> {
  control: Control<V>;
  /** The field that brings the picture. */
  picture: FieldPath<V>;
  /** Whether one is stored. */
  stored: boolean;
  hint?: string;
}

/** The text of a form's picture. It is asked for, and a picture that only decorates is an answer too. */
export function AltTextField<V extends PictureValues & FieldValues>(props: Props<V>) {
  const { picture, stored, hint = 'Diga o que a imagem mostra a quem não vê.' } = props;
  const chosen: unknown = useWatch({ control: props.control, name: picture });
  // The field's name is known only without the form's other values.
  const control = props.control as unknown as Control<PictureValues>;
  const own: Common<PictureValues> = { control, name: 'alt', label: 'Texto alternativo (alt)', hint };
  const shell = useField(own, true);
  const { field: text } = useController({ control, name: 'alt' });
  const { field: decorative } = useController({ control, name: 'decorative' });
  const from = useWatch({ control, name: 'image_from' });
  const asks = (stored || Boolean(chosen) || from !== '') && !decorative.value && text.value.trim() === '';
  const asksId = `${shell.inputId}-asks`;
  return (
    <>
      <FieldShell shell={shell} field={own}>
        <input
          {...text}
          {...shell.aria}
          aria-describedby={[shell.aria['aria-describedby'], asks && asksId].filter(Boolean).join(' ')}
          type="text"
          autoComplete="off"
          className="input"
          readOnly={decorative.value}
        />
        <label className="check">
          <input
            type="checkbox"
            ref={decorative.ref}
            name="decorative"
            checked={decorative.value}
            onBlur={decorative.onBlur}
            onChange={({ target }) => decorative.onChange(target.checked)}
          />
          Só decorativa
        </label>
      </FieldShell>
      {asks && (
        <p className="field-ask" id={asksId}>
          <CircleAlert className="i" aria-hidden="true" />
          Falta dizer o que a imagem mostra. Uma frase basta, e dá para salvar sem ela.
        </p>
      )}
    </>
  );
}
