import type { z } from 'zod';
import type { AnswerBody, Endpoint, MultipartBody } from '../../contract/endpoint.ts';

type FormEndpoint = Endpoint & { body: MultipartBody };

/** A form that a browser without JavaScript posts to its own page, where the page is the answer. */
export interface PlainForm {
  /** The page that the form stands on and goes to. */
  page: `/${string}`;
  /** The call that it stands for, with its rules, limits and handler. */
  endpoint: FormEndpoint;
  /** What it sends: the endpoint's own fields, and those that a script would have made into them. */
  sent: z.ZodObject;
  /** The endpoint's fields, from what was sent. */
  fieldsOf(sent: Record<string, string>): Record<string, string>;
  /** What goes back into the form's fields; nothing else of a request is shown again. */
  shown: readonly string[];
  /** Where it leads once the endpoint has answered. */
  thanksFor(answer: never): string;
}

/** Declares a form whose thanks know what the endpoint answers. */
export function plainForm<E extends FormEndpoint>(
  form: PlainForm & { endpoint: E; thanksFor(answer: NonNullable<AnswerBody<E>>): string },
): PlainForm {
  return form;
}
