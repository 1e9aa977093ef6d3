import { useEffect, useState } from 'react';
import { pictureSizeOf } from './pictureSize.ts';

/** Returns whether a chosen file is no picture that the browser can read. */
export function useUnreadable(file: File | null): boolean {
  const [unreadable, setUnreadable] = useState<File>();
  useEffect(() => {
    if (!file) return;
    let isCurrent = true;
    void pictureSizeOf(file).then((size) => {
      if (isCurrent && !size) setUnreadable(file);
    });
    return () => {
      isCurrent = false;
    };
  }, [file]);
  return file !== null && unreadable === file;
}
