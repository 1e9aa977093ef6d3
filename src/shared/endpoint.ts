import { z } from 'zod';
import type { FailureCode } from './failure.ts';
import type { Need } from './permissions.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** A multipart field for files. */
export interface FileField {
  kind: 'image' | 'pdf' | 'video';
  required: boolean;
  /** Name of a field that may replace the file. */
  or?: string;
  multiple: boolean;
  /** Limit of files per request, if there may be several. */
  most?: number;
  /** Name of a size limit that replaces the one of the kind. */
  limit?: 'resume';
}

export type FileFields = Record<string, FileField>;

/** A JSON body. */
export interface JsonBody<S extends z.ZodType = z.ZodType> {
  type: 'json';
  schema: S;
}

/** A multipart body of fields and files. */
export interface MultipartBody<S extends z.ZodType = z.ZodType, F extends FileFields = FileFields> {
  type: 'multipart';
  schema: S;
  files: F;
}

export type Body = JsonBody | MultipartBody;

/** Response schemas by status. `null` is a response without a body (204). */
export type ResponseSchemas = Partial<Record<200 | 201 | 204, z.ZodType | null>>;

/** An API call as data. */
export interface Endpoint {
  method: Method;
  /** Path on the wire, without the API's prefix. `:name` marks a parameter. */
  path: `/${string}`;
  summary: string;
  /** Permission that is checked before the body is read. Without it, anyone may call; tokens are ignored. */
  needs?: Need;
  /** Callable before the user replaces a generated password, because replacing it needs this call. */
  beforeOwnPassword?: true;
  /** Callable by API tokens, although it needs a session: it shows only what their permissions allow. */
  machines?: true;
  /** Returns a further permission, which depends on the body. */
  needsFor?: (fields: Record<string, unknown>) => Need | undefined;
  /** Callable before the user sets up a required second factor, because the setup needs this call. */
  beforeFactor?: boolean;
  params?: z.ZodType;
  query?: z.ZodType;
  body?: Body;
  answers: ResponseSchemas;
  /** Failures besides those that follow from the other members (`failuresOf`). */
  failures?: readonly FailureCode[];
  /** True if the response changes only with the content or at planned instants, so that it may be cached. */
  cached?: boolean;
  /** Table of the records that the call reads or writes. */
  table?: string;
  /** True if a save may be scheduled. The body then has `planFields` as well. */
  planned?: boolean;
  /**
   * Requires step-up confirmation, always or as the route decides. The body then has the fields of a
   * confirmation as well. API tokens are refused.
   */
  confirms?: 'always' | 'sometimes';
  /**
   * Field by which a caller asks to be warned about unlikely values before anything is stored: the response is then
   * a 409 with `question`. The same call without the field is carried out.
   */
  warningField?: string;
  /** True if the call stores nothing, so that it works with a full disk. */
  keepsNothing?: boolean;
  /** True if the call frees space although it is no `DELETE`, so that it works with a full disk. */
  erases?: true;
  /**
   * Field of the response that holds a secret (a signed link) beside text of anonymous users. Such a response
   * is not compressed, because its length would reveal similarity between the two (BREACH).
   */
  secret?: string;
}

/** Declares an endpoint, for the server, the browser, the tests and the API document. */
export function endpoint<const E extends Endpoint>(declaration: E): E {
  return declaration;
}

/** Returns every failure of an existing endpoint. */
export function failuresOf({
  needs,
  beforeOwnPassword,
  beforeFactor,
  machines,
  params,
  body,
  planned,
  confirms,
  failures = [],
}: Endpoint): FailureCode[] {
  const shape = (body?.schema as { shape?: object } | undefined)?.shape;
  const codes: FailureCode[] = [
    ...failures,
    // Any request can be malformed, and any call can meet an outage or a bug.
    'malformed',
    'headers_too_large',
    'unavailable',
    'internal',
  ];
  // `too_many`: the limit of API tokens (tokenLimits.ts).
  if (needs) codes.push('unauthenticated', 'too_many');
  if (needs && !beforeOwnPassword && !beforeFactor && !machines) codes.push('forbidden');
  if (confirms) codes.push('forbidden', 'too_many');
  if (params) codes.push('not_found');
  // A body may be slow, and the bodies of an address are limited (traffic.ts).
  if (body) codes.push('too_large', 'unsupported_type', 'invalid', 'too_slow', 'too_many');
  if (planned || (shape && 'version' in shape)) codes.push('conflict');
  return [...new Set(codes)];
}

export function json<S extends z.ZodType>(schema: S): JsonBody<S> {
  return { type: 'json', schema };
}

export function multipart<S extends z.ZodType, const F extends FileFields>(
  schema: S,
  files: F,
): MultipartBody<S, F> {
  return { type: 'multipart', schema, files };
}

/** Wraps `schema` in the success envelope. */
export function data<S extends z.ZodType>(schema: S) {
  return z.object({ data: schema });
}

/** Response to a save. */
export const savedResponse = z.object({
  data: z.object({ message: z.string(), uuid: z.string(), version: z.number().optional() }),
});

/** Response to a call that returns only a message. */
export const messageResponse = z.object({ data: z.object({ message: z.string() }) });

export const uuidParams = z.object({ uuid: z.uuid() });

type InputOf<S> = S extends z.ZodType ? z.input<S> : undefined;
type OutputOf<S> = S extends z.ZodType ? z.output<S> : undefined;

/** Body as the handler reads it: parsed fields. */
export type BodyOutput<E extends Endpoint> = OutputOf<NonNullable<E['body']>['schema']>;
/** Body as a caller sends it. */
export type BodyInput<E extends Endpoint> = InputOf<NonNullable<E['body']>['schema']>;
export type ParamsOf<E extends Endpoint> = OutputOf<E['params']>;
export type QueryOutput<E extends Endpoint> = OutputOf<E['query']>;
export type QueryInput<E extends Endpoint> = InputOf<E['query']>;
export type FilesOf<E extends Endpoint> =
  E['body'] extends MultipartBody<z.ZodType, infer F> ? F : Record<never, never>;

type AnswerOf<S> = S extends z.ZodType ? z.output<S> : null;
/** Union of the bodies of all successful responses (`null` for 204). */
export type ResponseBody<E extends Endpoint> = {
  [K in keyof E['answers']]: AnswerOf<E['answers'][K]>;
}[keyof E['answers']];

/** Fills in the parameters of a path: `/admin/banners/details/:uuid` → `/admin/banners/details/…` */
export function pathOf(path: string, params: Record<string, string> | undefined): string {
  return path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params?.[name] ?? ''));
}
