import { useEffect, useState } from 'react';

/** Returns an object URL that shows a chosen file. */
export function usePreview(file: File | null): string | undefined {
  const [preview, setPreview] = useState<{ file: File; url: string }>();
  useEffect(() => {
    if (!file) return;
    const url = URL.createObjectURL(file);
    setPreview({ file, url });
    return () => URL.revokeObjectURL(url);
  }, [file]);
  // In the render after a change, the state still has the URL of the former file, which is revoked then.
  return preview?.file === file ? preview?.url : undefined;
}
