import type { Control, FieldValues } from 'react-hook-form';
import type { ImageFile } from '../../../shared/files/image.ts';
import { AltTextField, type PictureValues, pictureValues } from './AltTextField.tsx';
import { FileField } from './FileField.tsx';
import { formPart } from './fields.tsx';

/** Form values of a record's only picture. */
interface CoverValues extends PictureValues {
  /** The new picture; null keeps the stored one. */
  image: File | null;
}

/** Returns the initial form values for a stored alternative text. */
export const coverValues = (alt: string | null | undefined): CoverValues => ({
  ...pictureValues(alt),
  image: null,
});

interface Props<V extends FieldValues> {
  control: Control<V>;
  /** The stored picture. */
  current: ImageFile | null | undefined;
  /** Recommended file: «JPG ou PNG, de preferência 1440 × 600.» */
  advice: string;
}

/** Fields of a record's only picture and of its alternative text. */
export function CoverFields<V extends CoverValues & FieldValues>({ current, advice, ...form }: Props<V>) {
  const control = formPart<CoverValues, V>(form.control);
  return (
    <>
      <FileField control={control} name="image" label="Imagem" current={current} advice={advice} />
      <AltTextField control={control} picture="image" stored={Boolean(current)} />
    </>
  );
}
