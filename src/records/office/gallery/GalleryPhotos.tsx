import { Crop, Trash2, X } from 'lucide';
import { type ReactNode, type Ref, useState } from 'react';
import type { GalleryImage, PictureFrame } from '../../../shared/files/image.ts';
import { Progress } from '../form/FileField.tsx';
import { Icon } from '../Icon.tsx';
import { Framing } from '../picture/Framing.tsx';
import { pictureUuidOf, usePicture } from '../picture/usePicture.ts';
import { Grip, MoveButtons, useSortableItem } from '../rows/SortableRows.tsx';
import { Thumb } from '../Thumb.tsx';
import { ChosenPicture } from '../upload/ChosenPicture.tsx';
import { useUnreadable } from '../upload/useUnreadable.ts';
import { fileOf, type NewPicture } from './photo.ts';

/** Chosen crop of a picture. */
export interface CropControl {
  frame: PictureFrame | null;
  onFrame: (frame: PictureFrame | null) => void;
}

/** Position of a picture in its gallery. */
export interface TilePosition {
  id: string;
  /** Counts from 1. */
  at: number;
  /** Absent for the first picture. */
  onUp: (() => void) | undefined;
  /** Absent for the last picture. */
  onDown: (() => void) | undefined;
}

/** A sortable picture of the gallery. */
function Tile({
  place: { id, at, onUp, onDown },
  name,
  caption,
  isNew,
  picture,
  children,
}: {
  place: TilePosition;
  name: string;
  caption: ReactNode;
  isNew?: true;
  picture: ReactNode;
  children: ReactNode;
}) {
  const { item, grip } = useSortableItem(id, 'foto que se move');
  return (
    <li {...item} data-new={isNew && ''}>
      {picture}
      <div className="gallery-place">
        <Grip {...grip} name={name} title={`Mover: ${at}ª foto`} />
        {caption}
        <MoveButtons name={name} isGrid onUp={onUp} onDown={onDown} />
      </div>
      {children}
    </li>
  );
}

/** A stored picture; `children` is its text field. */
export function StoredPhoto({
  image,
  place,
  button,
  cut,
  onRemove,
  children,
}: {
  image: GalleryImage;
  place: TilePosition;
  button: Ref<HTMLButtonElement>;
  cut: CropControl;
  onRemove: () => void;
  children: ReactNode;
}) {
  const { at } = place;
  return (
    <Tile
      place={place}
      name={`foto ${at}`}
      caption={<p aria-hidden="true">Foto {at}</p>}
      picture={
        <div className="gallery-frame">
          <Thumb file={fileOf(image)} width={200} alt={image.alt ?? `Foto ${at} da galeria`} />
          <button
            type="button"
            className="gallery-remove"
            ref={button}
            aria-label={`Excluir foto ${at}`}
            title="Excluir"
            onClick={onRemove}
          >
            <Icon of={Trash2} />
          </button>
          <CutButton cut={cut} chosen={null} code={pictureUuidOf(image.path)} of={`foto ${at}`} />
        </div>
      }
    >
      <CutNotice cut={cut} of={`da foto ${at}`} />
      {children}
    </Tile>
  );
}

/** A picture that the next save adds. */
export function NewPhoto({
  picture,
  place,
  share,
  button,
  cut,
  onRemove,
  children,
}: {
  picture: NewPicture;
  place: TilePosition;
  /** Upload progress, 0 to 1. */
  share: number | undefined;
  button: Ref<HTMLButtonElement>;
  cut: CropControl;
  /** Absent during the upload. */
  onRemove: (() => void) | undefined;
  children: ReactNode;
}) {
  const { file, code, name } = picture;
  const stored = usePicture(code)?.file;
  return (
    <Tile
      place={place}
      name={name}
      isNew
      caption={<p title={name}>{name}</p>}
      picture={
        <div className="gallery-frame">
          {file && <ChosenPicture file={file} alt={`Nova foto: ${name}`} />}
          {stored && <Thumb file={stored} width={200} alt={stored.alt || `Nova foto: ${name}`} />}
          {share !== undefined && <Progress value={share} label={`Enviando ${name}`} />}
          {onRemove && (
            <>
              <button
                type="button"
                className="gallery-remove"
                ref={button}
                aria-label={`Tirar ${name}`}
                title="Tirar"
                onClick={onRemove}
              >
                <Icon of={X} />
              </button>
              <CutButton cut={cut} chosen={file} code={code} of={name} />
            </>
          )}
        </div>
      }
    >
      <CutNotice cut={cut} of={`de ${name}`} />
      {children}
    </Tile>
  );
}

function CutButton({
  cut: { frame, onFrame },
  chosen,
  code,
  of,
}: {
  cut: CropControl;
  chosen: File | null;
  code: string;
  of: string;
}) {
  const [framing, setFraming] = useState(false);
  if (useUnreadable(chosen)) return null;
  return (
    <>
      <button
        type="button"
        className="gallery-remove gallery-cut"
        aria-label={`Ajustar corte: ${of}`}
        title="Ajustar corte"
        onClick={() => setFraming(true)}
      >
        <Icon of={Crop} />
      </button>
      {framing && (
        <Framing
          chosen={chosen}
          code={code}
          frame={frame}
          onDone={(wanted) => {
            onFrame(wanted);
            setFraming(false);
          }}
          onClose={() => setFraming(false)}
        />
      )}
    </>
  );
}

function CutNotice({ cut: { frame, onFrame }, of }: { cut: CropControl; of: string }) {
  if (!frame) return null;
  return (
    <p className="gallery-recut">
      Corte novo ao salvar.{' '}
      <button type="button" className="link" onClick={() => onFrame(null)}>
        Desfazer <span className="sr-only">o corte {of}</span>
      </button>
    </p>
  );
}
