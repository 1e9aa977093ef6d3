import { type ClipboardEvent, type DragEvent, useState } from 'react';

/** Makes an element a place where files are dropped, or pasted while the focus is in it. */
export function useDrop(take: (files: readonly File[]) => void, { unavailable = false } = {}) {
  const [over, setOver] = useState(false);
  return {
    'data-over': over || undefined,
    onDragOver: (event: DragEvent) => {
      event.preventDefault();
      setOver(true);
    },
    onDragLeave: () => setOver(false),
    onDrop: (event: DragEvent) => {
      event.preventDefault();
      setOver(false);
      if (!unavailable) take([...event.dataTransfer.files]);
    },
    onPaste: (event: ClipboardEvent) => {
      const files = [...event.clipboardData.files];
      // A text is pasted into the field that it is meant for.
      if (files.length === 0 || unavailable) return;
      event.preventDefault();
      take(files);
    },
  };
}
