import type { IncomingMessage } from 'node:http';
import { Failure, type FailureCode, type FieldErrors, failures } from '../../contract/failure.ts';

/**
 * What a failure looks like on the wire; without its `code` where that name means something else. Where we are to
 * blame it says by which `request` the log knows it.
 */
export function failureBody(failure: Failure, { code = true, request = '' } = {}) {
  return {
    ...failure.extra,
    error: failure.message,
    message: failure.message,
    ...(code && { code: failure.code }),
    // Mirrored, because the existing client reads it in the body of the recovery calls.
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

/** PostgreSQL's code of a server that takes no writes: a standby, while another is the primary. */
export const READ_ONLY = '25006';
// The database or the network below it is away, or too busy: PostgreSQL's class 08 and 57P are connection failures. Its
// database is gone (3D000) while a backup is put in its place.
const OUTAGE =
  /^(ECONNREFUSED|ECONNRESET|EHOSTUNREACH|ENETUNREACH|EAI_AGAIN|ENOTFOUND|EPIPE|ETIMEDOUT|08\d{3}|57P0\d|53300|25006|3D000)$/;
const OUTAGE_TEXT =
  /timeout exceeded when trying to connect|timeout expired|Connection terminated|is not queryable|database is locked/;
/** A statement took too long: nobody's outage, and as little to be waited for. */
const TOO_LONG = '57014';

/** PostgreSQL's codes of a transaction that it ended because of another one: a deadlock, a conflict of versions. */
const CONFLICT = ['40P01', '40001'];

/** Returns whether the database ended a transaction that may succeed if it runs again. */
export function isEndedByConflict(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return false;
  const { code, cause } = error as { code?: unknown; cause?: unknown };
  return CONFLICT.includes(String(code)) || isEndedByConflict(cause);
}

/** Whether what was thrown says that something that we stand on did not answer. */
export function isOutage(error: unknown): boolean {
  const { code, message } = (error ?? {}) as { code?: string; message?: string };
  return Boolean((code && OUTAGE.test(code)) || (message && OUTAGE_TEXT.test(message))) || isDamaged(error);
}

// SQLite's, of a file that is not what it wrote; in the lowest byte of a code that may say more.
const DAMAGED = [11, 26];

/** Whether SQLite says that its file is damaged: broken off, overwritten, or another kind of file. */
export const isDamaged = (error: unknown): boolean =>
  DAMAGED.includes(Number((error as { errcode?: number } | null)?.errcode) & 0xff);

// A file, SQLite (which has but one code for all that goes wrong, and its own beside it) and PostgreSQL.
const FULL = /^(ENOSPC|EDQUOT|53100)$/;
const SQLITE_FULL = 13;

export const NO_ROOM =
  'O servidor está sem espaço e não consegue guardar nada agora. O que você preencheu continua aqui; tente mais tarde.';
/** Seconds: somebody has to come and make room. */
export const ROOM_AFTER = 60;

/** Whether it was the disk that had no room. */
export function isFull(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return false;
  const { code, errcode, cause } = error as { code?: unknown; errcode?: unknown; cause?: unknown };
  return errcode === SQLITE_FULL || FULL.test(String(code)) || isFull(cause);
}

/** Of SQLite's codes, the low byte; what else is in them says more. Reading is none of it. */
const SQLITE_READ_ONLY = 8;
const SQLITE_IO = 10;
const SQLITE_IO_READS = [266, 522];

const NO_WRITES =
  'O disco do servidor não aceita gravações agora. O que você preencheu continua aqui; tente mais tarde.';

/** Whether it was a disk that takes no writes: an error on it has the system let nobody write from then on. */
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

/** Whether only who writes is kept from going on: whoever reads needs no room. */
export const keepsFromWriting = (error: unknown): boolean => isFull(error) || isReadOnly(error);

const SENDER_LEFT = /^(ECONNRESET|ECONNABORTED|ERR_STREAM_PREMATURE_CLOSE)$/;

/** Returns whether the sender of `request` left before its body was complete, which is no outage of ours. */
export const isBrokenOff = (error: unknown, request: IncomingMessage): boolean =>
  request.destroyed &&
  !request.complete &&
  SENDER_LEFT.test(String((error as { code?: unknown } | null)?.code));

/** Turns whatever was thrown into the one kind of failure that leaves the server. */
export function toFailure(error: unknown): Failure {
  if (error instanceof Failure) return error;
  const { code, statusCode } = error as { code?: string; statusCode?: number };
  if (isFull(error)) return new Failure('unavailable', NO_ROOM, { cause: error, retryAfter: ROOM_AFTER });
  if (isReadOnly(error))
    return new Failure('unavailable', NO_WRITES, { cause: error, retryAfter: ROOM_AFTER });
  const known = code ? FASTIFY_CODES[code] : undefined;
  if (known) return new Failure(known, undefined, { cause: error });
  if (code === TOO_LONG || isOutage(error) || isEndedByConflict(error)) {
    return new Failure('unavailable', undefined, { cause: error, retryAfter: 5 });
  }
  return new Failure(codeOf(error instanceof SyntaxError ? 400 : statusCode), undefined, { cause: error });
}

/** What the framework refuses is the sender's mistake, whatever name it has for it. */
function codeOf(status = 500): FailureCode {
  if (status < 400 || status >= 500) return 'internal';
  // Only the file server says so: of a path that leads out of its folder, where there is nothing.
  if (status === 403) return 'not_found';
  const known = (Object.keys(failures) as FailureCode[]).find((code) => failures[code].status === status);
  return known ?? 'malformed';
}

/** A 422; one message is said outright, several are summed up. */
export function invalidFields(fields: FieldErrors): Failure {
  const messages = Object.values(fields).flat();
  return new Failure('invalid', messages.length === 1 ? messages[0] : undefined, { fields });
}
