import { type Control, type FieldValues, useController } from 'react-hook-form';
import { imageAlt, isDecorative } from '../../../contract/image.ts';
import { type Common, useField } from '../form/fields.tsx';

/** `false` says that the picture is only decorative. */
export type AltText = string | false;

/** What the field of a stored picture starts with. */
export const altTextOf = (alt: string | null): AltText => (isDecorative(alt) ? false : (alt ?? ''));

/** The texts of a gallery's pictures, as a form holds them. */
export interface GalleryAltValues {
  /** Of stored pictures, by uuid: those that differ from what is stored. */
  gallery_alts: Record<string, AltText>;
  /** Of new pictures, in their order; there may be fewer. */
  new_gallery_alts: AltText[];
}

const ALT = imageAlt();

const problemOf = (text: AltText) => ALT.safeParse(text || '').error?.issues[0]?.message;

/** One of the two groups of texts: what it holds, and how it fits the form. */
export function useAlts<V extends GalleryAltValues & FieldValues, N extends keyof GalleryAltValues>(
  props: Common<V>,
  name: N,
  label: string,
) {
  // The field's name is known only without the form's other values.
  const control = props.control as unknown as Control<GalleryAltValues>;
  const { error, inputId } = useField({ control, name, label }, false);
  const { field } = useController({ control, name });
  return {
    value: field.value as GalleryAltValues[N],
    onChange: (value: GalleryAltValues[N]) => field.onChange(value),
    errorId: `${inputId}-error`,
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
