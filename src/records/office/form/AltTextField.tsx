import { CircleAlert } from 'lucide';
import { type Control, type FieldPath, type FieldValues, useController, useWatch } from 'react-hook-form';
import { isDecorative, type PictureFrame } from '../../../shared/files/image.ts';
import { Icon } from '../Icon.tsx';
import { type FieldProps, FieldShell, formPart, useField } from './fields.tsx';

/** Form values of a picture and its alternative text. */
export interface PictureValues {
  alt: string;
  decorative: boolean;
  /** Uuid of a library picture that is used instead of an uploaded file. */
  image_from: string;
  /** New crop and focal point; null keeps the current ones. */
  image_frame: PictureFrame | null;
}

/** Returns the initial form values for a stored alternative text. */
export const pictureValues = (alt: string | null | undefined): PictureValues => ({
  alt: alt ?? '',
  decorative: isDecorative(alt),
  image_from: '',
  image_frame: null,
});

interface Props<V extends FieldValues> {
  control: Control<V>;
  /** Field of the picture file. */
  picture: FieldPath<V>;
  /** Whether a picture is stored. */
  stored: boolean;
  hint?: string;
}

/** Field of the alternative text. It requests a text, or the statement that the picture is decorative. */
export function AltTextField<V extends PictureValues & FieldValues>(props: Props<V>) {
  const { picture, stored, hint = 'Diga o que a imagem mostra a quem não vê.' } = props;
  const chosen: unknown = useWatch({ control: props.control, name: picture });
  const control = formPart<PictureValues, V>(props.control);
  const own: FieldProps<PictureValues> = { control, name: 'alt', label: 'Texto alternativo (alt)', hint };
  const shell = useField(own, true);
  const { field: text } = useController({ control, name: 'alt' });
  const { field: decorative } = useController({ control, name: 'decorative' });
  const libraryUuid = useWatch({ control, name: 'image_from' });
  const isMissing =
    (stored || Boolean(chosen) || libraryUuid !== '') && !decorative.value && text.value.trim() === '';
  const missingId = `${shell.inputId}-asks`;
  return (
    <>
      <FieldShell shell={shell} field={own}>
        <input
          {...text}
          {...shell.aria}
          aria-describedby={[shell.aria['aria-describedby'], isMissing && missingId]
            .filter(Boolean)
            .join(' ')}
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
      {isMissing && (
        <p className="field-ask" id={missingId}>
          <Icon of={CircleAlert} />
          Falta dizer o que a imagem mostra. Uma frase basta, e dá para salvar sem ela.
        </p>
      )}
    </>
  );
}
