import { type Control, type FieldValues, useController } from 'react-hook-form';
import { type Frame, type GalleryPlace, imageAlt, isDecorative } from '../../../contract/image.ts';
import { type Common, useField } from '../form/fields.tsx';

/** `false` says that the picture is only decorative. */
export type AltText = string | false;

/** What the field of a stored picture starts with. */
export const altTextOf = (alt: string | null): AltText => (isDecorative(alt) ? false : (alt ?? ''));

/** What a form holds of a gallery's pictures, beside the files that were chosen. */
export interface GalleryValues {
  /** Codes of pictures of the library, behind the chosen files. */
  gallery_from: string[];
  /** Uuids of stored pictures that the next save removes. */
  gallery_remove: string[];
  /** Empty in the usual order. */
  gallery_order: GalleryPlace[];
  /** Of stored pictures, by uuid: those that are to be cut otherwise. */
  gallery_frames: Record<string, Frame>;
  /** Of new pictures, in their order; there may be fewer. */
  new_gallery_frames: (Frame | null)[];
  /** Of stored pictures, by uuid: those that differ from what is stored. */
  gallery_alts: Record<string, AltText>;
  /** Of new pictures, in their order; there may be fewer. */
  new_gallery_alts: AltText[];
}

type AltName = 'gallery_alts' | 'new_gallery_alts';

const ALT = imageAlt();

const problemOf = (text: AltText) => ALT.safeParse(text || '').error?.issues[0]?.message;

/** One of the things that a form holds of a gallery. */
export function useGalleryValue<V extends GalleryValues & FieldValues, N extends keyof GalleryValues>(
  props: Common<V>,
  name: N,
  label: string,
) {
  // The field's name is known only without the form's other values.
  const control = props.control as unknown as Control<GalleryValues>;
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

/** One of the two groups of texts: what it holds, and how it fits the form. */
export function useAlts<V extends GalleryValues & FieldValues, N extends AltName>(
  props: Common<V>,
  name: N,
  label: string,
) {
  const { error, inputId, field, ...held } = useGalleryValue(props, name, label);
  return {
    ...held,
    /** What is wrong where it is none of `texts` itself. */
    errorBesides: (texts: readonly AltText[]) => (texts.some(problemOf) ? undefined : error),
    /** What the field of one of `texts` gets; the form's focus goes to the first that is wrong. */
    fieldOf: (texts: readonly AltText[], index: number) => ({
      id: `${inputId}-${index}`,
      text: texts[index] ?? '',
      error: error && problemOf(texts[index] ?? ''),
      onBlur: field.onBlur,
      ref: index === (error ? Math.max(0, texts.findIndex(problemOf)) : 0) ? field.ref : undefined,
    }),
  };
}
