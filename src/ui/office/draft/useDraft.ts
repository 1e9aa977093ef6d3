import { useEffect, useMemo, useRef, useState } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import { getSession, useSession } from '../session.ts';
import { type Draft, findDraft, forgetDraft, keepDraft, type Values } from './drafts.ts';
import { heldDrafts, holdDraft } from './hold.ts';
import { type Difference, merge } from './merge.ts';

/** Who saved a record, and when. */
export interface SavedBy {
  by: string | null;
  at: string;
}

/** What is told of a draft that came back. */
export interface Recovered {
  /** When it was last changed (ms). */
  at: number;
  /** Files that are not kept here and have to be chosen again. */
  lost: readonly string[];
  /** The record was saved since, and by whom where that is known. */
  changed: false | (SavedBy | true);
  /** What both have changed. */
  differences: readonly Difference[];
}

interface Options<V extends FieldValues, P> {
  form: UseFormReturn<V>;
  /** Tells this form from all others. */
  name: string;
  /** It is about people: nothing of it outlives the session. */
  personal: boolean;
  /** What the fields start with now. */
  values: V;
  /** Of the record as it was read. */
  version: unknown;
  /** The fields that hold files. */
  files: Readonly<Record<string, unknown>>;
  /** Saved or given up: nothing is kept any more. */
  left: { readonly current: boolean };
  /** When it is to show, which no field holds; `chosen` is null as long as that is as it stands. */
  plan?: { chosen: P | null; choose: (chosen: P) => void };
}

const SOON_MS = 200;
const SECRET = /password|token|secret|passkey|^otp$/i;

/** What a draft may hold of what is typed: neither files, which are kept beside it, nor what opens something. */
export const textIn = (values: Values, files: Options<never, never>['files']): Values =>
  Object.fromEntries(Object.entries(values).filter(([field]) => !(field in files) && !SECRET.test(field)));

/** Who was first, for the form that comes after a refused save. */
const refusedBy = new Map<string, SavedBy>();

const newId = () => [...crypto.getRandomValues(new Uint32Array(4))].map((part) => part.toString(36)).join('');
const isEmpty = (chosen: unknown) => chosen == null || (Array.isArray(chosen) && chosen.length === 0);

