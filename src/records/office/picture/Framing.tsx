import { lazy, Suspense } from 'react';
import type { PictureFrame } from '../../../shared/files/image.ts';
import { usePreview } from '../upload/usePreview.ts';
import { usePicture } from './usePicture.ts';

const FrameDialog = lazy(() => import('./FrameDialog.tsx'));

const WHOLE: PictureFrame = { crop: null, focus: null };

/** Opens the crop dialog for a chosen file, or for the library picture `code`. */
export function Framing({
  chosen,
  code,
  frame,
  onDone,
  onClose,
}: {
  chosen: File | null;
  code: string;
  /** Chosen crop that is not saved yet. */
  frame: PictureFrame | null;
  onDone: (frame: PictureFrame) => void;
  onClose: () => void;
}) {
  const preview = usePreview(chosen);
  const libraryPicture = usePicture(chosen ? '' : code);
  const src = chosen ? preview : libraryPicture?.whole;
  if (!src) return null;
  return (
    <Suspense>
      <FrameDialog
        src={src}
        start={frame ?? libraryPicture?.frame ?? WHOLE}
        onDone={onDone}
        onClose={onClose}
      />
    </Suspense>
  );
}
