import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import {
  type DefaultValues,
  type FieldErrors,
  type FieldValues,
  type Path,
  type Resolver,
  useForm,
} from 'react-hook-form';
import type { Body, Endpoint, FileField } from '../../../shared/endpoint.ts';
import { fieldErrors } from '../../../shared/failure.ts';
import { chooseFile } from '../../../shared/text/texts.ts';
import { type FieldRules, rulesOf } from './formRules.ts';
import { pressReleased } from './pointerPress.browser.ts';

interface ContractFormOptions<V extends FieldValues> {
  endpoint: Endpoint;
  values: V;
  extraFields: Record<string, unknown> | undefined;
  parse?: ((typed: V) => { fields: V; problems: Record<string, string> }) | undefined;
}

/** Returns a form that validates with the endpoint's schema, and what it would send. */
export function useContractForm<V extends FieldValues>({
  endpoint,
  values,
  extraFields,
  parse = identity,
}: ContractFormOptions<V>) {
  const body = bodyOf(endpoint);
  const files: Record<string, FileField> = useMemo(
    () => (body.type === 'multipart' ? body.files : {}),
    [body],
  );

  const readTyped = useRef(parse);
  readTyped.current = parse;
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
  const isComplete = useCallback(
    (typed: Record<string, unknown>) =>
      required.every((name) => !isEmpty(typed[name]) || !isEmpty(typed[files[name]?.or ?? name])),
    [required, files],
  );
  // Not `useWatch`, which renders the whole form for each key in a required field.
  const [complete, setComplete] = useState(() => isComplete(form.getValues()));
  useEffect(() => {
    setComplete(isComplete(form.getValues()));
    return form.subscribe({
      formState: { values: true },
      callback: ({ values }) => setComplete(isComplete(values)),
    });
  }, [form, isComplete]);

  /** Returns the chosen files and the text fields that a save sends. */
  function partsOf(typed: V) {
    const chosen: Record<string, unknown> = {};
    const text: Record<string, unknown> = { ...extraFields };
    for (const [name, value] of Object.entries(readTyped.current(typed).fields)) {
      if (!(name in files)) text[name] = value;
      else if (!isEmpty(value)) chosen[name] = value;
    }
    return { chosen, text };
  }

  return { form, body, files, fileRules, complete, partsOf };
}

const identity = <V extends FieldValues>(typed: V) => ({ fields: typed, problems: {} });

function bodyOf({ body, path }: Endpoint): Body {
  if (!body) throw new Error(`${path} takes no body`);
  return body;
}

function isEmpty(value: unknown): boolean {
  if (value === null || value === undefined) return true;
  if (typeof value === 'string') return value.trim() === '';
  return Array.isArray(value) && value.length === 0;
}
