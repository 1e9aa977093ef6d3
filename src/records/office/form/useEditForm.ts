import { useEffect, useRef, useState } from 'react';
import { type FieldValues, type Path, useFormState, useWatch } from 'react-hook-form';
import { useNavigate, useRevalidator } from 'react-router';
import { DASHBOARD } from '../../../shared/addresses.ts';
import type { CallInput } from '../../../shared/caller.ts';
import { type Endpoint, pathOf, type ResponseBody } from '../../../shared/endpoint.ts';
import { previewOf } from '../../../shared/preview.ts';
import type { PublicationState } from '../../../shared/publicationPlan.ts';
import type { Office } from '../../../shared/resource.ts';
import { texts } from '../../../shared/text/texts.ts';
import { alert } from '../alerts.tsx';
import { callEndpoint } from '../callEndpoint.ts';
import { type SaveInfo, useDraft } from '../draft/useDraft.ts';
import { returnLink, storeListRow } from '../listState.ts';
import { failureFrom } from '../loadScreen.ts';
import { withReauth } from '../session.ts';
import { usePermissions } from '../usePermissions.ts';
import { useUndoOffers } from '../useUndoOffers.ts';
import { useConcurrentChange } from './useConcurrentChange.ts';
import { useContractForm } from './useContractForm.ts';
import { type PublicationChoice, usePublicationPlan } from './usePlan.ts';
import { useSaveProblems } from './useSaveProblems.ts';
import { useUploadState } from './useUploadState.ts';

export interface EditOptions<E extends Endpoint, V extends FieldValues> {
  endpoint: E;
  /** The record as it was read; absent for a new one. */
  record?: {
    uuid: string;
    version: number;
    publication?: PublicationState | undefined;
    updated_at?: string | undefined;
    last_change?: { at: string; by: string | null } | undefined;
  };
  /** Initial values of the fields: text empty, files null. */
  values: V;
  /** Parameters of the endpoint's path, if not the uuid of `record`. */
  params?: Record<string, string>;
  /** File fields that are uploaded separately; the draft keeps them until then. */
  extraFileFields?: readonly string[];
  /** Converts typed fields to the contract's format before they are validated, sent or previewed. */
  parse?: (typed: V) => { fields: V; problems: Record<string, string> };
  /**
   * Field that requests a dry run for implausible values: the server replies with a question. A confirmed
   * save omits it.
   */
  dryRunField?: string;
  /** Fields sent with every save, if not the version of `record`. */
  extraFields?: Record<string, unknown>;
  /** Resource of the record: after a save its list opens, or the same screen for a single record. */
  resource: Pick<Office, 'at' | 'alerts'> & { personal?: true };
  /** Fields that are the record's schedule, if it has a period of its own. */
  period?: { starts: Path<V>; ends: Path<V> };
  /** Takes over after a save, if its response must be shown first. */
  onSaved?: (answer: ResponseBody<E>) => void;
  /** True if the next screen says what the server's message says, so that the alert leaves it out. */
  messageOnScreen?: boolean;
  /** Returns where a save leads, depending on its response, instead of the list. */
  targetAfterSave?: (answer: E extends Endpoint ? ResponseBody<E> : never) => { to: string; state?: unknown };
}

export type EditForm<V extends FieldValues> = ReturnType<typeof useEditForm<Endpoint, V>>;

/**
 * Returns the state of an edit screen. It validates with the endpoint's schema, saves with progress, and
 * keeps everything typed or chosen, whatever the response.
 */
