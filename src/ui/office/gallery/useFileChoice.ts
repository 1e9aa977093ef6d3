import { useState } from 'react';
import { mayBeOfKind, wrongFileType } from '../../../contract/fileTypes.ts';
import { alert } from '../alerts.tsx';

interface Options {
  chosen: readonly unknown[];
  /** How many there may be at most. */
  most: number | undefined;
  onTake: (taken: readonly File[]) => void;
}

/** Takes of the files that somebody chooses or drops those that fit, and says which do not. */
export function useFileChoice({ chosen, most, onTake }: Options) {
  const [refused, setRefused] = useState<{ text: string; beside: number } | null>(null);
  const take = (files: readonly File[]) => {
    const right = files.filter((file) => mayBeOfKind('image', file));
    const room = most === undefined ? right.length : Math.max(0, most - chosen.length);
    const [taken, left] = [right.slice(0, room), right.slice(room)];
    const wrong = files.filter((file) => !right.includes(file));
    const text = [
      wrong.length > 0 && `${namesOf(wrong)}: ${wrongFileType('image')}`,
      left.length > 0 && `Cabem ${most} fotos por vez. Ficou de fora: ${namesOf(left)}.`,
    ]
      .filter(Boolean)
      .join(' ');
    setRefused(text ? { text, beside: chosen.length + taken.length } : null);
    if (text) alert.error('Erro', text);
    if (taken.length > 0) onTake(taken);
  };
  // What was refused stops being news once other files are chosen.
  return { take, refusal: refused?.beside === chosen.length ? refused.text : undefined };
}

const namesOf = (files: readonly File[]) => files.map(({ name }) => name).join(', ');
