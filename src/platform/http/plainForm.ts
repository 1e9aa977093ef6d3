import type { z } from 'zod';
import type { Endpoint, MultipartBody, ResponseBody } from '../../shared/endpoint.ts';

type FormEndpoint = Endpoint & { body: MultipartBody };

/** A form that a browser without JavaScript posts to its own page, where the page is the answer. */
export interface PlainForm<A = unknown> {
  /** The page that contains the form and receives it. */
  page: `/${string}`;
  /** The endpoint with the form's rules, limits and handler. */
  endpoint: FormEndpoint;
  /** Fields that the browser sends: the endpoint's own, and those that a script would have converted. */
  schema: z.ZodObject;
  /** Converts sent fields to the endpoint's fields. */
  fieldsOf(sent: Record<string, string>): Record<string, string>;
  /** Names of the fields that are filled in again after a failure. No other input is shown again. */
  refilledFields: readonly string[];
  /** Returns the address of the redirect after a success. */
  thanksFor(answer: A): string;
}

/** Declares a form whose `thanksFor` gets the type of the endpoint's response. */
export function plainForm<E extends FormEndpoint>(
  form: PlainForm<NonNullable<ResponseBody<E>>> & { endpoint: E },
): PlainForm {
  return form;
}
