import { Crop, Trash2, X } from 'lucide-react';
import { type ReactNode, type Ref, useState } from 'react';
import type { Frame, GalleryImage } from '../../../contract/image.ts';
import { Progress } from '../form/FileField.tsx';
import { Framing } from '../picture/Framing.tsx';
import { codeOf, usePicture } from '../picture/usePicture.ts';
import { Thumb } from '../Thumb.tsx';
import { usePreview } from '../upload/usePreview.ts';
import { fileOf, type NewPicture } from './photo.ts';

/** How one of the pictures is cut, and what was chosen for it. */
export interface Cut {
  frame: Frame | null;
  onFrame: (frame: Frame | null) => void;
}

/** One of the pictures that are stored; `children` is the field of its text. */
export function StoredPhoto({
  image,
  place,
  button,
  cut,
  onRemove,
  children,
}: {
  image: GalleryImage;
  place: number;
  button: Ref<HTMLButtonElement>;
  cut: Cut;
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
        <CutButton cut={cut} chosen={null} code={codeOf(image.path)} of={`foto ${place}`} />
      </div>
      <p aria-hidden="true">Foto {place}</p>
      <CutNotice cut={cut} of={`da foto ${place}`} />
      {children}
    </li>
  );
}

/** One of those that the next save brings. */
export function NewPhoto({
  picture,
  share,
  button,
  cut,
  onUndo,
  children,
}: {
  picture: NewPicture;
  /** How much of it has left, from 0 to 1. */
  share: number | undefined;
  button: Ref<HTMLButtonElement>;
  cut: Cut;
  /** Absent once it is on its way. */
  onUndo: (() => void) | undefined;
  children: ReactNode;
}) {
  const { file, code, name } = picture;
  const preview = usePreview(file);
  const stored = usePicture(code)?.file;
  return (
    <li data-new="">
      <div className="gallery-frame">
        {preview && <img src={preview} alt={`Nova foto: ${name}`} />}
        {stored && <Thumb file={stored} width={200} alt={stored.alt || `Nova foto: ${name}`} />}
        {share !== undefined && <Progress value={share} label={`Enviando ${name}`} />}
        {onUndo && (
          <>
            <button
              type="button"
              className="gallery-remove"
              ref={button}
              aria-label={`Tirar ${name}`}
              title="Tirar"
              onClick={onUndo}
            >
              <X className="i" aria-hidden="true" />
            </button>
            <CutButton cut={cut} chosen={file} code={code} of={name} />
          </>
        )}
      </div>
      <p title={name}>{name}</p>
      <CutNotice cut={cut} of={`de ${name}`} />
      {children}
    </li>
  );
}

function CutButton({
  cut: { frame, onFrame },
  chosen,
  code,
  of,
}: {
  cut: Cut;
  chosen: File | null;
  code: string;
  of: string;
}) {
  const [framing, setFraming] = useState(false);
  return (
    <>
      <button
        type="button"
        className="gallery-remove gallery-cut"
        aria-label={`Ajustar corte: ${of}`}
        title="Ajustar corte"
        onClick={() => setFraming(true)}
      >
        <Crop className="i" aria-hidden="true" />
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

function CutNotice({ cut: { frame, onFrame }, of }: { cut: Cut; of: string }) {
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
