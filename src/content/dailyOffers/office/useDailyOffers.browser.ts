import { type RefObject, useEffect, useRef } from 'react';
import { useWatch } from 'react-hook-form';
import { useUploads } from '../../../records/office/upload/useUploads.ts';
import type { UndoOffers } from '../../../records/office/useUndoOffers.ts';
import { type DailyOfferItem, newItemKey } from '../dailyOfferItems.ts';
import type { LeafletForm } from './DailyLeafletPage.tsx';

/** State carried along to other days: pictures that were added and not saved yet. */
export interface CarriedOver {
  items: DailyOfferItem[];
  /** Files of added items, by key. */
  files: Map<string, File>;
  focus: string | null;
}

/** Manages the pictures of the form and their uploads. */
export function useOffers({
  form,
  carriedOver,
  undo,
}: Pick<LeafletForm, 'form'> & { carriedOver: RefObject<CarriedOver>; undo: UndoOffers['undo'] }) {
  const { files } = carriedOver.current;
  const items = useWatch({ control: form.control, name: 'offers' });
  const waiting = useWatch({ control: form.control, name: 'waiting' });
  const begun = useRef(new Set<File>());

  const setItems = (next: DailyOfferItem[]) => {
    const how = { shouldDirty: true, shouldValidate: form.formState.isSubmitted };
    form.setValue('waiting', onTheirWay(next, files), how);
    form.setValue('offers', next, how);
  };
  const { uploads, add, cancel, retry } = useUploads((file, uuid) =>
    setItems(
      form
        .getValues('offers')
        .map((item) => (files.get(item.key) === file && !item.picture ? { ...item, picture: uuid } : item)),
    ),
  );
  const addItems = (added: readonly DailyOfferItem[]) => setItems([...form.getValues('offers'), ...added]);
  // An upload may have ended since the last render, so changes start from the form's values.
  const changeItem = (key: string, values: Partial<DailyOfferItem>) =>
    setItems(form.getValues('offers').map((item) => (item.key === key ? { ...item, ...values } : item)));
  const moveItem = (at: number, to: number) => {
    const before = form.getValues('offers');
    const moved = before[at];
    if (moved) setItems(before.toSpliced(at, 1).toSpliced(to, 0, moved));
  };

  // Adds the pictures that were chosen for other days.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once when the screen opens
  useEffect(() => {
    const { items: carried } = carriedOver.current;
    carriedOver.current.items = [];
    if (carried.length > 0) addItems(carried);
  }, []);

  // Starts the uploads of restored and added pictures.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs whenever the pictures change
  useEffect(() => {
    const free = waiting.filter((file) => ![...files.values()].includes(file));
    for (const { key, picture, name } of items) {
      if (picture || files.has(key)) continue;
      const at = free.findIndex((file) => file.name === name);
      const [file] = at < 0 ? [] : free.splice(at, 1);
      if (file) files.set(key, file);
    }
    // Drops restored items whose file was too large for the draft, which has reported it.
    const there = items.filter(({ key, picture }) => picture || files.has(key));
    if (there.length < items.length) return setItems(there);
    const due = onTheirWay(items, files);
    if (due.length !== waiting.length || due.some((file, at) => file !== waiting[at]))
      form.setValue('waiting', due, { shouldDirty: true });
    // Cancels the uploads of removed pictures.
    for (const { id, file } of uploads) {
      if (due.includes(file)) continue;
      begun.current.delete(file);
      cancel(id);
    }
    const fresh = due.filter((file) => !begun.current.has(file));
    for (const file of fresh) begun.current.add(file);
    if (fresh.length > 0) add(fresh);
  }, [items, uploads]);

  // Retries failed uploads when the connection is restored.
  useEffect(() => {
    const again = () => {
      for (const { id, state, isRefused } of uploads) if (state === 'failed' && !isRefused) retry(id);
    };
    window.addEventListener('online', again);
    return () => window.removeEventListener('online', again);
  }, [uploads, retry]);

  const uploadOf = ({ key, picture }: DailyOfferItem) =>
    picture ? undefined : uploads.find(({ file }) => file === files.get(key));
  return {
    items,
    uploads,
    uploadOf,
    retry,
    setItems,
    addItems,
    changeItem,
    moveItem,
    addFiles: (chosen: readonly File[]) => {
      const added = chosen.map((file): DailyOfferItem => {
        const key = newItemKey();
        files.set(key, file);
        return { key, picture: '', name: file.name, alt: '', decorative: false, text: '' };
      });
      addItems(added);
    },
    /** Removes a picture, with an undo that restores its position. */
    remove: (item: DailyOfferItem) => {
      const before = form.getValues('offers');
      const at = before.findIndex(({ key }) => key === item.key);
      setItems(before.filter(({ key }) => key !== item.key));
      undo('Foto tirada', 'Sai quando você salvar.', () =>
        setItems(form.getValues('offers').toSpliced(at, 0, item)),
      );
    },
  };
}

const onTheirWay = (items: readonly DailyOfferItem[], files: Map<string, File>) =>
  items.flatMap(({ key, picture }) => (picture ? [] : (files.get(key) ?? [])));
