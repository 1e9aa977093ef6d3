import { z } from 'zod';
import type { FailureCode } from './failure.ts';
import type { Need } from './needs.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** What a multipart field that carries files accepts. */
export interface FileField {
  kind: 'image' | 'pdf' | 'video';
  required: boolean;
  /** A field that may come in its place. */
  or?: string;
  multiple: boolean;
  /** How many a request brings at most, where it brings several. */
  most?: number;
  /** Whose size limit holds where it is not that of the kind. */
  limit?: 'resume';
}

export type FileFields = Record<string, FileField>;

export interface JsonBody<S extends z.ZodType = z.ZodType> {
  type: 'json';
  schema: S;
}

export interface MultipartBody<S extends z.ZodType = z.ZodType, F extends FileFields = FileFields> {
  type: 'multipart';
  schema: S;
  files: F;
}

export type Body = JsonBody | MultipartBody;

/** Answer schemas by status; `null` is an answer without a body (204). */
export type Answers = Partial<Record<200 | 201 | 204, z.ZodType | null>>;

export interface Endpoint {
  method: Method;
  /** As the wire has it, without the API prefix; `:name` marks a parameter. */
  path: `/${string}`;
  summary: string;
  /** What its caller must be allowed, refused before a body is read; without it anyone calls, and tokens are ignored. */
  needs?: Need;
  /** Whoever must change a password that was printed may call it before: it is part of where that is done. */
  beforeOwnPassword?: true;
  /** Of what needs a session alone: it shows what its caller's permissions show, so that a machine may ask it too. */
  machines?: true;
  /** What more it takes, by what the call says. */
  needsFor?: (fields: Record<string, unknown>) => Need | undefined;
  /** Open also to whoever still lacks the second factor that their role asks for: what it takes to set one up. */
  beforeFactor?: boolean;
  params?: z.ZodType;
  query?: z.ZodType;
  body?: Body;
  answers: Answers;
  /** How it can fail beside what follows from the rest of it (`failuresOf`). */
  failures?: readonly FailureCode[];
  /**
   * The answer changes only with the content (a save by staff, the turn of the day, a from/until instant),
   * so the server may keep its finished bytes.
   */
  cached?: boolean;
  /** Whose records it reads or writes, by the name of their table. */
  table?: string;
  /** What it saves may wait: it takes `planFields` beside its own. */
  planned?: boolean;
  /**
   * Asks its caller for the password or the second factor again, always or where its route says so. It takes the
   * fields of a confirmation beside its own, and refuses API tokens.
   */
  confirms?: 'always' | 'sometimes';
  /**
   * Field with which the call asks about what is unlikely before it does anything: the answer is then a 409 with
   * `question`, and the same call without the field goes on.
   */
  asksWith?: string;
  /** Nothing is kept of it: it goes on where there is no room for anything. */
  keepsNothing?: boolean;
  /**
   * A field of the answer that is a secret (a signed link) beside what strangers wrote. What carries it is not
   * compressed: its length would tell of likeness between the two.
   */
  secret?: string;
}

/**
 * Declares one call of the API as data. The server registers it, the browser calls it, the tests and the API
 * document read it.
 */
export function endpoint<const E extends Endpoint>(declaration: E): E {
  return declaration;
}

/** Every way in which `endpoint` can fail once it is found. */
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
  const versioned = (body?.schema as { shape?: object } | undefined)?.shape;
  const codes: FailureCode[] = [
    ...failures,
    // The request itself, whatever it asks for; an outage; a mistake of ours.
    'malformed',
    'headers_too_large',
    'unavailable',
    'internal',
  ];
  // Too many are those of a machine (machines.ts).
  if (needs) codes.push('unauthenticated', 'too_many');
  if (needs && !beforeOwnPassword && !beforeFactor && !machines) codes.push('forbidden');
  if (confirms) codes.push('forbidden', 'too_many');
  if (params) codes.push('not_found');
  // A body may be slow, and one address has a limit of bodies at once (traffic.ts).
  if (body) codes.push('too_large', 'unsupported_type', 'invalid', 'too_slow', 'too_many');
  if (planned || (versioned && 'version' in versioned)) codes.push('conflict');
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

/** The success envelope around `schema`. */
export function data<S extends z.ZodType>(schema: S) {
  return z.object({ data: schema });
}

export const written = z.object({
  data: z.object({ message: z.string(), uuid: z.string(), version: z.number().optional() }),
});

export const done = z.object({ data: z.object({ message: z.string() }) });

export const uuidParams = z.object({ uuid: z.uuid() });

type InputOf<S> = S extends z.ZodType ? z.input<S> : undefined;
type OutputOf<S> = S extends z.ZodType ? z.output<S> : undefined;

/** What the server's handler reads from the body: parsed fields. */
export type BodyOutput<E extends Endpoint> = E['body'] extends { schema: infer S } ? OutputOf<S> : undefined;
/** What a caller sends as the body's fields. */
export type BodyInput<E extends Endpoint> = E['body'] extends { schema: infer S } ? InputOf<S> : undefined;
export type ParamsOf<E extends Endpoint> = OutputOf<E['params']>;
export type QueryOutput<E extends Endpoint> = OutputOf<E['query']>;
export type QueryInput<E extends Endpoint> = InputOf<E['query']>;
export type FilesOf<E extends Endpoint> =
  E['body'] extends MultipartBody<z.ZodType, infer F> ? F : Record<never, never>;

type AnswerOf<S> = S extends z.ZodType ? z.output<S> : null;
/** Union of the bodies of all success answers (`null` for 204). */
export type AnswerBody<E extends Endpoint> = {
  [K in keyof E['answers']]: AnswerOf<E['answers'][K]>;
}[keyof E['answers']];

/** `/admin/banners/details/:uuid` with `{ uuid }` → `/admin/banners/details/…` */
export function pathOf(path: string, params: Record<string, string> | undefined): string {
  return path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params?.[name] ?? ''));
}
