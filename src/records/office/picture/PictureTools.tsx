import { Crop, ImageOff, Images } from 'lucide';
import { useState } from 'react';
import type { ImageFile, PictureFrame } from '../../../shared/files/image.ts';
import { Button } from '../Button.tsx';
import { Icon } from '../Icon.tsx';
import { useUnreadable } from '../upload/useUnreadable.ts';
import type { PictureView } from './FrameDialog.tsx';
import { Framing } from './Framing.tsx';
import { pictureUuidOf } from './usePicture.ts';

export interface PictureRemoval {
  removed: boolean;
  onChange: (removed: boolean) => void;
}

/** Buttons below a form's picture: choose from the library, crop, remove. */
export function PictureTools({
  chosen,
  stored,
  frame,
  views,
  onFrame,
  onPick,
  onUndo,
  removal,
}: {
  chosen: File | null;
  stored: ImageFile | null | undefined;
  /** Chosen crop that is not saved yet. */
  frame: PictureFrame | null;
  /** Places that show the picture. */
  views: readonly PictureView[] | undefined;
  onFrame: (frame: PictureFrame | null) => void;
  onPick: () => void;
  /** Undoes the choice from the library. */
  onUndo: (() => void) | undefined;
  /** Removes the stored picture, if the record's picture is optional. */
  removal: PictureRemoval | undefined;
}) {
  const [framing, setFraming] = useState(false);
  const isUnreadable = useUnreadable(chosen);
  return (
    <div className="drop-tools">
      <Button variant="line" small icon={<Icon of={Images} />} onClick={onPick}>
        Escolher da biblioteca
      </Button>
      {(chosen ? !isUnreadable : stored) && (
        <Button variant="line" small icon={<Icon of={Crop} />} onClick={() => setFraming(true)}>
          Ajustar corte
        </Button>
      )}
      {removal && (
        <Button
          variant="line"
          small
          icon={<Icon of={ImageOff} />}
          onClick={() => removal.onChange(!removal.removed)}
        >
          {removal.removed ? 'Manter a imagem' : 'Tirar a imagem'}
        </Button>
      )}
      {frame && (
        <button type="button" className="link" onClick={() => onFrame(null)}>
          Desfazer corte
        </button>
      )}
      {onUndo && (
        <button type="button" className="link" onClick={onUndo}>
          Desfazer escolha
        </button>
      )}
      {framing && (
        <Framing
          chosen={chosen}
          code={stored ? pictureUuidOf(stored.url_s3) : ''}
          frame={frame}
          views={views}
          onDone={(wanted) => {
            onFrame(wanted);
            setFraming(false);
          }}
          onClose={() => setFraming(false)}
        />
      )}
    </div>
  );
}
