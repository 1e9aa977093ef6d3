import { ImagePlus, Images } from 'lucide';
import { lazy, Suspense, useRef, useState } from 'react';
import { type FieldPathValue, type FieldValues, useController, useFormState } from 'react-hook-form';
import { acceptOf } from '../../../shared/files/fileTypes.ts';
import { type GalleryImage, galleryOrder, type PictureFrame } from '../../../shared/files/image.ts';
import { plural } from '../../../shared/text/plural.ts';
import { Button } from '../Button.tsx';
import { AltField } from '../gallery/AltField.tsx';
import { NewPhoto, StoredPhoto, type TilePosition } from '../gallery/GalleryPhotos.tsx';
import { movedOrder, shiftedOrder } from '../gallery/galleryTiles.ts';
import { newPictures } from '../gallery/photo.ts';
import { type AltText, altTextOf, type GalleryValues, useAlts, useGalleryValue } from '../gallery/useAlts.ts';
import { useFileChoice } from '../gallery/useFileChoice.ts';
import { useFocusBeside } from '../gallery/useFocusBeside.ts';
import { Icon } from '../Icon.tsx';
import { Sortable } from '../rows/SortableRows.tsx';
import { UndoNotice } from '../UndoNotice.tsx';
import { RefusedFiles, refusedFileIds } from '../upload/RefusedFiles.tsx';
import { useDrop } from '../upload/useDrop.ts';
import { useFormFrame } from './Form.tsx';
import { FieldError, type FieldProps, useField } from './fields.tsx';

// Loaded on first use.
const PictureDialog = lazy(() => import('../picture/PictureDialog.tsx'));

/** Initial values of all gallery fields. */
export const galleryValues: GalleryValues = {
  gallery_from: [],
  gallery_remove: [],
  gallery_order: [],
  gallery_frames: {},
  new_gallery_frames: [],
  gallery_alts: {},
  new_gallery_alts: [],
};

export interface GalleryFieldProps<V extends GalleryValues & FieldValues> extends FieldProps<V> {
  /** The stored pictures. */
  current?: readonly GalleryImage[] | undefined;
  /** Maximum number of new pictures per save. */
  most?: number | undefined;
  /** Recommended files. */
  advice: string;
}

/** A new picture that was removed, with the text entered for it. */
interface RemovedPhoto {
  /** Position among the new pictures. */
  index: number;
  file: File | null;
  code: string;
  alt: AltText;
  frame: PictureFrame | null;
  /** Number of stored pictures removed before it: the order of undo. */
  after: number;
}

/**
 * Field of several pictures, chosen, dropped or from the library. Holds the new files as `File[]`, and the
 * order, text and crop of all pictures, including stored ones. Nothing is stored before the form is saved.
 */
