import { ImagePlus } from 'lucide-react';
import { useRef, useState } from 'react';
import { type FieldPathValue, type FieldValues, useController, useFormState } from 'react-hook-form';
import type { GalleryImage } from '../../../contract/image.ts';
import { plural } from '../../format.ts';
import type { DestroyEndpoint } from '../callEndpoint.ts';
import { AltField } from '../gallery/AltField.tsx';
import { DeletePhotoDialog } from '../gallery/DeletePhotoDialog.tsx';
import { NewPhoto, StoredPhoto } from '../gallery/GalleryPhotos.tsx';
import { keyOf } from '../gallery/photo.ts';
import { type AltText, altTextOf, type GalleryAltValues, useAlts } from '../gallery/useAlts.ts';
import { useFileChoice } from '../gallery/useFileChoice.ts';
import { useFocusBeside } from '../gallery/useFocusBeside.ts';
import { useDrop } from '../upload/useDrop.ts';
import { useFormFrame } from './Form.tsx';
import { type Common, FieldError, useField } from './fields.tsx';

/** What the texts start with. */
export const galleryAltValues: GalleryAltValues = { gallery_alts: {}, new_gallery_alts: [] };

export interface GalleryFieldProps<V extends GalleryAltValues & FieldValues> extends Common<V> {
  /** Media types that the contract allows. */
  accept: readonly string[];
  /** The pictures that are stored now. */
  current?: readonly GalleryImage[] | undefined;
  /** Deletes one of `current`, at once and apart from the form, and what is said then. */
  remove: { endpoint: DestroyEndpoint; said: string };
  /** How many new ones one save brings at most. */
  most?: number | undefined;
  /** What is best to send. */
  advice: string;
}

/**
 * Several pictures, chosen or dropped: holds the new ones as `File[]`, beside those that are stored, and the text
 * of each.
 */
