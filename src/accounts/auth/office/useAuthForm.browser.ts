import { useEffect, useState } from 'react';
import {
  type DefaultValues,
  type FieldErrors,
  type FieldValues,
  type Path,
  type PathValue,
  type Resolver,
  type UseFormReturn,
  useForm,
  useWatch,
} from 'react-hook-form';
import type { z } from 'zod';
import { alert } from '../../../records/office/alerts.tsx';
import { rulesOf } from '../../../records/office/form/formRules.ts';
import { fieldErrors } from '../../../shared/failure.ts';
import { texts } from '../../../shared/text/texts.ts';

export interface AuthForm<V extends FieldValues> {
  form: UseFormReturn<V>;
  schema: z.ZodType;
  /** Whether every required field has a value. */
  complete: boolean;
  sending: boolean;
  submit: (event?: React.BaseSyntheticEvent) => Promise<void>;
}

interface Options<V extends FieldValues> {
  schema: z.ZodType;
  /**
   * Known initial values. Other fields are read from the page, so that text typed before hydration is kept.
   */
  values?: DefaultValues<V>;
  /** Message for a missing required field. */
  missing?: string;
  send: (typed: V, form: UseFormReturn<V>) => Promise<void>;
}

/** Manages the state of a small form that is sent once: sign-in, recovery, change of password. */
export function useAuthForm<V extends FieldValues>(options: Options<V>): AuthForm<V> {
  const { schema, values, missing = texts.fillAll, send } = options;
  const resolver: Resolver<V> = async (typed) => {
    const result = await schema.safeParseAsync(typed);
    if (result.success) return { values: result.data as V, errors: {} };
    const errors = Object.entries(fieldErrors(result.error)).map(([name, [message]]) => [
      name,
      { type: 'contract', message },
    ]);
    return { values: {}, errors: Object.fromEntries(errors) as FieldErrors<V> };
  };
  const form = useForm<V>({ resolver, shouldFocusError: false, ...(values && { defaultValues: values }) });
  const { control, formState, getValues, setFocus, setValue } = form;
  const { errors, isSubmitting } = formState;

  const rules = rulesOf(schema);
  const required = Object.keys(rules).filter((name) => rules[name]?.required) as Path<V>[];
  const complete = !(useWatch({ control, name: required }) as unknown[]).some(isBlank);

  // biome-ignore lint/correctness/useExhaustiveDependencies: only reads input typed before hydration
  useEffect(() => {
    for (const [name, value] of Object.entries(getValues())) {
      if (!isBlank(value)) setValue(name as Path<V>, value as PathValue<V, Path<V>>);
    }
  }, []);

  // Fields are disabled while the form is sent and cannot take the focus before that ends.
  const [wasSubmitting, setWasSubmitting] = useState(false);
  useEffect(() => {
    setWasSubmitting(isSubmitting);
    const wrong = Object.keys(errors).find((name) => name !== 'root');
    if (wasSubmitting && !isSubmitting && wrong) setFocus(wrong as Path<V>);
  }, [isSubmitting, wasSubmitting, errors, setFocus]);

  const submit = form.handleSubmit(
    (typed) => {
      alert.retry();
      return send(typed, form);
    },
    (found) => {
      const message = Object.values(found).find((error) => typeof error?.message === 'string')?.message;
      alert.warning('Atenção', complete && typeof message === 'string' ? message : missing);
    },
  );
  return { form, schema, complete, sending: isSubmitting, submit };
}

function isBlank(value: unknown): boolean {
  return value === undefined || value === null || (typeof value === 'string' && value.trim() === '');
}

/** Shows field errors of the server beside their fields. */
export function showFieldErrors<V extends FieldValues>(
  form: UseFormReturn<V>,
  found: Record<string, string[]> = {},
): void {
  for (const [name, [message]] of Object.entries(found)) {
    if (name in form.getValues() && message) form.setError(name as Path<V>, { type: 'server', message });
  }
}