export function GalleryField<V extends GalleryValues & FieldValues>(props: GalleryFieldProps<V>) {
  const { control, name, label, current = [], most, advice } = props;
  const shell = useField(props, false);
  const { shares } = useFormFrame();
  const { field } = useController({ control, name });
  const { isSubmitting } = useFormState({ control });
  const storedAlts = useAlts(props, 'gallery_alts', 'Textos das fotos');
  const newAlts = useAlts(props, 'new_gallery_alts', 'Textos das fotos novas');
  const from = useGalleryValue(props, 'gallery_from', 'Fotos da biblioteca');
  const removal = useGalleryValue(props, 'gallery_remove', 'Fotos que saem');
  const order = useGalleryValue(props, 'gallery_order', 'Ordem das fotos');
  const frames = useGalleryValue(props, 'gallery_frames', 'Corte das fotos');
  const newFrames = useGalleryValue(props, 'new_gallery_frames', 'Corte das fotos novas');
  const [picking, setPicking] = useState(false);
  const [removed, setRemoved] = useState<readonly RemovedPhoto[]>([]);
  const [announcement, setAnnouncement] = useState('');
  const input = useRef<HTMLInputElement | null>(null);

  const stored = current.filter(({ uuid }) => !removal.value.includes(uuid));
  const chosen = (field.value ?? []) as readonly File[];
  const added = newPictures(chosen, from.value);
  const removedCount = current.length - stored.length;
  const uuids = stored.map(({ uuid }) => uuid);
  const tiles = galleryOrder(order.value, uuids, added.length);
  const keys = tiles.map((tile) => (typeof tile === 'string' ? tile : (added[tile]?.key ?? '')));
  const names = tiles.map((tile, at) =>
    typeof tile === 'string' ? `foto ${at + 1}` : (added[tile]?.name ?? ''),
  );
  const { buttonRef, beside } = useFocusBeside(keys, input);

  const storedTexts = stored.map(({ uuid, alt }) => storedAlts.value[uuid] ?? altTextOf(alt));
  const newTexts = added.map((_, index) => newAlts.value[index] ?? '');
  const newCuts = added.map((_, index) => newFrames.value[index] ?? null);
  const setStoredAlt = ({ uuid, alt }: GalleryImage, text: AltText) => {
    const { [uuid]: _, ...others } = storedAlts.value;
    storedAlts.onChange(text === altTextOf(alt) ? others : { ...others, [uuid]: text });
  };

  const change = (files: readonly File[]) => field.onChange(files as FieldPathValue<V, typeof name>);
  /** Inserts `room` empty entries at the index `at`, or removes `without` entries there. */
  const shift = (at: number, without: number, room: number) => {
    newAlts.onChange(newTexts.toSpliced(at, without, ...Array<AltText>(room).fill('')));
    newFrames.onChange(newCuts.toSpliced(at, without, ...Array<null>(room).fill(null)));
    order.onChange(shiftedOrder(order.value, at, without, room));
  };
  const onTake = (taken: readonly File[]) => {
    if (from.value.length > 0) shift(chosen.length, 0, taken.length);
    change([...chosen, ...taken]);
    setAnnouncement(`${plural(taken.length, 'foto escolhida', 'fotos escolhidas')}. Salve para enviar.`);
  };
  const room = most === undefined ? undefined : most - from.value.length;
  const { take, refused, dismiss } = useFileChoice({ chosen, most: room, onTake });
  const drop = useDrop(take, { unavailable: isSubmitting });
  const onPicked = (code: string) => {
    setPicking(false);
    from.onChange([...from.value, code]);
    setAnnouncement('1 foto escolhida da biblioteca. Salve para pôr na galeria.');
  };
  const removeNew = (index: number) => {
    const { key, file, code } = added[index] ?? {};
    if (key === undefined) return;
    const next = beside(key);
    const [alt = '', frame = null] = [newTexts[index], newCuts[index]];
    const after = removal.value.length;
    setRemoved([...removed, { index, file: file ?? null, code: code ?? '', alt, frame, after }]);
    shift(index, 1, 0);
    if (file) change(chosen.filter((other) => other !== file));
    else from.onChange(from.value.toSpliced(index - chosen.length, 1));
    next?.focus();
  };
  const bringBack = ({ index, file, code, alt, frame }: RemovedPhoto) => {
    const first = file ? 0 : chosen.length;
    const last = file ? chosen.length : added.length;
    const at = Math.min(Math.max(index, first), last);
    newAlts.onChange(newTexts.toSpliced(at, 0, alt));
    newFrames.onChange(newCuts.toSpliced(at, 0, frame));
    order.onChange(shiftedOrder(order.value, at, 0, 1));
    if (file) change(chosen.toSpliced(at, 0, file));
    else from.onChange(from.value.toSpliced(at - chosen.length, 0, code));
  };
  const remove = ({ uuid }: GalleryImage) => {
    const next = beside(uuid);
    removal.onChange([...removal.value, uuid]);
    next?.focus();
  };
  const undo = () => {
    const last = removed.at(-1);
    if (last && last.after >= removal.value.length) {
      setRemoved(removed.slice(0, -1));
      bringBack(last);
    } else removal.onChange(removal.value.slice(0, -1));
  };
  const move = (at: number, to: number) => {
    order.onChange(movedOrder(tiles, at, to, uuids));
  };
  const placeOf = (at: number): TilePosition => ({
    id: keys[at] ?? '',
    at: at + 1,
    onUp: at > 0 ? () => move(at, at - 1) : undefined,
    onDown: at < tiles.length - 1 ? () => move(at, at + 1) : undefined,
  });
  const setFrame = (uuid: string, frame: PictureFrame | null) => {
    const { [uuid]: _, ...others } = frames.value;
    frames.onChange(frame ? { ...others, [uuid]: frame } : others);
  };
  const [adviceId, refusedId] = [`${shell.inputId}-advice`, `${shell.inputId}-refused`];
  const altHint = `${shell.inputId}-alt`;
  return (
    <div className="field" data-invalid={shell.error ? true : undefined}>
      <p className="field-label">
        <label htmlFor={shell.inputId}>{label}</label>
        {!shell.required && <span className="field-optional">opcional</span>}
      </p>
      <Sortable rows={keys.map((id, at) => ({ id, name: names[at] ?? '' }))} isGrid onMove={move}>
        <ul className="gallery gallery-edit" {...drop}>
          {tiles.map((tile, at) => {
            const place = placeOf(at);
            if (typeof tile === 'string') {
              const index = uuids.indexOf(tile);
              const image = stored[index];
              return (
                image && (
                  <StoredPhoto
                    key={tile}
                    image={image}
                    place={place}
                    button={buttonRef(tile)}
                    cut={{ frame: frames.value[tile] ?? null, onFrame: (frame) => setFrame(tile, frame) }}
                    onRemove={() => remove(image)}
                  >
                    <AltField
                      {...storedAlts.fieldOf(storedTexts, index)}
                      of={`da foto ${at + 1}`}
                      hint={altHint}
                      onText={(text) => setStoredAlt(image, text)}
                    />
                  </StoredPhoto>
                )
              );
            }
            const picture = added[tile];
            return (
              picture && (
                <NewPhoto
                  key={picture.key}
                  picture={picture}
                  place={place}
                  share={picture.file ? shares?.get(picture.file) : undefined}
                  button={buttonRef(picture.key)}
                  cut={{
                    frame: newCuts[tile] ?? null,
                    onFrame: (frame) => newFrames.onChange(newCuts.with(tile, frame)),
                  }}
                  onRemove={shares ? undefined : () => removeNew(tile)}
                >
                  <AltField
                    {...newAlts.fieldOf(newTexts, tile)}
                    of={`da nova foto ${picture.name}`}
                    hint={altHint}
                    onText={(text) => newAlts.onChange(newTexts.with(tile, text))}
                  />
                </NewPhoto>
              )
            );
          })}
          <RefusedFiles
            refused={refused}
            id={refusedId}
            onRemove={(key) => {
              dismiss(key);
              input.current?.focus();
            }}
          />
          <li className="gallery-add">
            <input
              {...shell.aria}
              aria-describedby={[shell.aria['aria-describedby'], refusedFileIds(refused, refusedId), adviceId]
                .filter(Boolean)
                .join(' ')}
              type="file"
              multiple
              className="sr-only"
              accept={acceptOf('image')}
              ref={(element) => {
                input.current = element;
                field.ref(element);
              }}
              name={field.name}
              onBlur={field.onBlur}
              onChange={(event) => {
                take([...(event.target.files ?? [])]);
                // Otherwise choosing the same files again would not fire `change`.
                event.target.value = '';
              }}
            />
            <label htmlFor={shell.inputId}>
              <Icon of={ImagePlus} />
              Adicionar fotos
            </label>
          </li>
        </ul>
      </Sortable>
      <UndoNotice
        text={removedText(removedCount, removed.length)}
        onUndo={removedCount + removed.length > 0 && !isSubmitting ? undo : undefined}
      />
      <div className="drop-tools">
        <Button
          variant="line"
          small
          icon={<Icon of={Images} />}
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
      <FieldError id={`${shell.inputId}-error`} text={shell.error} />
      <FieldError id={storedAlts.errorId} text={storedAlts.errorBesides(storedTexts)} />
      <FieldError id={newAlts.errorId} text={newAlts.errorBesides(newTexts)} />
      {[from, removal, order, frames, newFrames].map(({ errorId, error }) => (
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
      <p className="field-hint" id={adviceId}>
        {advice}
      </p>
      {props.hint && (
        <p className="field-hint" id={`${shell.inputId}-hint`}>
          {props.hint}
        </p>
      )}
      <p className="sr-only" role="status">
        {announcement}
      </p>
    </div>
  );
}

function removedText(stored: number, added: number): string {
  return [
    stored > 0 && `${plural(stored, 'foto sai', 'fotos saem')} da galeria ao salvar.`,
    added > 0 && `${plural(added, 'foto nova não vai', 'fotos novas não vão')} mais.`,
  ]
    .filter(Boolean)
    .join(' ');
}
