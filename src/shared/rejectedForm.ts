import type { FieldErrors } from './failure.ts';

/** A form that was posted without JavaScript and is rendered again, with its values and errors. */
export interface RejectedForm {
  status: number;
  message: string;
  errors: FieldErrors;
  /** Texts by field. A browser does not accept files back. */
  values: Record<string, string>;
}
