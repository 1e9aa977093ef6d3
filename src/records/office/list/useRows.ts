import { useState } from 'react';
import { useRevalidator } from 'react-router';
import { alert } from '../alerts.tsx';
import { failureFrom } from '../loadScreen.ts';
import type { ScreenMeta } from '../screens.ts';
import { withReauth } from '../session.ts';
import { pauseRowUpdates } from '../useChangeFeed.ts';

interface Answer<T> {
  data: T[];
  meta?: ScreenMeta | undefined;
}

interface Options<T> {
  nameOf: (item: T) => string;
  onReorder: ((uuids: string[]) => Promise<unknown>) | undefined;
}

/** Returns the rows of a list: the server's, with local moves and removals until the next response. */
export function useRows<T extends { uuid: string }>(
  answer: Answer<T> | undefined,
  { nameOf, onReorder }: Options<T>,
) {
  const [localChange, setChanged] = useState<{ of: unknown; rows: T[]; removed: number } | null>(null);
  const [announcement, setAnnouncement] = useState('');
  const revalidator = useRevalidator();

  const local = localChange && localChange.of === answer ? localChange : null;
  const rows = local?.rows ?? answer?.data ?? [];
  const removed = local?.removed ?? 0;
  const meta = answer?.meta && { ...answer.meta, total: answer.meta.total - removed };

  const move = async (from: number, to: number) => {
    const item = rows[from];
    if (!item || to < 0 || to >= rows.length || from === to) return;
    const next = rows.toSpliced(from, 1).toSpliced(to, 0, item);
    setChanged({ of: answer, rows: next, removed });
    setAnnouncement(`${nameOf(item)}: posição ${to + 1} de ${next.length}.`);
    const resume = pauseRowUpdates();
    try {
      await withReauth(async () => onReorder?.(next.map(({ uuid }) => uuid)));
      offerUndo(rows);
      revalidator.revalidate();
    } catch (error) {
      setChanged({ of: answer, rows, removed });
      alert.error('Erro', failureFrom(error).message);
    } finally {
      resume();
    }
  };

  /** Offers to restore the previous order. */
  const offerUndo = (before: T[]) =>
    alert.done('Ordem salva', undefined, {
      label: 'Desfazer',
      run: async () => {
        try {
          await withReauth(async () => onReorder?.(before.map(({ uuid }) => uuid)));
          setAnnouncement('A ordem voltou a ser a de antes.');
        } catch (error) {
          alert.error('Erro', failureFrom(error).message);
        }
        revalidator.revalidate();
      },
    });

  /** Removes a row whose record the server has deleted. */
  const drop = ({ uuid }: T) => {
    setChanged({ of: answer, rows: rows.filter((row) => row.uuid !== uuid), removed: removed + 1 });
    revalidator.revalidate();
  };

  return { rows, meta, move, drop, announcement: announcement };
}
