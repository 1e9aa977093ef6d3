import type { IncomingMessage } from 'node:http';
import { Failure, type FailureCode, type FieldErrors, failures } from '../../shared/failure.ts';

/**
 * Returns the body of a failed response; without its `code` on auth paths, where that name means something
 * else. A server error (5xx) includes the id of its `request`, as the log has it.
 */
export function failureBody(failure: Failure, { code = true, request = '' } = {}) {
  return {
    ...failure.extra,
    error: failure.message,
    message: failure.message,
    ...(code && { code: failure.code }),
    // Repeated in the body, because the existing client reads it there in the recovery calls.
    status: failure.status,
    ...(failure.fields && { errors: failure.fields }),
    ...(request && failure.status >= 500 && { request }),
  };
}

const FASTIFY_CODES: Record<string, FailureCode> = {
  FST_ERR_CTP_INVALID_JSON_BODY: 'malformed',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'malformed',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'malformed',
  FST_ERR_CTP_BODY_TOO_LARGE: 'too_large',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'unsupported_type',
  FST_ERR_BAD_URL: 'not_found',
  FST_ERR_MAX_PARAM_LENGTH: 'not_found',
  FST_REQ_FILE_TOO_LARGE: 'too_large',
  FST_FIELDS_LIMIT: 'too_large',
  FST_FILES_LIMIT: 'too_large',
  FST_PARTS_LIMIT: 'too_large',
  FST_INVALID_MULTIPART_CONTENT_TYPE: 'unsupported_type',
  FST_PROTO_VIOLATION: 'malformed',
};

/** PostgreSQL's code of a server that takes no writes: a standby. */
export const READ_ONLY_SQLSTATE = '25006';
// The database or its network is unavailable or too busy. PostgreSQL's classes 08 and 57P are connection
// failures. 3D000 (no such database) appears while a backup is restored.
const OUTAGE =
  /^(ECONNREFUSED|ECONNRESET|EHOSTUNREACH|ENETUNREACH|EAI_AGAIN|ENOTFOUND|EPIPE|ETIMEDOUT|08\d{3}|57P0\d|53300|25006|3D000)$/;
const OUTAGE_TEXT =
  /timeout exceeded when trying to connect|timeout expired|Connection terminated|is not queryable|database is locked/;
/** PostgreSQL's code of a statement that timed out. No outage, but treated as one: the client gets a 503. */
const STATEMENT_TIMEOUT = '57014';

/** PostgreSQL's codes of a transaction that lost to another one: deadlock, serialization failure. */
const CONFLICT = ['40P01', '40001'];

/** Returns whether the database ended a transaction that may succeed if it runs again. */
export function isTransactionConflict(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return false;
  const { code, cause } = error as { code?: unknown; cause?: unknown };
  return CONFLICT.includes(String(code)) || isTransactionConflict(cause);
}

/** Returns whether an error means that the database, or another service that we depend on, is unavailable. */
export function isOutage(error: unknown): boolean {
  const { code, message } = (error ?? {}) as { code?: string; message?: string };
  return (
    Boolean((code && OUTAGE.test(code)) || (message && OUTAGE_TEXT.test(message))) || isDamagedDatabase(error)
  );
}

// SQLITE_CORRUPT and SQLITE_NOTADB, the low byte of an extended code.
const SQLITE_DAMAGED = [11, 26];

/** Returns whether SQLite reports a damaged file: truncated, overwritten, or of another kind. */
export const isDamagedDatabase = (error: unknown): boolean =>
  SQLITE_DAMAGED.includes(Number((error as { errcode?: number } | null)?.errcode) & 0xff);

// Codes of the file system and PostgreSQL. SQLite has one `code` for all errors, and its own in `errcode`.
const DISK_FULL = /^(ENOSPC|EDQUOT|53100)$/;
const SQLITE_FULL = 13;

/** Message of a full disk. */
export const DISK_FULL_MESSAGE =
  'O servidor está sem espaço e não consegue guardar nada agora. O que você preencheu continua aqui; tente mais tarde.';
/** Seconds until a client may retry after a full disk, which needs an operator. */
export const DISK_FULL_RETRY_SECONDS = 60;

/** Returns whether an error means that the disk is full. */
export function isDiskFull(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return false;
  const { code, errcode, cause } = error as { code?: unknown; errcode?: unknown; cause?: unknown };
  return errcode === SQLITE_FULL || DISK_FULL.test(String(code)) || isDiskFull(cause);
}

/** Low bytes of SQLite's codes. The extended codes of failed reads are excluded. */
const SQLITE_READ_ONLY = 8;
const SQLITE_IO = 10;
const SQLITE_IO_READS = [266, 522];

const READ_ONLY_MESSAGE =
  'O disco do servidor não aceita gravações agora. O que você preencheu continua aqui; tente mais tarde.';

/** Returns whether an error means that the disk is read-only, as Linux remounts it after a disk error. */
function isReadOnly(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return false;
  const { code, errcode = 0, cause } = error as { code?: unknown; errcode?: number; cause?: unknown };
  const family = errcode & 0xff;
  return (
    code === 'EROFS' ||
    family === SQLITE_READ_ONLY ||
    (family === SQLITE_IO && !SQLITE_IO_READS.includes(errcode)) ||
    isReadOnly(cause)
  );
}

/** Returns whether an error blocks writes only, so that reads still work. */
export const blocksWrites = (error: unknown): boolean => isDiskFull(error) || isReadOnly(error);

const SENDER_LEFT = /^(ECONNRESET|ECONNABORTED|ERR_STREAM_PREMATURE_CLOSE)$/;

/** Returns whether the sender of `request` left before its body was complete, which is no outage of ours. */
export const isAbortedBody = (error: unknown, request: IncomingMessage): boolean =>
  request.destroyed &&
  !request.complete &&
  SENDER_LEFT.test(String((error as { code?: unknown } | null)?.code));

/** Converts any thrown value to a `Failure`, the only kind that leaves the server. */
export function toFailure(error: unknown): Failure {
  if (error instanceof Failure) return error;
  const { code, statusCode } = error as { code?: string; statusCode?: number };
  if (isDiskFull(error))
    return new Failure('unavailable', DISK_FULL_MESSAGE, {
      cause: error,
      retryAfter: DISK_FULL_RETRY_SECONDS,
    });
  if (isReadOnly(error))
    return new Failure('unavailable', READ_ONLY_MESSAGE, {
      cause: error,
      retryAfter: DISK_FULL_RETRY_SECONDS,
    });
  const known = code ? FASTIFY_CODES[code] : undefined;
  if (known) return new Failure(known, undefined, { cause: error });
  if (code === STATEMENT_TIMEOUT || isOutage(error) || isTransactionConflict(error)) {
    return new Failure('unavailable', undefined, { cause: error, retryAfter: 5 });
  }
  return new Failure(codeOf(error instanceof SyntaxError ? 400 : statusCode), undefined, { cause: error });
}

/** Maps a status of the framework to a code. Any refusal of the framework is the client's mistake. */
function codeOf(status = 500): FailureCode {
  if (status < 400 || status >= 500) return 'internal';
  // Only the file server answers 403, for a path that leads out of its folder.
  if (status === 403) return 'not_found';
  const known = (Object.keys(failures) as FailureCode[]).find((code) => failures[code].status === status);
  return known ?? 'malformed';
}

/** Returns a 422. A single message becomes the failure's own; several get a summary. */
export function invalidFields(fields: FieldErrors): Failure {
  const messages = Object.values(fields).flat();
  return new Failure('invalid', messages.length === 1 ? messages[0] : undefined, { fields });
}