export function useEditForm<E extends Endpoint, V extends FieldValues>(options: EditOptions<E, V>) {
  const { endpoint, record, values, resource } = options;
  const { extraFields = record && { version: record.version } } = options;
  const params = options.params ?? (record && endpoint.params ? { uuid: record.uuid } : undefined);
  const { at, alerts } = resource;
  const { has, canPublishNow } = usePermissions();
  const to = at.single ?? at.list ?? DASHBOARD;
  const title = params || at.single ? alerts.updated : alerts.created;
  const { form, body, files, fileRules, complete, partsOf } = useContractForm<V>({
    endpoint,
    values,
    extraFields,
    parse: options.parse,
  });
  const { control, setError, setFocus, reset, handleSubmit, formState } = form;
  // Read during render, because the form only tracks properties that were read.
  const { isSubmitting } = formState;

  const upload = useUploadState();
  const problems = useSaveProblems();
  const undoOffers = useUndoOffers();
  const left = useRef(false);
  /** Target after the next save. */
  const next = useRef<'list' | 'again' | 'stay'>('list');
  /** Question of the server before it saves, with the target and the plan of that save. */
  const [question, setQuestion] = useState<{
    text: string;
    leads: typeof next.current;
    by: PublicationChoice | null;
  } | null>(null);
  const isConfirmed = useRef(false);
  const { period } = options;
  const [starts = '', ends = ''] = useWatch({
    control,
    name: (period ? [period.starts, period.ends] : []) as Path<V>[],
  }) as string[];
  const plan = usePublicationPlan({
    endpoint,
    publication: record?.publication,
    mayPublish: canPublishNow(endpoint),
    period: period ? { starts, ends } : null,
  });
  /** Plan of the next save alone, if it is not that of the form. */
  const planOfSave = useRef<PublicationChoice | null>(null);
  const navigate = useNavigate();
  const revalidator = useRevalidator();
  const controller = useRef(new AbortController());
  useEffect(() => {
    controller.current = new AbortController();
    return () => controller.current.abort();
  }, []);

  const draft = useDraft({
    form,
    name: [endpoint.method, pathOf(endpoint.path, params), plan.replaces].filter(Boolean).join(' '),
    personal: resource.personal === true,
    values,
    version: extraFields?.version,
    files: { ...files, ...Object.fromEntries((options.extraFileFields ?? []).map((name) => [name, true])) },
    left,
    plan,
  });

  const {
    elsewhere: concurrentChange,
    saving: recordSave,
    clear,
  } = useConcurrentChange(endpoint.table, record);

  // The screen of a single record stays after a save: the form then resets to the stored values. The fields
  // and the focus remain.
  const version = extraFields?.version;
  const shown = useRef(version);
  /** Called when the form resets to a new version. */
  const renewed = useRef(() => {});
  // biome-ignore lint/correctness/useExhaustiveDependencies: the values change with the version
  useEffect(() => {
    if (shown.current === version) return;
    shown.current = version;
    clear();
    undoOffers.close();
    problems.resetAttempts();
    const [typed, before] = [form.getValues(), formState.defaultValues as V];
    reset(values);
    // Another user saved the record: apply the typed changes to the new version.
    if (left.current) plan.forget();
    else draft.rebase(typed, before);
    left.current = false;
    renewed.current();
  }, [version]);

  const save = handleSubmit(
    async (typed) => {
      problems.clear();
      const { signal } = controller.current;
      const planned = plan.saveBy(planOfSave.current ?? plan);
      const sentVersion = shown.current;
      recordSave();
      try {
        const answer = await withReauth(() =>
          callEndpoint(endpoint, inputOf(typed, planned.fields), {
            signal,
            ...upload.tracking(filesIn(typed)),
          }),
        );
        const { message, uuid } = (answer as Saved | null)?.data ?? {};
        recordSave();
        left.current = true;
        undoOffers.close();
        draft.forget();
        alert.success(planned.waits ? planned.title : title, options.messageOnScreen ? undefined : message);
        if (options.onSaved) return options.onSaved(answer);
        // A single record stays unchanged, and so does its screen.
        if (planned.waits && at.single) {
          reset(values);
          left.current = false;
          plan.forget();
          return await revalidator.revalidate();
        }
        if (options.targetAfterSave) {
          const { to, state } = options.targetAfterSave(answer as never);
          return await navigate(to, { replace: true, state });
        }
        const then = next.current;
        if (then === 'again') {
          reset(values);
          plan.forget();
          left.current = false;
          problems.resetAttempts();
          const [first] = Object.keys(values) as Path<V>[];
          if (first) requestAnimationFrame(() => setFocus(first));
          return;
        }
        if (uuid) storeListRow(to, uuid);
        if (then === 'stay' && uuid && at.edit) {
          if (!record) return await navigate(at.edit({ uuid }), { replace: true });
          plan.forget();
          await revalidator.revalidate();
          // A pending change leaves the record unchanged.
          if (planned.waits) reset(values);
          else if (shown.current === sentVersion) await untilReplaced(signal, renewed);
          left.current = false;
          return;
        }
        const { to: address, ...linkState } = returnLink(to);
        await navigate(address, { replace: true, ...linkState });
        if (shown.current === sentVersion) await untilReplaced(signal, renewed);
      } catch (error) {
        if (signal.aborted) return;
        const failure = failureFrom(error);
        const text = failure.extra?.question;
        if (typeof text === 'string')
          return setQuestion({ text, leads: next.current, by: planOfSave.current });
        const fieldMessages = Object.entries(failure.fields ?? {}).map(
          ([name, [message]]) => [name, message ?? failure.message] as const,
        );
        for (const [name, message] of fieldMessages) {
          const fieldName = name.replace(/\[\]$|\..*$/, '') as Path<V>;
          setError(fieldName in values ? fieldName : (`root.${fieldName}` as Path<V>), {
            type: 'server',
            message,
            // All messages, for fields with several values to pick theirs.
            types: Object.fromEntries(fieldMessages),
          });
        }
        const saved =
          failure.code === 'conflict' ? (failure.extra?.saved as SaveInfo | undefined) : undefined;
        if (saved) {
          // The form reloads the current record, applies the typed values to it, and shows a notice about
          // both.
          await draft.keepForConflict(saved);
          await revalidator.revalidate();
          return;
        }
        problems.fail(failure);
      } finally {
        next.current = 'list';
        planOfSave.current = null;
        isConfirmed.current = false;
        upload.reset();
      }
    },
    () => {
      next.current = 'list';
      planOfSave.current = null;
      isConfirmed.current = false;
      problems.rejectFields(complete ? null : () => alert.warning('Atenção', texts.fillAll));
    },
  );

  function inputOf(typed: V, planned: object): CallInput<E> {
    const { chosen, text } = partsOf(typed);
    const dryRun = options.dryRunField && !isConfirmed.current && { [options.dryRunField]: true };
    const fields = { ...(body.schema.parse(text) as object), ...dryRun, ...planned };
    return { params, body: fields, files: chosen } as unknown as CallInput<E>;
  }

  /** Returns the chosen files in the same order as `inputOf`. */
  const filesIn = (typed: V) =>
    Object.keys(typed).flatMap((name): File[] => (name in files ? (typed[name] ?? []) : []));

  return {
    form,
    control,
    setFocus,
    save,
    /** Whether all required fields have a value. */
    complete,
    saving: isSubmitting,
    /** Rules of the fields, from the contract. */
    rules: { schema: body.schema, fileRules },
    /** Ways to save without leaving: for another new record, or with the same one. */
    waysToSave: {
      isNew: !record && Boolean(at.create),
      canStay: Boolean(at.edit) && !options.onSaved && !options.targetAfterSave,
      saveAnd: (then: 'again' | 'stay') => {
        next.current = then;
        return save();
      },
      /** Saves by another plan than the form's, which applies to this save alone. */
      saveBy: (publish: 'now' | 'later') => {
        planOfSave.current = { publish, at: '', leaves: plan.leaves };
        return save();
      },
    },
    question: {
      text: question?.text ?? null,
      /** Answers the server's question: saves, or returns to the form. */
      answer: (isRight: boolean) => {
        setQuestion(null);
        if (!question || !isRight) return;
        isConfirmed.current = true;
        next.current = question.leads;
        planOfSave.current = question.by;
        return save();
      },
    },
    access: {
      /** Whether the record may only be read. */
      locked: !has(endpoint.needs) || (!endpoint.planned && !canPublishNow(endpoint)),
      /** Permission area of the endpoint. */
      area: endpoint.needs?.split('.')[0],
    },
    upload: {
      ...upload,
      /** Aborts a save in progress; everything typed and chosen stays. */
      cancel: () => {
        if (!isSubmitting) return;
        controller.current.abort();
        controller.current = new AbortController();
        problems.closeLater(alert.info('Envio cancelado.', 'O que você escolheu continua aqui.'));
      },
    },
    problems: {
      ...problems,
      /** Loads the current record after a conflict. */
      reload: () => {
        problems.clearConflict();
        reset();
        return revalidator.revalidate();
      },
    },
    draft,
    /** Undo alerts for changes of the form. */
    undoOffers,
    /** Preview of unsaved values; null if shoppers see nothing of the record. */
    preview:
      endpoint.table && endpoint.needs && !resource.personal
        ? {
            call: previewOf(endpoint.table, endpoint.needs),
            uuid: params?.uuid,
            save: endpoint.path,
            body,
            /** Returns what a save would send now. */
            held: () => {
              const { chosen, text } = partsOf(form.getValues());
              const sent: Record<string, unknown> = { ...text, ...plan.saveBy(plan).fields };
              return { chosen: chosen as Record<string, File | File[]>, text: sent };
            },
            /** Instant of the scheduled publication. */
            at: plan.publish === 'at' ? plan.at : undefined,
          }
        : null,
    /** Publication plan and publication state. */
    when: plan,
    /** Instant of the last change of the record. */
    updatedAt: record?.updated_at,
    /** Screen that the form leads back to. */
    back: at.list ? { to: at.list } : { to: DASHBOARD, label: 'Voltar' },
    /** Address of the record's history. */
    history: record && !resource.personal ? at.history(record) : null,
    /** Set after a save: leaving loses nothing. */
    left,
    /** Resets to the stored values. An alert offers to undo this. */
    discard: (onUndone: () => void) => {
      const typed = form.getValues();
      const { chosen } = plan;
      reset();
      plan.forget();
      draft.dismiss();
      draft.soon();
      problems.clear();
      problems.resetAttempts();
      undoOffers.close();
      undoOffers.undo('Alterações descartadas', 'Voltou ao que está salvo.', () => {
        reset(typed, { keepDefaultValues: true });
        if (chosen) plan.choose(chosen);
        draft.soon();
        onUndone();
      });
    },
    concurrent: {
      /** Save or deletion of the record by another user or window since it was read. */
      change: concurrentChange,
      /** Loads the current record and applies the typed changes to it, if there are any. */
      loadCurrent: async (isDirty: boolean) => {
        if (concurrentChange && isDirty)
          await draft.keepForConflict({ by: concurrentChange.by, at: concurrentChange.at });
        await revalidator.revalidate();
      },
    },
  };
}

/** Returns whether a form has unsaved changes. Called by what shows it: its first key renders no other part again. */
export function useIsDirty<V extends FieldValues>({
  control,
  when,
}: Pick<EditForm<V>, 'control' | 'when'>): boolean {
  const { isDirty } = useFormState({ control });
  return isDirty || when.chosen !== null;
}

/** Body of the response to a write. */
interface Saved {
  data?: { message?: string; uuid?: string };
}

const REPLACED_MS = 3000;

/**
 * Resolves when this form is unmounted (`signal` aborts) or resets. The screen of a single record stays
 * mounted and gets its new data a moment later. Until then the form stays disabled, so that no typed text is
 * lost.
 */
function untilReplaced(signal: AbortSignal, renewed: { current: () => void }): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve();
    renewed.current = resolve;
    signal.addEventListener('abort', () => resolve(), { once: true });
    setTimeout(resolve, REPLACED_MS);
  });
}
