import { useState } from 'react';
import { plural } from '../../../shared/text/plural.ts';
import { alert } from '../alerts.tsx';
import type { RefusedFile } from '../upload/RefusedFiles.tsx';
import { useFileRefusal } from '../upload/useFileRefusal.ts';
import { fileKeyOf } from './photo.ts';

interface Options {
  chosen: readonly unknown[];
  /** Maximum number of pictures. */
  most: number | undefined;
  onTake: (accepted: readonly File[]) => void;
}

/** Accepts the valid files among those chosen or dropped, and keeps the others with their reasons. */
export function useFileChoice({ chosen, most, onTake }: Options) {
  const [refused, setRefused] = useState<readonly RefusedFile[]>([]);
  const refusalOf = useFileRefusal('image');
  const take = (files: readonly File[]) => {
    const accepted: File[] = [];
    const others: RefusedFile[] = [];
    for (const file of files) {
      const isFull = most !== undefined && chosen.length + accepted.length >= most;
      const reason = refusalOf(file) ?? (isFull ? `Cabem ${most} fotos por vez.` : undefined);
      if (reason) others.push({ key: fileKeyOf(file), name: file.name, reason });
      else accepted.push(file);
    }
    if (others.length > 0) {
      setRefused((all) => [...all, ...others]);
      const [only] = others;
      alert.error(
        'Erro',
        others.length === 1 && only
          ? `${only.name}: ${only.reason}`
          : `${plural(others.length, 'arquivo não vai', 'arquivos não vão')}. Veja o motivo em cada um.`,
      );
    }
    if (accepted.length > 0) onTake(accepted);
  };
  const dismiss = (key: string) => setRefused((all) => all.filter((file) => file.key !== key));
  return { take, refused, dismiss };
}
