import type { FieldErrors } from './failure.ts';

/** A form that was posted as a document and comes back: what stood in it, and what is wrong with it. */
export interface ReturnedForm {
  status: number;
  message: string;
  errors: FieldErrors;
  /** Texts by field; files cannot be given back to a browser. */
  values: Record<string, string>;
}
