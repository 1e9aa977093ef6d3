import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import {
  type DefaultValues,
  type FieldErrors,
  type FieldValues,
  type Path,
  type Resolver,
  useForm,
  useWatch,
} from 'react-hook-form';
import { useNavigate, useRevalidator } from 'react-router';
import { DASHBOARD } from '../../../contract/addresses.ts';
import type { CallInput } from '../../../contract/caller.ts';
import {
  type Body,
  type Endpoint,
  type FileField,
  pathOf,
  type ResponseBody,
} from '../../../contract/endpoint.ts';
import { type Failure, fieldErrors } from '../../../contract/failure.ts';
import { previewOf } from '../../../contract/preview.ts';
import type { PublicationState } from '../../../contract/publicationPlan.ts';
import type { Office } from '../../../contract/resource.ts';
import { chooseFile, texts } from '../../../contract/texts.ts';
import { alert } from '../alerts.tsx';
import { callEndpoint } from '../callEndpoint.ts';
import { type SaveInfo, useDraft } from '../draft/useDraft.ts';
import { returnLink, storeListRow } from '../listState.ts';
import { failureFrom } from '../loadScreen.ts';
import { withReauth } from '../session.ts';
import { remainingText } from '../upload/remaining.ts';
import { usePermissions } from '../usePermissions.ts';
import { useUndoOffers } from '../useUndoOffers.ts';
import { type FieldRules, rulesOf } from './formRules.ts';
import { pressReleased } from './pointerPress.browser.ts';
import { uploadProgressByFile } from './uploadProgress.ts';
import { useConcurrentChange } from './useConcurrentChange.ts';
import { usePublicationPlan } from './usePlan.ts';

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
  /** Takes over after a save, if its response must be shown first. */
  onSaved?: (answer: ResponseBody<E>) => void;
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
  const body = bodyOf(endpoint);
  const files: Record<string, FileField> = useMemo(
    () => (body.type === 'multipart' ? body.files : {}),
    [body],
  );

  const readTyped = useRef(options.parse ?? identity);
  readTyped.current = options.parse ?? identity;
  const resolver: Resolver<V> = useCallback(
    async (typed) => {
      await pressReleased();
      const { fields, problems } = readTyped.current(typed);
      const result = await body.schema.safeParseAsync({ ...extraFields, ...fields });
      const fieldMessages = result.success ? {} : fieldErrors(result.error);
      for (const [name, problem] of Object.entries(problems)) fieldMessages[name] = [problem];
      for (const [name, file] of Object.entries(files)) {
        if (file.required && isEmpty(typed[name]) && isEmpty(file.or && typed[file.or]))
          fieldMessages[name] = [chooseFile[file.kind]];
      }
      const errors = Object.fromEntries(
        Object.entries(fieldMessages).map(([name, messages]) => [
          name,
          { type: 'contract', message: messages[0] },
        ]),
      );
      if (Object.keys(errors).length > 0) return { values: {}, errors: errors as FieldErrors<V> };
      return { values: typed, errors: {} };
    },
    [body, files, extraFields],
  );

  const form = useForm<V>({
    defaultValues: values as DefaultValues<V>,
    resolver,
    mode: 'onTouched',
    shouldFocusError: false,
  });
  const { control, setError, setFocus, reset, handleSubmit, formState } = form;
  // Read during render, because the form only tracks properties that were read.
  const { isDirty, isSubmitting } = formState;

  const fileRules: FieldRules = useMemo(
    () =>
      Object.fromEntries(
        Object.entries(files).map(([name, { required }]) => [name, { required, maxLength: undefined }]),
      ),
    [files],
  );
  const required = useMemo(() => {
    const rules = { ...rulesOf(body.schema), ...fileRules };
    return Object.keys(rules).filter((name) => rules[name]?.required) as Path<V>[];
  }, [body, fileRules]);
  const requiredValues = useWatch({ control, name: required }) as unknown[];
  const alternativeNames = required.map((name) => (files[name]?.or ?? name) as Path<V>);
  const alternatives = useWatch({ control, name: alternativeNames }) as unknown[];
  const complete = !requiredValues.some((value, at) => isEmpty(value) && isEmpty(alternatives[at]));

  const [progress, setProgress] = useState<number | null>(null);
  /** Estimated remaining time of the upload, in words. */
  const [remaining, setRemaining] = useState<string | null>(null);
  const [shares, setShares] = useState<ReadonlyMap<File, number> | null>(null);
  const [conflict, setConflict] = useState<string | null>(null);
  /** Failure on the server's side. */
  const [failed, setFailed] = useState<Failure | null>(null);
  /** Number of failed attempts, so that the summary takes the focus after each. */
  const [attempts, setAttempts] = useState(0);
  /** Closes the alert of the last failed attempt. */
  const closeAlert = useRef(() => {});
  const undoOffers = useUndoOffers();
  const left = useRef(false);
  /** Target after the next save. */
  const next = useRef<'list' | 'again' | 'stay'>('list');
  /** Question of the server before it saves, and the target after that save. */
  const [question, setQuestion] = useState<{ text: string; leads: typeof next.current } | null>(null);
  const isConfirmed = useRef(false);
  const plan = usePublicationPlan(endpoint, record?.publication, canPublishNow(endpoint));
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
    setAttempts(0);
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
      setConflict(null);
      setFailed(null);
      closeAlert.current();
      const { signal } = controller.current;
      const sentVersion = shown.current;
      recordSave();
      try {
        const answer = await withReauth(() =>
          callEndpoint(endpoint, inputOf(typed), { signal, ...progressOf(typed) }),
        );
        const { message, uuid } = (answer as Saved | null)?.data ?? {};
        recordSave();
        left.current = true;
        undoOffers.close();
        draft.forget();
        alert.success(plan.waits ? plan.savedTitle : title, message);
        if (options.onSaved) return options.onSaved(answer);
        // A single record stays unchanged, and so does its screen.
        if (plan.waits && at.single) {
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
          setAttempts(0);
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
          if (plan.waits) reset(values);
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
        if (typeof text === 'string') return setQuestion({ text, leads: next.current });
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
        if (failure.code === 'conflict') setConflict(failure.message);
        if (failure.request || isTransient(failure)) setFailed(failure);
        closeAlert.current = alert.failure(failure);
        setAttempts((count) => count + 1);
      } finally {
        next.current = 'list';
        isConfirmed.current = false;
        setProgress(null);
        setRemaining(null);
        setShares(null);
      }
    },
    () => {
      next.current = 'list';
      isConfirmed.current = false;
      closeAlert.current();
      if (!complete) closeAlert.current = alert.warning('Atenção', texts.fillAll);
      setAttempts((count) => count + 1);
    },
  );

  function partsOf(typed: V) {
    const chosen: Record<string, unknown> = {};
    const text: Record<string, unknown> = { ...extraFields };
    for (const [name, value] of Object.entries(readTyped.current(typed).fields)) {
      if (!(name in files)) text[name] = value;
      else if (!isEmpty(value)) chosen[name] = value;
    }
    return { chosen, text };
  }

  function inputOf(typed: V): CallInput<E> {
    const { chosen, text } = partsOf(typed);
    const dryRun = options.dryRunField && !isConfirmed.current && { [options.dryRunField]: true };
    const fields = { ...(body.schema.parse(text) as object), ...dryRun, ...plan.fields };
    return { params, body: fields, files: chosen } as unknown as CallInput<E>;
  }

  function progressOf(typed: V) {
    // Same order as in `inputOf`.
    const sentFiles = Object.keys(typed).flatMap((name): File[] =>
      name in files ? (typed[name] ?? []) : [],
    );
    if (sentFiles.length === 0) return {};
    const since = performance.now();
    return {
      onProgress: (sent: number, total: number) => {
        setRemaining(remainingText(sent, total, performance.now() - since));
        setProgress(total ? sent / total : 0);
        setShares(uploadProgressByFile(sentFiles, sent, total));
      },
    };
  }

  return {
    form,
    control,
    schema: body.schema,
    fileRules,
    save,
    /** Saves without leaving: for another new record, or with the same one. */
    saveAnd: (then: 'again' | 'stay') => {
      next.current = then;
      return save();
    },
    question: question?.text ?? null,
    /** Answers the server's question: saves, or returns to the form. */
    answer: (isRight: boolean) => {
      setQuestion(null);
      if (!question || !isRight) return;
      isConfirmed.current = true;
      next.current = question.leads;
      return save();
    },
    isNew: !record && Boolean(at.create),
    canStay: Boolean(at.edit) && !options.onSaved && !options.targetAfterSave,
    setFocus,
    /** Whether all required fields have a value. */
    complete,
    dirty: isDirty || plan.chosen !== null,
    saving: isSubmitting,
    /** Whether the record may only be read. */
    locked: !has(endpoint.needs) || (!endpoint.planned && !canPublishNow(endpoint)),
    /** Permission area of the endpoint. */
    area: endpoint.needs?.split('.')[0],
    progress,
    remaining,
    shares,
    attempts,
    conflict,
    failed,
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
              const sent: Record<string, unknown> = { ...text, ...plan.fields };
              return { chosen: chosen as Record<string, File | File[]>, text: sent };
            },
            /** Instant of the scheduled publication. */
            at: plan.publish === 'at' ? plan.at : undefined,
          }
        : null,
    /** Publication plan and publication state. */
    when: plan,
    /** Address of the record's history. */
    history: record && !resource.personal ? at.history(record) : null,
    /** Set after a save: leaving loses nothing. */
    left,
    /** Aborts a save in progress; everything typed and chosen stays. */
    cancel: () => {
      if (!isSubmitting) return;
      controller.current.abort();
      controller.current = new AbortController();
      closeAlert.current = alert.info('Envio cancelado.', 'O que você escolheu continua aqui.');
    },
    /** Resets to the stored values. An alert offers to undo this. */
    discard: (onUndone: () => void) => {
      const typed = form.getValues();
      const { chosen } = plan;
      reset();
      plan.forget();
      draft.dismiss();
      draft.soon();
      setConflict(null);
      setFailed(null);
      setAttempts(0);
      closeAlert.current();
      undoOffers.close();
      undoOffers.undo('Alterações descartadas', 'Voltou ao que está salvo.', () => {
        reset(typed, { keepDefaultValues: true });
        if (chosen) plan.choose(chosen);
        draft.soon();
        onUndone();
      });
    },
    /** Save or deletion of the record by another user or window since it was read. */
    elsewhere: concurrentChange,
    /** Loads the current record and applies the typed changes to it. */
    loadCurrent: async () => {
      if (concurrentChange && isDirty)
        await draft.keepForConflict({ by: concurrentChange.by, at: concurrentChange.at });
      await revalidator.revalidate();
    },
    reload: () => {
      setConflict(null);
      reset();
      return revalidator.revalidate();
    },
  };
}

const identity = <V extends FieldValues>(typed: V) => ({ fields: typed, problems: {} });

/** Returns whether the same request may succeed a moment later. */
const isTransient = ({ code }: Failure) => code === 'unavailable' || code === 'too_slow';

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

function bodyOf({ body, path }: Endpoint): Body {
  if (!body) throw new Error(`${path} takes no body`);
  return body;
}

function isEmpty(value: unknown): boolean {
  if (value === null || value === undefined) return true;
  if (typeof value === 'string') return value.trim() === '';
  return Array.isArray(value) && value.length === 0;
}
