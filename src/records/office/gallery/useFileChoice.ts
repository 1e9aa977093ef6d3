import { useState } from 'react';
import { mayBeOfKind, wrongFileType } from '../../../shared/files/fileTypes.ts';
import { alert } from '../alerts.tsx';

interface Options {
  chosen: readonly unknown[];
  /** Maximum number of pictures. */
  most: number | undefined;
  onTake: (accepted: readonly File[]) => void;
}

/** Accepts the valid files among those chosen or dropped, and reports the others. */
export function useFileChoice({ chosen, most, onTake }: Options) {
  const [refused, setRefused] = useState<{ text: string; beside: number } | null>(null);
  const take = (files: readonly File[]) => {
    const valid = files.filter((file) => mayBeOfKind('image', file));
    const capacity = most === undefined ? valid.length : Math.max(0, most - chosen.length);
    const [accepted, surplus] = [valid.slice(0, capacity), valid.slice(capacity)];
    const invalid = files.filter((file) => !valid.includes(file));
    const text = [
      invalid.length > 0 && `${namesOf(invalid)}: ${wrongFileType('image')}`,
      surplus.length > 0 && `Cabem ${most} fotos por vez. Ficou de fora: ${namesOf(surplus)}.`,
    ]
      .filter(Boolean)
      .join(' ');
    setRefused(text ? { text, beside: chosen.length + accepted.length } : null);
    if (text) alert.error('Erro', text);
    if (accepted.length > 0) onTake(accepted);
  };
  // The refusal is outdated once other files are chosen.
  return { take, refusal: refused?.beside === chosen.length ? refused.text : undefined };
}

const namesOf = (files: readonly File[]) => files.map(({ name }) => name).join(', ');
