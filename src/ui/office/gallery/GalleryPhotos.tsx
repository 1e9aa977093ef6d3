import { Trash2, X } from 'lucide-react';
import type { ReactNode, Ref } from 'react';
import type { GalleryImage } from '../../../contract/image.ts';
import { Progress } from '../form/FileField.tsx';
import { Thumb } from '../Thumb.tsx';
import { usePreview } from '../upload/usePreview.ts';
import { fileOf } from './photo.ts';

/** One of the pictures that are stored; `children` is the field of its text. */
export function StoredPhoto({
  image,
  place,
  button,
  onRemove,
  children,
}: {
  image: GalleryImage;
  place: number;
  button: Ref<HTMLButtonElement>;
  onRemove: () => void;
  children: ReactNode;
}) {
  return (
    <li>
      <div className="gallery-frame">
        <Thumb file={fileOf(image)} width={200} alt={image.alt ?? `Foto ${place} da galeria`} />
        <button
          type="button"
          className="gallery-remove"
          ref={button}
          aria-label={`Excluir foto ${place}`}
          title="Excluir"
          onClick={onRemove}
        >
          <Trash2 className="i" aria-hidden="true" />
        </button>
      </div>
      <p aria-hidden="true">Foto {place}</p>
      {children}
    </li>
  );
}

/** One of those that the next save brings. */
export function NewPhoto({
  file,
  share,
  button,
  onUndo,
  children,
}: {
  file: File;
  /** How much of it has left, from 0 to 1. */
  share: number | undefined;
  button: Ref<HTMLButtonElement>;
  /** Absent once it is on its way. */
  onUndo: (() => void) | undefined;
  children: ReactNode;
}) {
  const preview = usePreview(file);
  return (
    <li data-new="">
      <div className="gallery-frame">
        {preview && <img src={preview} alt={`Nova foto: ${file.name}`} />}
        {share !== undefined && <Progress value={share} label={`Enviando ${file.name}`} />}
        {onUndo && (
          <button
            type="button"
            className="gallery-remove"
            ref={button}
            aria-label={`Tirar ${file.name}`}
            title="Tirar"
            onClick={onUndo}
          >
            <X className="i" aria-hidden="true" />
          </button>
        )}
      </div>
      <p title={file.name}>{file.name}</p>
      {children}
    </li>
  );
}
