import { type ClipboardEvent, type DragEvent, useState } from 'react';

/** Makes an element a drop zone for files, which can also be pasted while it has the focus. */
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
      // Text is pasted into its field as usual.
      if (files.length === 0 || unavailable) return;
      event.preventDefault();
      take(files);
    },
  };
}
