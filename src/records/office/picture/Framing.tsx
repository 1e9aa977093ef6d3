import { lazy, Suspense } from 'react';
import type { PictureFrame } from '../../../shared/files/image.ts';
import { usePreview } from '../upload/usePreview.ts';
import type { PictureView } from './FrameDialog.tsx';
import { usePicture } from './usePicture.ts';

const FrameDialog = lazy(() => import('./FrameDialog.tsx'));

const WHOLE: PictureFrame = { crop: null, focus: null };

/** Opens the crop dialog for a chosen file, or for the library picture `code`. */
export function Framing({
  chosen,
  code,
  frame,
  views,
  onDone,
  onClose,
}: {
  chosen: File | null;
  code: string;
  /** Chosen crop that is not saved yet. */
  frame: PictureFrame | null;
  views?: readonly PictureView[] | undefined;
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
        views={views}
        onDone={onDone}
        onClose={onClose}
      />
    </Suspense>
  );
}
