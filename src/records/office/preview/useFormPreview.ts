import { useCallback, useEffect, useRef, useState } from 'react';
import { type Control, useWatch } from 'react-hook-form';
import { type Failure, type FieldErrors, fieldErrors, invalidField } from '../../../shared/failure.ts';
import type { PreviewResult } from '../../../shared/preview.ts';
import { chooseFile, unreadableImage } from '../../../shared/text/texts.ts';
import { callEndpoint, formValueOf } from '../callEndpoint.ts';
import type { EditForm } from '../form/useEditForm.ts';
import { failureFrom } from '../loadScreen.ts';
import { withReauth } from '../session.ts';
import type { RecordClues } from './previewPlace.ts';
import { createObjectUrls, standInOf, withLocalPictures } from './standIns.ts';

export type FormPreview = NonNullable<EditForm<Record<string, unknown>>['preview']>;

/** Pause after the last keystroke, in ms. */
const PAUSE_MS = 350;

export interface ShownPreview extends Omit<PreviewResult, 'html'> {
  html: string;
  /** Clues that locate the record on the page. */
  signs: RecordClues;
}

/** A message about a field; `field` is null for one about the whole preview. */
interface FieldMessage {
  field: string | null;
  text: string;
}

interface Problem {
  messages: readonly FieldMessage[];
  /** A retry may succeed. */
  passes: boolean;
}

/**
 * Returns the page with the form's values, rendered shortly after each change (debounced). One request at a
 * time; the last one wins.
 */
export function useFormPreview(preview: FormPreview, control: Control, page: string | undefined) {
  const [shown, setShown] = useState<ShownPreview | null>(null);
  const [problem, setProblem] = useState<Problem | null>(null);
  const [asking, setAsking] = useState(true);
  const typed = useWatch({ control });
  const latest = useRef({ preview, page });
  latest.current = { preview, page };
  const running = useRef(false);
  const again = useRef(false);
  const controller = useRef(new AbortController());
  const addresses = useRef<ReturnType<typeof createObjectUrls>>(null);

  useEffect(() => {
    controller.current = new AbortController();
    const known = createObjectUrls();
    addresses.current = known;
    return () => {
      controller.current.abort();
      known.revokeAll();
    };
  }, []);

  const ask = useCallback(async () => {
    if (running.current) {
      again.current = true;
      return;
    }
    running.current = true;
    setAsking(true);
    const { signal } = controller.current;
    try {
      do {
        again.current = false;
        await request(latest.current.preview, latest.current.page, signal, addresses.current, {
          onShown: (next) => {
            setShown(next);
            setProblem(null);
          },
          onProblem: setProblem,
        });
      } while (again.current && !signal.aborted);
    } finally {
      running.current = false;
      if (!signal.aborted) setAsking(false);
    }
  }, []);

  const first = useRef(true);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each change of the values triggers a request
  useEffect(() => {
    const timer = setTimeout(ask, first.current ? 0 : PAUSE_MS);
    first.current = false;
    return () => clearTimeout(timer);
  }, [typed, page, preview.at, ask]);

  return { shown, problem, asking, ask };
}

async function request(
  preview: FormPreview,
  page: string | undefined,
  signal: AbortSignal,
  addresses: ReturnType<typeof createObjectUrls> | null,
  { onShown, onProblem }: { onShown: (shown: ShownPreview) => void; onProblem: (problem: Problem) => void },
): Promise<void> {
  const { call, uuid, save, body, at } = preview;
  const { chosen, text } = preview.held();
  const missing = missingIn(body, text, chosen);
  if (missing.length > 0) return onProblem({ messages: missing, passes: false });
  try {
    const parsed = body.schema.parse(text) as Record<string, unknown>;
    const all = { ...text, ...parsed };
    const fields =
      body.type === 'multipart'
        ? Object.fromEntries(
            Object.entries(all).flatMap(([name, value]) =>
              value === undefined ? [] : [[name, formValueOf(value)]],
            ),
          )
        : all;
    const files = Object.fromEntries(
      await Promise.all(
        Object.entries(chosen).map(async ([name, value]) => [
          name,
          await Promise.all(
            (Array.isArray(value) ? value : [value]).map(async (file) => {
              const standIn = await standInOf(file);
              if (!standIn) throw invalidField(name, unreadableImage);
              return standIn;
            }),
          ),
        ]),
      ),
    );
    const input = { fields, files, save, ...(uuid && { uuid }), ...(page && { page }), ...(at && { at }) };
    const { data } = await withReauth(() => callEndpoint(call, { body: input }, { signal }));
    if (!addresses || signal.aborted) return;
    const { html, picture } = await withLocalPictures(data, chosen, addresses);
    if (signal.aborted) return;
    const words = Object.values(text).flatMap((value) => (typeof value === 'string' ? [value] : []));
    onShown({ ...data, html, signs: { picture, words } });
  } catch (error) {
    if (signal.aborted) return;
    onProblem(problemOf(failureFrom(error)));
  }
}

function missingIn(
  { schema, ...body }: FormPreview['body'],
  text: Record<string, unknown>,
  chosen: Record<string, unknown>,
): FieldMessage[] {
  const result = schema.safeParse(text);
  const found = result.success ? [] : messagesIn(fieldErrors(result.error));
  const files = 'files' in body ? Object.entries(body.files) : [];
  const absent = files.flatMap(([field, { required, kind, or }]) =>
    required && !chosen[field] && !(or && text[or]) ? [{ field, text: chooseFile[kind] }] : [],
  );
  return [...found, ...absent];
}

function problemOf(failure: Failure): Problem {
  const messages = messagesIn(failure.fields ?? {});
  const passes = failure.code !== 'invalid' && failure.code !== 'conflict' && failure.code !== 'not_found';
  return { messages: messages.length > 0 ? messages : [{ field: null, text: failure.message }], passes };
}

const messagesIn = (fields: FieldErrors): FieldMessage[] =>
  Object.entries(fields).flatMap(([field, texts]) => texts.map((text) => ({ field, text })));