/** Keeps what is typed and chosen in a form, and gives it back to whoever opens that form again. */
export function useDraft<V extends FieldValues, P = never>(options: Options<V, P>) {
  const { name } = options;
  const { subscribe } = options.form;
  const owner = useSession().user?.uuid;
  const [recovered, setRecovered] = useState<Recovered | null>(null);
  const latest = useRef(options);
  latest.current = options;
  const labels = useRef<ReadonlyMap<string, string>>(new Map());

  const keeper = useMemo(() => {
    const { files } = latest.current;
    const textOf = (values: Values) => textIn(values, files);
    const chosenOf = (values: Values) =>
      Object.fromEntries(Object.entries(values).filter(([field]) => field in files));

    let id = newId();
    let base = textOf(latest.current.values);
    let owned: string | undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let writing: Promise<void> = Promise.resolve();
    let busy = 0;
    /** Whether all that is in the form would be back after a crash. */
    let isSafe = true;

    const write = async () => {
      if (!owned || latest.current.left.current) return;
      const { values, version, plan, personal } = latest.current;
      // A form that closes because its person leaves is the last to write.
      if (personal && getSession().user?.uuid !== owned) return forgetDraft(id);
      const typed = latest.current.form.getValues();
      const { differences, values: merged } = merge(textOf(values), textOf(typed), textOf(values));
      const isAsStored =
        !plan?.chosen &&
        differences.length === 0 &&
        JSON.stringify(merged) === JSON.stringify(textOf(values)) &&
        Object.values(chosenOf(typed)).every(isEmpty);
      if (isAsStored) return forgetDraft(id);
      const draft = { id, owner: owned, form: name, at: Date.now(), version, base, values: textOf(typed) };
      isSafe = await keepDraft(
        {
          ...draft,
          ...(personal && { personal }),
          labels: Object.fromEntries(labels.current),
          ...(plan?.chosen && { plan: plan.chosen }),
        },
        chosenOf(typed) as never,
      );
    };
    const keepNow = (): Promise<void> => {
      clearTimeout(timer);
      timer = undefined;
      busy += 1;
      writing = writing
        .then(write)
        // Storage that is full or switched off: whoever leaves is asked, as long as that is so.
        .catch(() => {
          isSafe = false;
        })
        .finally(() => {
          busy -= 1;
        });
      return writing;
    };
    const soon = () => {
      timer ??= setTimeout(() => void keepNow(), SOON_MS);
    };

    /** Puts what was typed over what is stored by now, and says what became of it. */
    const lay = (
      draft: Pick<Draft, 'base' | 'values' | 'at' | 'version' | 'plan'>,
      chosen: Values,
      lost: readonly string[],
    ) => {
      const { values, version } = latest.current;
      const stored = textOf(values);
      const merged = merge(draft.base, draft.values, stored);
      const isNothing =
        !draft.plan &&
        JSON.stringify(merged.values) === JSON.stringify(stored) &&
        Object.values(chosen).every(isEmpty) &&
        lost.length === 0;
      base = stored;
      if (isNothing) return false;
      latest.current.form.reset({ ...values, ...merged.values, ...chosen } as V, { keepDefaultValues: true });
      if (draft.plan) latest.current.plan?.choose(draft.plan as P);
      const isChanged = draft.version !== version;
      setRecovered({
        at: draft.at,
        lost,
        changed: isChanged && (refusedBy.get(name) ?? true),
        differences: isChanged ? merged.differences : [],
      });
      refusedBy.delete(name);
      soon();
      return true;
    };

    return {
      soon,
      keepNow,
      isSafe: () => isSafe,
      isPending: () => timer !== undefined || busy > 0,
      async open(person: string): Promise<() => void> {
        const found = await findDraft(person, name, await heldDrafts());
        owned = person;
        const { values, form: own } = latest.current;
        // Whoever types already is not interrupted: the draft waits for the next time.
        const isUntouched = JSON.stringify(textOf(own.getValues())) === JSON.stringify(textOf(values));
        if (found && isUntouched) {
          id = found.draft.id;
          if (!lay(found.draft, found.files, found.lost)) await forgetDraft(id);
        }
        soon();
        return holdDraft(id);
      },
      /** What was typed, over another state of the record, in the same form. */
      rebase(typed: V, before: V) {
        lay(
          { base: textOf(before), values: textOf(typed), at: Date.now(), version: null },
          chosenOf(typed),
          [],
        );
      },
      forget() {
        clearTimeout(timer);
        timer = undefined;
        writing = writing.then(() => forgetDraft(id)).catch(() => {});
      },
    };
  }, [name]);

  const chosen = options.plan?.chosen;
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is kept as often as it is chosen
  useEffect(() => keeper.soon(), [chosen, keeper]);
  useEffect(() => subscribe({ formState: { values: true }, callback: keeper.soon }), [subscribe, keeper]);

  useEffect(() => {
    if (!owner) return;
    let isOver = false;
    let release = () => {};
    keeper
      .open(owner)
      .then((stop) => {
        if (isOver) stop();
        else release = stop;
      })
      .catch(() => {});
    const hidden = () => {
      if (document.visibilityState === 'hidden') void keeper.keepNow();
    };
    document.addEventListener('visibilitychange', hidden);
    return () => {
      isOver = true;
      document.removeEventListener('visibilitychange', hidden);
      release();
      void keeper.keepNow();
    };
  }, [owner, keeper]);

  return {
    ...keeper,
    recovered,
    labels,
    /** The notice has been read, or stands for nothing any more. */
    dismiss: () => setRecovered(null),
    /** Somebody else saved first: what is here is kept for the form that comes next. */
    refused(saved: SavedBy): Promise<void> {
      refusedBy.set(name, saved);
      return keeper.keepNow();
    },
    /** Whether that form is what comes. */
    isRefused: () => refusedBy.has(name),
  };
}
