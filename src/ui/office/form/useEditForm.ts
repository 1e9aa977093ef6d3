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
  type AnswerBody,
  type Body,
  type Endpoint,
  type FileField,
  pathOf,
} from '../../../contract/endpoint.ts';
import { type Failure, fieldErrors } from '../../../contract/failure.ts';
import type { PublicationState } from '../../../contract/plan.ts';
import { previewOf } from '../../../contract/preview.ts';
import type { Office } from '../../../contract/resource.ts';
import { chooseFile, texts } from '../../../contract/texts.ts';
import { alert } from '../alerts.tsx';
import { callEndpoint } from '../callEndpoint.ts';
import { type SavedBy, useDraft } from '../draft/useDraft.ts';
import { rememberRow, wayBack } from '../listPlace.ts';
import { failureFrom } from '../load.ts';
import { useMay } from '../may.ts';
import { withReauth } from '../session.ts';
import { remainingText } from '../upload/remaining.ts';
import { useUndoOffers } from '../useUndoOffers.ts';
import { type FieldRules, rulesOf } from './formRules.ts';
import { released } from './pressed.browser.ts';
import { uploadShares } from './uploadShares.ts';
import { useElsewhere } from './useElsewhere.ts';
import { usePlan } from './usePlan.ts';

export interface EditOptions<E extends Endpoint, V extends FieldValues> {
  endpoint: E;
  /** What is changed, as it was read; absent for something new. */
  record?: {
    uuid: string;
    version: number;
    publication?: PublicationState | undefined;
    updated_at?: string | undefined;
    last_change?: { at: string; by: string | null } | undefined;
  };
  /** What the fields start with: text empty, files null. */
  values: V;
  /** What its address names, where that is not `record`. */
  params?: Record<string, string>;
  /** Fields with files that go another way; until then the draft keeps them. */
  keeps?: readonly string[];
  /** Reads typed fields that the wire has in another form; called before they are checked, sent or previewed. */
  read?: (typed: V) => { fields: V; problems: Record<string, string> };
  /** Field that asks the server for a question before it saves what is unlikely; a confirmed save is sent without it. */
  asks?: string;
  /** Sent with every save, where that is not the version of `record`. */
  fixed?: Record<string, unknown>;
  /** Whose record it is: once it is saved its list follows, or the same screen for a single record. */
  resource: Pick<Office, 'at' | 'alerts'> & { personal?: true };
  /** Takes over from there, where what was answered is to be shown before anything else. */
  onSaved?: (answer: AnswerBody<E>) => void;
  /** Where a save leads by what it answers, in place of the list. */
  leads?: (answer: E extends Endpoint ? AnswerBody<E> : never) => { to: string; state?: unknown };
}

export type EditForm<V extends FieldValues> = ReturnType<typeof useEditForm<Endpoint, V>>;

/**
 * The state of an edit screen: validates with the endpoint's own schema, saves with progress, and loses nothing
 * that was typed or chosen, whatever the answer is.
 */
