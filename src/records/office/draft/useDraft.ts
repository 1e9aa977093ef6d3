import { useEffect, useMemo, useRef, useState } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import { getSession, useSession } from '../session.ts';
import { lockDraft, lockedDrafts } from './draftLocks.ts';
import { type Difference, merge } from './mergeDraft.ts';
import { type DraftValues, deleteDraft, findDraft, type StoredDraft, storeDraft } from './storedDrafts.ts';

/** Author and time of a save. */
export interface SaveInfo {
  by: string | null;
  at: string;
}

/** Description of a recovered draft. */
export interface RecoveredDraft {
  /** Time of its last change (ms). */
  at: number;
  /** Names of files that were not stored and must be chosen again. */
  lost: readonly string[];
  /** Whether the record was saved since, and by whom if known. */
  changed: false | (SaveInfo | true);
  /** Fields that both sides changed. */
  differences: readonly Difference[];
}

interface Options<V extends FieldValues, P> {
  form: UseFormReturn<V>;
  /** Unique name of the form. */
  name: string;
  /** Contains personal data, so drafts do not outlive the session. */
  personal: boolean;
  /** Current initial values of the fields. */
  values: V;
  /** Version of the record as it was read. */
  version: unknown;
  /** Fields of files. */
  files: Readonly<Record<string, unknown>>;
  /** Set once the form is saved or abandoned: no draft is stored any more. */
  left: { readonly current: boolean };
  /** Publication plan, which is not a form field; `chosen` is null while it equals the stored one. */
  plan?: { chosen: P | null; choose: (chosen: P) => void };
}

const SOON_MS = 200;
const SECRET = /password|token|secret|passkey|^otp$/i;

/** Returns the values that a draft may contain: neither files, which are stored separately, nor credentials. */
export const draftableText = (values: DraftValues, files: Options<never, never>['files']): DraftValues =>
  Object.fromEntries(Object.entries(values).filter(([field]) => !(field in files) && !SECRET.test(field)));

/** Authors of conflicting saves, by form, for the form that is shown after a refused save. */
const refusedBy = new Map<string, SaveInfo>();

const newId = () => [...crypto.getRandomValues(new Uint32Array(4))].map((part) => part.toString(36)).join('');
const isEmpty = (chosen: unknown) => chosen == null || (Array.isArray(chosen) && chosen.length === 0);

/** Stores the values of a form as a draft, and restores them when the form is opened again. */
export function useDraft<V extends FieldValues, P = never>(options: Options<V, P>) {
  const { name } = options;
  const { subscribe } = options.form;
  const owner = useSession().user?.uuid;
  const [recovered, setRecovered] = useState<RecoveredDraft | null>(null);
  const latest = useRef(options);
  latest.current = options;
  const labels = useRef<ReadonlyMap<string, string>>(new Map());

  const keeper = useMemo(() => {
    const { files } = latest.current;
    const textOf = (values: DraftValues) => draftableText(values, files);
    const chosenOf = (values: DraftValues) =>
      Object.fromEntries(Object.entries(values).filter(([field]) => field in files)) as Parameters<
        typeof storeDraft
      >[1];

    let id = newId();
    let base = textOf(latest.current.values);
    let ownerUuid: string | undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let writing: Promise<void> = Promise.resolve();
    let busy = 0;
    /** Whether everything in the form would survive a crash. */
    let isSafe = true;

    const write = async () => {
      if (!ownerUuid || latest.current.left.current) return;
      const { values, version, plan, personal } = latest.current;
      // If the form closes because of a sign-out, it must not write a draft again.
      if (personal && getSession().user?.uuid !== ownerUuid) return deleteDraft(id);
      const typed = latest.current.form.getValues();
      const { differences, values: merged } = merge(textOf(values), textOf(typed), textOf(values));
      const isUnchanged =
        !plan?.chosen &&
        differences.length === 0 &&
        JSON.stringify(merged) === JSON.stringify(textOf(values)) &&
        Object.values(chosenOf(typed)).every(isEmpty);
      if (isUnchanged) return deleteDraft(id);
      const draft = {
        id,
        owner: ownerUuid,
        form: name,
        at: Date.now(),
        version,
        base,
        values: textOf(typed),
      };
      isSafe = await storeDraft(
        {
          ...draft,
          ...(personal && { personal }),
          labels: Object.fromEntries(labels.current),
          ...(plan?.chosen && { plan: plan.chosen }),
        },
        chosenOf(typed),
      );
    };
    const storeNow = (): Promise<void> => {
      clearTimeout(timer);
      timer = undefined;
      busy += 1;
      writing = writing
        .then(write)
        // Storage is full or disabled: until a write succeeds, leaving the form needs a confirmation.
        .catch(() => {
          isSafe = false;
        })
        .finally(() => {
          busy -= 1;
        });
      return writing;
    };
    const storeSoon = () => {
      timer ??= setTimeout(() => void storeNow(), SOON_MS);
    };

    /**
     * Merges a draft into the stored values, shows it and describes the result. Returns whether anything
     * differs.
     */
    const applyDraft = (
      draft: Pick<StoredDraft, 'base' | 'values' | 'at' | 'version' | 'plan'>,
      chosen: DraftValues,
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
      storeSoon();
      return true;
    };

    return {
      soon: storeSoon,
      keepNow: storeNow,
      isSafe: () => isSafe,
      isPending: () => timer !== undefined || busy > 0,
      async open(person: string): Promise<() => void> {
        const found = await findDraft(person, name, await lockedDrafts());
        ownerUuid = person;
        const { values, form } = latest.current;
        // Typing has begun, so do not interrupt; the draft is offered next time.
        const isUntouched = JSON.stringify(textOf(form.getValues())) === JSON.stringify(textOf(values));
        if (found && isUntouched) {
          id = found.draft.id;
          if (!applyDraft(found.draft, found.files, found.lost)) await deleteDraft(id);
        }
        storeSoon();
        return lockDraft(id);
      },
      /** Applies typed values to a new version of the record in the same form. */
      rebase(typed: V, before: V) {
        applyDraft(
          { base: textOf(before), values: textOf(typed), at: Date.now(), version: null },
          chosenOf(typed),
          [],
        );
      },
      forget() {
        clearTimeout(timer);
        timer = undefined;
        writing = writing.then(() => deleteDraft(id)).catch(() => {});
      },
    };
  }, [name]);

  const chosen = options.plan?.chosen;
  // biome-ignore lint/correctness/useExhaustiveDependencies: store the draft on each choice
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
    const onVisibilityChange = () => {
      if (document.visibilityState === 'hidden') void keeper.keepNow();
    };
    document.addEventListener('visibilitychange', onVisibilityChange);
    return () => {
      isOver = true;
      document.removeEventListener('visibilitychange', onVisibilityChange);
      release();
      void keeper.keepNow();
    };
  }, [owner, keeper]);

  return {
    ...keeper,
    recovered,
    labels,
    /** Hides the notice. */
    dismiss: () => setRecovered(null),
    /** Another user saved first: keep the values for the form that is shown next. */
    keepForConflict(saved: SaveInfo): Promise<void> {
      refusedBy.set(name, saved);
      return keeper.keepNow();
    },
    /** Whether that form is still to be shown. */
    hasConflict: () => refusedBy.has(name),
  };
}
