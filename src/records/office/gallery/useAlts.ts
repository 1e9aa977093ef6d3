import { type FieldValues, useController } from 'react-hook-form';
import { type GalleryPlace, imageAlt, isDecorative, type PictureFrame } from '../../../shared/files/image.ts';
import { type FieldProps, formPart, useField } from '../form/fields.tsx';

/** Alternative text; `false` marks a decorative picture. */
export type AltText = string | false;

/** Returns the initial field value for a stored text. */
export const altTextOf = (alt: string | null): AltText => (isDecorative(alt) ? false : (alt ?? ''));

/** Form values of a gallery, besides the chosen files. */
export interface GalleryValues {
  /** Uuids of library pictures, ordered after the chosen files. */
  gallery_from: string[];
  /** Uuids of stored pictures that the next save removes. */
  gallery_remove: string[];
  /** Empty for the default order. */
  gallery_order: GalleryPlace[];
  /** Changed crops of stored pictures, by uuid. */
  gallery_frames: Record<string, PictureFrame>;
  /** Crops of new pictures, by index; may be shorter. */
  new_gallery_frames: (PictureFrame | null)[];
  /** Changed texts of stored pictures, by uuid. */
  gallery_alts: Record<string, AltText>;
  /** Texts of new pictures, by index; may be shorter. */
  new_gallery_alts: AltText[];
}

type AltName = 'gallery_alts' | 'new_gallery_alts';

const ALT = imageAlt();

const problemOf = (text: AltText) => ALT.safeParse(text || '').error?.issues[0]?.message;

/** Returns one of the gallery's form values, with its error. */
export function useGalleryValue<V extends GalleryValues & FieldValues, N extends keyof GalleryValues>(
  props: FieldProps<V>,
  name: N,
  label: string,
) {
  const control = formPart<GalleryValues, V>(props.control);
  const { error, inputId } = useField({ control, name, label }, false);
  const { field } = useController({ control, name });
  return {
    value: field.value as GalleryValues[N],
    onChange: (value: GalleryValues[N]) => field.onChange(value),
    error,
    errorId: `${inputId}-error`,
    inputId,
    field,
  };
}

/** Returns the texts of stored or new pictures, with the props of their fields. */
export function useAlts<V extends GalleryValues & FieldValues, N extends AltName>(
  props: FieldProps<V>,
  name: N,
  label: string,
) {
  const { error, inputId, field, ...base } = useGalleryValue(props, name, label);
  return {
    ...base,
    /** Returns the group's error if none of `texts` is invalid itself. */
    errorBesides: (texts: readonly AltText[]) => (texts.some(problemOf) ? undefined : error),
    /** Returns the props of one text field; the form focuses the first invalid one. */
    fieldOf: (texts: readonly AltText[], index: number) => ({
      id: `${inputId}-${index}`,
      text: texts[index] ?? '',
      error: error && problemOf(texts[index] ?? ''),
      onBlur: field.onBlur,
      ref: index === (error ? Math.max(0, texts.findIndex(problemOf)) : 0) ? field.ref : undefined,
    }),
  };
}
