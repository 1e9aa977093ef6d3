import { useState } from 'react';
import { remainingText } from '../upload/remaining.ts';
import { uploadProgressByFile } from './uploadProgress.ts';

/** Returns the progress of the files that a save uploads. */
export function useUploadState() {
  const [progress, setProgress] = useState<number | null>(null);
  /** Estimated remaining time of the upload, in words. */
  const [remaining, setRemaining] = useState<string | null>(null);
  const [shares, setShares] = useState<ReadonlyMap<File, number> | null>(null);
  return {
    progress,
    remaining,
    shares,
    /** Returns the options of a call that report its progress; `files` in the order in which they are sent. */
    tracking: (files: readonly File[]) => {
      if (files.length === 0) return {};
      const since = performance.now();
      return {
        onProgress: (sent: number, total: number) => {
          setRemaining(remainingText(sent, total, performance.now() - since));
          setProgress(total ? sent / total : 0);
          setShares(uploadProgressByFile(files, sent, total));
        },
      };
    },
    reset: () => {
      setProgress(null);
      setRemaining(null);
      setShares(null);
    },
  };
}