export function useEditForm<E extends Endpoint, V extends FieldValues>(options: EditOptions<E, V>) {
  const { endpoint, record, values, resource } = options;
  const { fixed = record && { version: record.version } } = options;
  const params = options.params ?? (record && endpoint.params ? { uuid: record.uuid } : undefined);
  const { at, alerts } = resource;
  const { may, mayNow } = useMay();
  const to = at.single ?? at.list ?? DASHBOARD;
  const title = params || at.single ? alerts.updated : alerts.created;
  const body = bodyOf(endpoint);
  const files: Record<string, FileField> = useMemo(
    () => (body.type === 'multipart' ? body.files : {}),
    [body],
  );

  const reading = useRef(options.read ?? asTyped);
  reading.current = options.read ?? asTyped;
  const resolver: Resolver<V> = useCallback(
    async (typed) => {
      await released();
      const { fields, problems } = reading.current(typed);
      const result = await body.schema.safeParseAsync({ ...fixed, ...fields });
      const found = result.success ? {} : fieldErrors(result.error);
      for (const [name, problem] of Object.entries(problems)) found[name] = [problem];
      for (const [name, file] of Object.entries(files)) {
        if (file.required && isEmpty(typed[name]) && isEmpty(file.or && typed[file.or]))
          found[name] = [chooseFile[file.kind]];
      }
      const errors = Object.fromEntries(
        Object.entries(found).map(([name, messages]) => [name, { type: 'contract', message: messages[0] }]),
      );
      if (Object.keys(errors).length > 0) return { values: {}, errors: errors as FieldErrors<V> };
      return { values: typed, errors: {} };
    },
    [body, files, fixed],
  );

  const form = useForm<V>({
    defaultValues: values as DefaultValues<V>,
    resolver,
    mode: 'onTouched',
    shouldFocusError: false,
  });
  const { control, setError, setFocus, reset, handleSubmit, formState } = form;
  // Read here, because the form only tells of what was asked for.
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
  const needed = useWatch({ control, name: required }) as unknown[];
  const others = required.map((name) => (files[name]?.or ?? name) as Path<V>);
  const instead = useWatch({ control, name: others }) as unknown[];
  const complete = !needed.some((value, at) => isEmpty(value) && isEmpty(instead[at]));

  const [progress, setProgress] = useState<number | null>(null);
  /** How long the rest of it takes. */
  const [remaining, setRemaining] = useState<string | null>(null);
  const [shares, setShares] = useState<ReadonlyMap<File, number> | null>(null);
  const [conflict, setConflict] = useState<string | null>(null);
  /** What went wrong on the server's side. */
  const [failed, setFailed] = useState<Failure | null>(null);
  /** Counts the attempts that failed, so that the summary can take the focus each time. */
  const [attempts, setAttempts] = useState(0);
  /** Closes what the last attempt complained of, once there is another. */
  const complaint = useRef(() => {});
  const undoOffers = useUndoOffers();
  const left = useRef(false);
  /** Where the next save leads. */
  const next = useRef<'list' | 'again' | 'stay'>('list');
  /** Question of the server before it saves, and where that save leads. */
  const [question, setQuestion] = useState<{ text: string; leads: typeof next.current } | null>(null);
  const isConfirmed = useRef(false);
  const when = usePlan(endpoint, record?.publication, mayNow(endpoint));
  const navigate = useNavigate();
  const revalidator = useRevalidator();
  const sending = useRef(new AbortController());
  useEffect(() => {
    sending.current = new AbortController();
    return () => sending.current.abort();
  }, []);

  const draft = useDraft({
    form,
    name: [endpoint.method, pathOf(endpoint.path, params), when.replaces].filter(Boolean).join(' '),
    personal: resource.personal === true,
    values,
    version: fixed?.version,
    files: { ...files, ...Object.fromEntries((options.keeps ?? []).map((name) => [name, true])) },
    left,
    plan: when,
  });

  const { elsewhere, saving: noteSave, clear } = useElsewhere(endpoint.table, record);

  // A single record stays on the screen when it is saved: from then on the form starts with what was stored. The
  // fields stay, and so does the focus.
  const version = fixed?.version;
  const shown = useRef(version);
  /** Called when the form starts anew. */
  const renewed = useRef(() => {});
  // biome-ignore lint/correctness/useExhaustiveDependencies: the values come with the version
  useEffect(() => {
    if (shown.current === version) return;
    shown.current = version;
    clear();
    undoOffers.close();
    setAttempts(0);
    const [typed, before] = [form.getValues(), formState.defaultValues as V];
    reset(values);
    // Somebody else saved it: what was typed is still there, and is laid over what it is now.
    if (left.current) when.forget();
    else draft.rebase(typed, before);
    left.current = false;
    renewed.current();
  }, [version]);

  const save = handleSubmit(
    async (typed) => {
      setConflict(null);
      setFailed(null);
      complaint.current();
      const { signal } = sending.current;
      const seen = shown.current;
      noteSave();
      try {
        const answer = await withReauth(() =>
          callEndpoint(endpoint, inputOf(typed), { signal, ...progressOf(typed) }),
        );
        const { message, uuid } = (answer as Saved | null)?.data ?? {};
        noteSave();
        left.current = true;
        undoOffers.close();
        draft.forget();
        alert.success(when.waits ? when.said : title, message);
        if (options.onSaved) return options.onSaved(answer);
        // A single record stays what it was, and so does its screen.
        if (when.waits && at.single) {
          reset(values);
          left.current = false;
          when.forget();
          return await revalidator.revalidate();
        }
        if (options.leads) {
          const { to, state } = options.leads(answer as never);
          return await navigate(to, { replace: true, state });
        }
        const then = next.current;
        if (then === 'again') {
          reset(values);
          when.forget();
          left.current = false;
          setAttempts(0);
          const [first] = Object.keys(values) as Path<V>[];
          if (first) requestAnimationFrame(() => setFocus(first));
          return;
        }
        if (uuid) rememberRow(to, uuid);
        if (then === 'stay' && uuid && at.edit) {
          if (!record) return await navigate(at.edit({ uuid }), { replace: true });
          when.forget();
          await revalidator.revalidate();
          // A change that waits leaves the record as it was.
          if (when.waits) reset(values);
          else if (shown.current === seen) await replaced(signal, renewed);
          left.current = false;
          return;
        }
        const { to: address, ...how } = wayBack(to);
        await navigate(address, { replace: true, ...how });
        if (shown.current === seen) await replaced(signal, renewed);
      } catch (error) {
        if (signal.aborted) return;
        const failure = failureFrom(error);
        const text = failure.extra?.question;
        if (typeof text === 'string') return setQuestion({ text, leads: next.current });
        const found = Object.entries(failure.fields ?? {}).map(
          ([name, [message]]) => [name, message ?? failure.message] as const,
        );
        for (const [name, message] of found) {
          const own = name.replace(/\[\]$|\..*$/, '') as Path<V>;
          setError(own in values ? own : (`root.${own}` as Path<V>), {
            type: 'server',
            message,
            // Of a field that holds several, which of them.
            types: Object.fromEntries(found),
          });
        }
        const saved = failure.code === 'conflict' ? (failure.extra?.saved as SavedBy | undefined) : undefined;
        if (saved) {
          // The form comes back with what the record is now, all of this laid over it, and a word about both.
          await draft.refused(saved);
          await revalidator.revalidate();
          return;
        }
        if (failure.code === 'conflict') setConflict(failure.message);
        if (failure.request || isPassing(failure)) setFailed(failure);
        complaint.current = alert.failure(failure);
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
      complaint.current();
      if (!complete) complaint.current = alert.warning('Atenção', texts.fillAll);
      setAttempts((count) => count + 1);
    },
  );

  function partsOf(typed: V) {
    const chosen: Record<string, unknown> = {};
    const text: Record<string, unknown> = { ...fixed };
    for (const [name, value] of Object.entries(reading.current(typed).fields)) {
      if (!(name in files)) text[name] = value;
      else if (!isEmpty(value)) chosen[name] = value;
    }
    return { chosen, text };
  }

  function inputOf(typed: V): CallInput<E> {
    const { chosen, text } = partsOf(typed);
    const asked = options.asks && !isConfirmed.current && { [options.asks]: true };
    const fields = { ...(body.schema.parse(text) as object), ...asked, ...when.fields };
    return { params, body: fields, files: chosen } as unknown as CallInput<E>;
  }

  function progressOf(typed: V) {
    // In the order in which `inputOf` hands them on.
    const sending = Object.keys(typed).flatMap((name): File[] => (name in files ? (typed[name] ?? []) : []));
    if (sending.length === 0) return {};
    const since = performance.now();
    return {
      onProgress: (sent: number, total: number) => {
        setRemaining(remainingText(sent, total, performance.now() - since));
        setProgress(total ? sent / total : 0);
        setShares(uploadShares(sending, sent, total));
      },
    };
  }

  return {
    form,
    control,
    schema: body.schema,
    fileRules,
    save,
    /** Saves, and stays here: for another one, or with the same. */
    saveAnd: (then: 'again' | 'stay') => {
      next.current = then;
      return save();
    },
    question: question?.text ?? null,
    /** Saves what the question was about, or goes back to the form. */
    answer: (isRight: boolean) => {
      setQuestion(null);
      if (!question || !isRight) return;
      isConfirmed.current = true;
      next.current = question.leads;
      return save();
    },
    isNew: !record && Boolean(at.create),
    staysOn: Boolean(at.edit) && !options.onSaved && !options.leads,
    setFocus,
    /** All required fields hold something. */
    complete,
    dirty: isDirty || when.chosen !== null,
    saving: isSubmitting,
    /** It is opened to be seen alone. */
    locked: !may(endpoint.needs) || (!endpoint.planned && !mayNow(endpoint)),
    /** Where its role says what may be done with it. */
    area: endpoint.needs?.split('.')[0],
    progress,
    remaining,
    shares,
    attempts,
    conflict,
    failed,
    draft,
    /** Offers to undo a change of the form, as long as it can be undone. */
    undoOffers,
    /** For who shows it before it is saved; null where shoppers see none of it. */
    preview:
      endpoint.table && endpoint.needs && !resource.personal
        ? {
            call: previewOf(endpoint.table, endpoint.needs),
            uuid: params?.uuid,
            save: endpoint.path,
            body,
            /** What a save would send now. */
            held: () => {
              const { chosen, text } = partsOf(form.getValues());
              const sent: Record<string, unknown> = { ...text, ...when.fields };
              return { chosen: chosen as Record<string, File | File[]>, text: sent };
            },
            /** The minute of its publication. */
            at: when.publish === 'at' ? when.at : undefined,
          }
        : null,
    /** When it is to show, and how it stands. */
    when,
    /** Where what it was can be read. */
    history: record && !resource.personal ? at.history(record) : null,
    /** Saved, so leaving loses nothing. */
    left,
    /** Breaks off a save that is under way; all that was typed and chosen stays. */
    cancel: () => {
      if (!isSubmitting) return;
      sending.current.abort();
      sending.current = new AbortController();
      complaint.current = alert.info('Envio cancelado.', 'O que você escolheu continua aqui.');
    },
    /** Back to what is stored; an alert offers all that was typed and chosen again. */
    discard: (onUndone: () => void) => {
      const typed = form.getValues();
      const { chosen } = when;
      reset();
      when.forget();
      draft.dismiss();
      draft.soon();
      setConflict(null);
      setFailed(null);
      setAttempts(0);
      complaint.current();
      undoOffers.close();
      undoOffers.undo('Alterações descartadas', 'Voltou ao que está salvo.', () => {
        reset(typed, { keepDefaultValues: true });
        if (chosen) when.choose(chosen);
        draft.soon();
        onUndone();
      });
    },
    /** Somebody saved or deleted the record since it was read. */
    elsewhere,
    /** Shows what was saved since; what was typed here is laid over it. */
    takeIn: async () => {
      if (elsewhere && isDirty) await draft.refused({ by: elsewhere.by, at: elsewhere.at });
      await revalidator.revalidate();
    },
    reload: () => {
      setConflict(null);
      reset();
      return revalidator.revalidate();
    },
  };
}

const asTyped = <V extends FieldValues>(typed: V) => ({ fields: typed, problems: {} });

/** The same may go well a moment later. */
const isPassing = ({ code }: Failure) => code === 'unavailable' || code === 'too_slow';

/** What a write answers. */
interface Saved {
  data?: { message?: string; uuid?: string };
}

const REPLACED_MS = 3000;

/**
 * Waits until this form is gone (its `signal` aborts) or starts anew. A screen of a single record stays where it is
 * and gets its new data a moment later; until then nothing can be typed that would be lost with the old.
 */
function replaced(signal: AbortSignal, renewed: { current: () => void }): Promise<void> {
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
