import { ImagePlus, Images } from 'lucide-react';
import { lazy, Suspense, useRef, useState } from 'react';
import { type FieldPathValue, type FieldValues, useController, useFormState } from 'react-hook-form';
import type { Frame, GalleryImage } from '../../../contract/image.ts';
import { plural } from '../../plural.ts';
import { Button } from '../Button.tsx';
import type { DestroyEndpoint } from '../callEndpoint.ts';
import { AltField } from '../gallery/AltField.tsx';
import { DeletePhotoDialog } from '../gallery/DeletePhotoDialog.tsx';
import { NewPhoto, StoredPhoto } from '../gallery/GalleryPhotos.tsx';
import { newPictures } from '../gallery/photo.ts';
import { type AltText, altTextOf, type GalleryValues, useAlts, useGalleryValue } from '../gallery/useAlts.ts';
import { useFileChoice } from '../gallery/useFileChoice.ts';
import { useFocusBeside } from '../gallery/useFocusBeside.ts';
import { useDrop } from '../upload/useDrop.ts';
import { useFormFrame } from './Form.tsx';
import { type Common, FieldError, useField } from './fields.tsx';

// Of what few need, nobody else loads the code.
const PictureDialog = lazy(() => import('../picture/PictureDialog.tsx'));

/** What all of it starts with. */
export const galleryValues: GalleryValues = {
  gallery_from: [],
  gallery_frames: {},
  new_gallery_frames: [],
  gallery_alts: {},
  new_gallery_alts: [],
};

export interface GalleryFieldProps<V extends GalleryValues & FieldValues> extends Common<V> {
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
 * Several pictures, chosen, dropped or from the library: holds the new files as `File[]`, beside those that are stored,
 * and the text and the cut of each.
 */
export function GalleryField<V extends GalleryValues & FieldValues>(props: GalleryFieldProps<V>) {
  const { control, name, label, accept, current = [], remove, most, advice } = props;
  const shell = useField(props, false);
  const { shares } = useFormFrame();
  const { field } = useController({ control, name });
  const { isSubmitting } = useFormState({ control });
  const storedAlts = useAlts(props, 'gallery_alts', 'Textos das fotos');
  const newAlts = useAlts(props, 'new_gallery_alts', 'Textos das fotos novas');
  const from = useGalleryValue(props, 'gallery_from', 'Fotos da biblioteca');
  const frames = useGalleryValue(props, 'gallery_frames', 'Corte das fotos');
  const newFrames = useGalleryValue(props, 'new_gallery_frames', 'Corte das fotos novas');
  const [picking, setPicking] = useState(false);
  const [deleted, setDeleted] = useState<readonly string[]>([]);
  const [asking, setAsking] = useState<GalleryImage | null>(null);
  const [said, setSaid] = useState('');
  const input = useRef<HTMLInputElement | null>(null);

  const stored = current.filter(({ uuid }) => !deleted.includes(uuid));
  const chosen = (field.value ?? []) as readonly File[];
  const added = newPictures(chosen, from.value);
  const keys = [...stored.map(({ uuid }) => uuid), ...added.map(({ key }) => key)];
  const { buttonRef, beside } = useFocusBeside(keys, input);

  const storedTexts = stored.map(({ uuid, alt }) => storedAlts.value[uuid] ?? altTextOf(alt));
  const newTexts = added.map((_, index) => newAlts.value[index] ?? '');
  const newCuts = added.map((_, index) => newFrames.value[index] ?? null);
  const tellStored = ({ uuid, alt }: GalleryImage, text: AltText) => {
    const { [uuid]: _, ...others } = storedAlts.value;
    storedAlts.onChange(text === altTextOf(alt) ? others : { ...others, [uuid]: text });
  };

  const change = (files: readonly File[]) => field.onChange(files as FieldPathValue<V, typeof name>);
  /** Makes room for new ones before the place `at`, or takes those away that are there. */
  const shift = (at: number, without: number, room: number) => {
    newAlts.onChange(newTexts.toSpliced(at, without, ...Array<AltText>(room).fill('')));
    newFrames.onChange(newCuts.toSpliced(at, without, ...Array<null>(room).fill(null)));
  };
  const onTake = (taken: readonly File[]) => {
    if (from.value.length > 0) shift(chosen.length, 0, taken.length);
    change([...chosen, ...taken]);
    setSaid(`${plural(taken.length, 'foto escolhida', 'fotos escolhidas')}. Salve para enviar.`);
  };
  const room = most === undefined ? undefined : most - from.value.length;
  const { take, refusal } = useFileChoice({ chosen, accept, most: room, onTake });
  const drop = useDrop(take, { unavailable: isSubmitting });
  const onPicked = (code: string) => {
    setPicking(false);
    from.onChange([...from.value, code]);
    setSaid('1 foto escolhida da biblioteca. Salve para pôr na galeria.');
  };
  const undo = (index: number) => {
    const { key, name, file } = added[index] ?? {};
    if (key === undefined) return;
    const next = beside(key);
    shift(index, 1, 0);
    if (file) change(chosen.filter((other) => other !== file));
    else from.onChange(from.value.toSpliced(index - chosen.length, 1));
    setSaid(`${name} não vai mais.`);
    next?.focus();
  };
  const recut = (uuid: string, frame: Frame | null) => {
    const { [uuid]: _, ...others } = frames.value;
    frames.onChange(frame ? { ...others, [uuid]: frame } : others);
  };
  const onDeleted = (image: GalleryImage) => {
    tellStored(image, altTextOf(image.alt));
    recut(image.uuid, null);
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
            cut={{
              frame: frames.value[image.uuid] ?? null,
              onFrame: (frame) => recut(image.uuid, frame),
            }}
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
        {added.map((picture, index) => (
          <NewPhoto
            key={picture.key}
            picture={picture}
            share={picture.file ? shares?.get(picture.file) : undefined}
            button={buttonRef(picture.key)}
            cut={{
              frame: newCuts[index] ?? null,
              onFrame: (frame) => newFrames.onChange(newCuts.with(index, frame)),
            }}
            onUndo={shares ? undefined : () => undo(index)}
          >
            <AltField
              {...newAlts.fieldOf(newTexts, index)}
              of={`da nova foto ${picture.name}`}
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
      <div className="drop-tools">
        <Button
          variant="line"
          small
          icon={<Images className="i" aria-hidden="true" />}
          unavailable={room !== undefined && chosen.length >= room}
          onClick={() => setPicking(true)}
        >
          Adicionar da biblioteca
        </Button>
      </div>
      {picking && (
        <Suspense>
          <PictureDialog onChoose={({ uuid }) => onPicked(uuid)} onClose={() => setPicking(false)} />
        </Suspense>
      )}
      <FieldError id={refusedId} text={refusal} />
      <FieldError id={`${shell.inputId}-error`} text={shell.error} />
      <FieldError id={storedAlts.errorId} text={storedAlts.errorBesides(storedTexts)} />
      <FieldError id={newAlts.errorId} text={newAlts.errorBesides(newTexts)} />
      {[from, frames, newFrames].map(({ errorId, error }) => (
        <FieldError key={errorId} id={errorId} text={error} />
      ))}
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
