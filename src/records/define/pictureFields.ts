import { z } from 'zod';
import {
  type GalleryImage,
  galleryFields,
  galleryFiles,
  galleryImage,
  type ImageFile,
  imageFile,
  imageRemove,
  pictureFields,
} from '../../shared/files/image.ts';
import { type FieldFacts, type Fields, plainField } from './fields.ts';

// A record with a picture has both fields. Forms send its file as `image`, or as `sentAs` of the picture says.

const { alt: altInput, ...pictureInputs } = pictureFields;

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

/** Returns the record's picture, which may be missing. A new record needs one. */
export const optionalPictureField = <const F extends Pick<FieldFacts, 'public'>>(facts: F) => ({
  ...pictureField(facts),
  output: imageFile.nullable(),
  isOptional: true as const,
  present: (_: number | null, row: object) => (row as { file: ImageFile | null }).file,
});

/** Returns the record's picture, which forms may leave out and remove. */
export const removablePictureField = <const F extends Pick<FieldFacts, 'public'>>(facts: F) => ({
  ...optionalPictureField(facts),
  isRemovable: true as const,
  moreInputs: { image_remove: imageRemove },
});

/**
 * Returns the further pictures of a record. The name of the field is their table, where `owner` is the column
 * with the id of the record. Forms send new ones as `files`.
 */
export const galleryField = <
  const F extends Pick<FieldFacts, 'public'> & { as: string },
  const G extends { owner: string; files: string },
>(
  facts: F,
  gallery: G,
) => ({
  label: 'Fotos',
  ...facts,
  gallery,
  computed: true as const,
  moreInputs: galleryFields.shape,
  output: z.array(galleryImage),
  kind: 'pictures' as const,
  folded: false as const,
  present: (_: unknown, row: object) => (row as { gallery: GalleryImage[] }).gallery,
  /** Returns the pictures in a response. */
  imagesOf: (value: GalleryImage[]): readonly GalleryImage[] => value,
  text: () => null,
  shown: () => null,
});

/** Returns the gallery of a record; undefined if it has none. */
export function galleryOf(fields: Fields) {
  for (const [images, { gallery }] of Object.entries(fields)) if (gallery) return { images, ...gallery };
  return undefined;
}

/** Returns the name of the picture's file in forms. */
export const pictureFileName = ({ file_id }: Fields) => file_id?.sentAs ?? 'image';

/** A new record needs a required file, unless it takes a picture of the library. */
interface PictureFile<R extends boolean> {
  kind: 'image';
  required: R;
  multiple: false;
  or: 'image_from';
}

type FilesOf<F extends Fields> = {
  [K in keyof F as F[K] extends { kind: 'picture' }
    ? F[K] extends { sentAs: infer N extends string }
      ? N
      : 'image'
    : never]: PictureFile<F[K] extends { isRemovable: true } ? false : true>;
} & {
  [K in keyof F as F[K] extends { gallery: { files: infer N extends string } }
    ? N
    : never]: typeof galleryFiles;
};

/** Returns the file fields of a form. */
export function formFilesOf<F extends Fields>(fields: F) {
  const gallery = galleryOf(fields);
  const required = !fields.file_id?.isRemovable;
  return {
    [pictureFileName(fields)]: { kind: 'image', required, multiple: false, or: 'image_from' },
    ...(gallery && { [gallery.files]: galleryFiles }),
  } as FilesOf<F>;
}
