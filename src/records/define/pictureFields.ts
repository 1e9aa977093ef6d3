import { z } from 'zod';
import { type ImageFile, imageFile, pictureFields } from '../../contract/image.ts';
import { type FieldFacts, plainField } from './fields.ts';

// A record with a picture has both fields. Forms send its file as `image`.

const { alt: altInput, ...pictureInputs } = pictureFields;

/** File of a form. A new record needs it, unless it takes a picture of the library. */
export const pictureFiles = {
  image: { kind: 'image', required: true, multiple: false, or: 'image_from' },
} as const;

/** Returns the alternative text of the record's picture, the column `alt`. */
export const altField = <const F extends Omit<FieldFacts, 'label'>>(facts: F) => ({
  ...plainField({ label: 'Texto alternativo (alt)', ...facts }, altInput, z.string().nullable(), true),
  kind: 'alt' as const,
  moreInputs: pictureInputs,
});

/** Returns the record's picture, the column `file_id`. */
export const pictureField = <const F extends Pick<FieldFacts, 'public'>>(facts: F) => ({
  label: 'Imagem',
  ...facts,
  as: 'file' as const,
  output: imageFile,
  kind: 'picture' as const,
  folded: false as const,
  present: (_: number, row: object) => (row as { file: ImageFile }).file,
  text: () => null,
  shown: () => null,
});