export function GalleryField<V extends GalleryAltValues & FieldValues>(props: GalleryFieldProps<V>) {
  const { control, name, label, accept, current = [], remove, most, advice } = props;
  const shell = useField(props, false);
  const { shares } = useFormFrame();
  const { field } = useController({ control, name });
  const { isSubmitting } = useFormState({ control });
  const storedAlts = useAlts(props, 'gallery_alts', 'Textos das fotos');
  const newAlts = useAlts(props, 'new_gallery_alts', 'Textos das fotos novas');
  const [deleted, setDeleted] = useState<readonly string[]>([]);
  const [asking, setAsking] = useState<GalleryImage | null>(null);
  const [said, setSaid] = useState('');
  const input = useRef<HTMLInputElement | null>(null);

  const stored = current.filter(({ uuid }) => !deleted.includes(uuid));
  const chosen = (field.value ?? []) as readonly File[];
  const keys = [...stored.map(({ uuid }) => uuid), ...chosen.map(keyOf)];
  const { buttonRef, beside } = useFocusBeside(keys, input);

  const storedTexts = stored.map(({ uuid, alt }) => storedAlts.value[uuid] ?? altTextOf(alt));
  const newTexts = chosen.map((_, index) => newAlts.value[index] ?? '');
  const tellStored = ({ uuid, alt }: GalleryImage, text: AltText) => {
    const { [uuid]: _, ...others } = storedAlts.value;
    storedAlts.onChange(text === altTextOf(alt) ? others : { ...others, [uuid]: text });
  };

  const change = (files: readonly File[]) => field.onChange(files as FieldPathValue<V, typeof name>);
  const onTake = (taken: readonly File[]) => {
    change([...chosen, ...taken]);
    setSaid(`${plural(taken.length, 'foto escolhida', 'fotos escolhidas')}. Salve para enviar.`);
  };
  const { take, refusal } = useFileChoice({ chosen, accept, most, onTake });
  const drop = useDrop(take, { unavailable: isSubmitting });
  const undo = (file: File) => {
    const next = beside(keyOf(file));
    newAlts.onChange(newTexts.toSpliced(chosen.indexOf(file), 1));
    change(chosen.filter((other) => other !== file));
    setSaid(`${file.name} não vai mais.`);
    next?.focus();
  };
  const onDeleted = (image: GalleryImage) => {
    tellStored(image, altTextOf(image.alt));
    setDeleted([...deleted, image.uuid]);
    setAsking(null);
    const left = stored.length - 1;
    setSaid(left > 0 ? `A galeria tem ${plural(left, 'foto', 'fotos')}.` : 'A galeria está vazia.');
  };

  const [advised, refusedId] = [`${shell.inputId}-advice`, `${shell.inputId}-refused`];
  const altHint = `${shell.inputId}-alt`;
  return (
    <div className="field" data-invalid={shell.error ? true : undefined}>
      <p className="field-label">
        <label htmlFor={shell.inputId}>{label}</label>
        {!shell.required && <span className="field-optional">opcional</span>}
      </p>
      <ul className="gallery gallery-edit" {...drop}>
        {stored.map((image, index) => (
          <StoredPhoto
            key={image.uuid}
            image={image}
            place={index + 1}
            button={buttonRef(image.uuid)}
            onRemove={() => setAsking(image)}
          >
            <AltField
              {...storedAlts.fieldOf(storedTexts, index)}
              of={`da foto ${index + 1}`}
              hint={altHint}
              onText={(text) => tellStored(image, text)}
            />
          </StoredPhoto>
        ))}
        {chosen.map((file, index) => (
          <NewPhoto
            key={keyOf(file)}
            file={file}
            share={shares?.get(file)}
            button={buttonRef(keyOf(file))}
            onUndo={shares ? undefined : () => undo(file)}
          >
            <AltField
              {...newAlts.fieldOf(newTexts, index)}
              of={`da nova foto ${file.name}`}
              hint={altHint}
              onText={(text) => newAlts.onChange(newTexts.with(index, text))}
            />
          </NewPhoto>
        ))}
        <li className="gallery-add">
          <input
            {...shell.aria}
            aria-describedby={[shell.aria['aria-describedby'], refusal && refusedId, advised]
              .filter(Boolean)
              .join(' ')}
            type="file"
            multiple
            className="sr-only"
            accept={accept.join(',')}
            ref={(element) => {
              input.current = element;
              field.ref(element);
            }}
            name={field.name}
            onBlur={field.onBlur}
            onChange={(event) => {
              take([...(event.target.files ?? [])]);
              // So that choosing the same files again is a change again.
              event.target.value = '';
            }}
          />
          <label htmlFor={shell.inputId}>
            <ImagePlus className="i" aria-hidden="true" />
            Adicionar fotos
          </label>
        </li>
      </ul>
      <FieldError id={refusedId} text={refusal} />
      <FieldError id={`${shell.inputId}-error`} text={shell.error} />
      <FieldError id={storedAlts.errorId} text={storedAlts.errorBesides(storedTexts)} />
      <FieldError id={newAlts.errorId} text={newAlts.errorBesides(newTexts)} />
      {keys.length > 0 && (
        <p className="field-hint" id={altHint}>
          Texto alternativo: descreva a foto para quem não a vê.
          {[...storedTexts, ...newTexts].includes('') && (
            <>
              {' '}
              Falta em{' '}
              {plural([...storedTexts, ...newTexts].filter((text) => text === '').length, 'foto', 'fotos')}.
            </>
          )}
        </p>
      )}
      <p className="field-hint" id={advised}>
        {advice}
      </p>
      {props.hint && (
        <p className="field-hint" id={`${shell.inputId}-hint`}>
          {props.hint}
        </p>
      )}
      <p className="sr-only" role="status">
        {said}
      </p>
      {asking && (
        <DeletePhotoDialog
          image={asking}
          place={stored.indexOf(asking) + 1}
          remove={remove}
          onDeleted={onDeleted}
          onClose={() => setAsking(null)}
          focusAfter={() => beside(asking.uuid)}
        />
      )}
    </div>
  );
}
