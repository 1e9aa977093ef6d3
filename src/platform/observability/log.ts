import { createHash } from 'node:crypto';
import type { FastifyBaseLogger, FastifyServerOptions } from 'fastify';
import { FORMER_MESSAGES } from './formerNames.ts';
import type { Outages } from './outages.ts';
import { withSourcePositions } from './sourcePositions.ts';
import { currentTrace, withoutTrace } from './trace.ts';

/** The part of pino's interface that the application uses; Fastify's logger implements it. */
export interface Logger {
  error(details: object, text?: string): void;
  warn(details: object, text?: string): void;
  info(details: object, text?: string): void;
}

type Options = Exclude<FastifyServerOptions['logger'], boolean | undefined>;
type LogMethod = NonNullable<NonNullable<Options['hooks']>['logMethod']>;

/**
 * Returns the options of every logger: the request's code, errors reduced to an allow-list, no stack during a
 * known outage, and a rate limit on repeated stacks. Set here, so that no call site can forget it.
 */
export function logOptions(options: {
  level: string;
  outages: Pick<Outages, 'causeOf'>;
  stream?: { write(line: string): void } | undefined;
}): Options {
  return {
    level: options.level,
    ...(options.stream && { stream: options.stream }),
    mixin() {
      const trace = currentTrace();
      return trace ? { request: trace.code, ...(trace.foreignId && { trace: trace.foreignId }) } : {};
    },
    // Fastify's own serializers would log addresses with their query.
    serializers: { err: loggableError, req: () => ({}), res: () => ({}) },
    hooks: { logMethod: writeBounded(options.outages) },
  };
}

/**
 * Lowest level that our code uses. Below it only libraries log, including whole requests, so details are
 * dropped there.
 */
const LOWEST_OF_OURS = 30;
/**
 * Lines per stack within `WINDOW_MS`: first with the stack, then without it; further ones are only counted.
 */
const WHOLE = 3;
const SHORT = 100;
const WINDOW_MS = 60_000;
const MAX_STACKS = 200;

function writeBounded(outages: Pick<Outages, 'causeOf'>): LogMethod {
  const counts = new Map<string, number>();

  const count = (same: string, log: FastifyBaseLogger) => {
    const times = (counts.get(same) ?? 0) + 1;
    // Bound on the stacks that are tracked: beyond it, the errors differ rather than repeat.
    if (times > 1 || counts.size < MAX_STACKS) counts.set(same, times);
    if (times === 1 && counts.has(same))
      withoutTrace(() =>
        setTimeout(() => {
          const all = counts.get(same) ?? 0;
          counts.delete(same);
          if (all > WHOLE) log.warn({ same, times: all, seconds: WINDOW_MS / 1000 }, 'repeated error');
        }, WINDOW_MS).unref(),
      );
    return times;
  };

  return function (args, method, level) {
    const [first, ...rest] = args as unknown[];
    const details = first instanceof Error ? { err: first } : first;
    const said = [first, rest[0]].find((part) => typeof part === 'string');
    const former = formerMessage(said);
    if (typeof details !== 'object' || details === null || !('err' in details)) {
      const shown = typeof details === 'object' && details !== null && level >= LOWEST_OF_OURS ? details : {};
      return method.call(this, { ...shown, ...former }, redact(said ?? ''));
    }
    const { err, ...about } = details;
    const text = redact(said ?? 'error');
    const part = outages.causeOf(err);
    if (part) {
      if (this.isLevelEnabled('info')) this.info({ ...about, away: part }, text);
      return;
    }
    const same = markOf(err);
    const times = count(same, this as FastifyBaseLogger);
    if (times <= WHOLE) method.call(this, { ...about, ...former, err, same }, text);
    else if (times <= SHORT) method.call(this, { ...about, ...former, same }, text);
  };
}

/** Returns the field with the message that the line had before release 0.3.0, if it was renamed. */
const formerMessage = (text: unknown) =>
  typeof text === 'string' && Object.hasOwn(FORMER_MESSAGES, text)
    ? { former_msg: FORMER_MESSAGES[text] }
    : {};

interface PlainError {
  type: string;
  message: string;
  stack: string;
  cause?: PlainError;
  [known: string]: unknown;
}

/** Allow-list of error properties: names chosen by us, the system or the database. All others are dropped. */
const TOLD = [
  'code',
  'syscall',
  'severity',
  'routine',
  'schema',
  'table',
  'column',
  'constraint',
  'errcode',
  'responseCode',
  'status',
];
const FRAMES = 12;
const DEPTH = 4;

/**
 * Returns an error without user data: libraries attach values, parameters, recipients and whole inputs to
 * theirs.
 */
export function loggableError(error: unknown, depth = 0): PlainError {
  if (!(error instanceof Error)) return { type: typeof error, message: 'not an error', stack: '' };
  const own = error as Error & Record<string, unknown>;
  const { cause } = error;
  return {
    type: error.constructor.name || error.name,
    message: messageOf(error),
    ...Object.fromEntries(
      TOLD.flatMap((name) =>
        ['string', 'number'].includes(typeof own[name]) ? [[name, own[name]] as const] : [],
      ),
    ),
    stack: withSourcePositions(framesOf(error)),
    ...(cause !== undefined && depth < DEPTH && { cause: loggableError(cause, depth + 1) }),
  };
}

/** Removes quoted text from messages of parsers and databases, because it is user input. */
function messageOf(error: Error): string {
  const quotes = error instanceof SyntaxError || 'severity' in error;
  return redact(quotes ? error.message.replace(/"[\s\S]*"/g, '"…"') : error.message);
}

/** Drops the first line, which repeats the message. */
const framesOf = ({ stack = '' }: Error) =>
  stack
    .split('\n')
    .filter((line) => /^\s+at /.test(line))
    .slice(0, FRAMES)
    .join('\n');

/** Returns a fingerprint that is the same for all errors thrown at the same place. */
function markOf(error: unknown): string {
  const text = error instanceof Error ? `${error.constructor.name}\n${framesOf(error)}` : typeof error;
  return createHash('sha256').update(text).digest('hex').slice(0, 8);
}

const MAIL = /[^\s"'<>(),;:]+@[^\s"'<>(),;:]+/g;
/** Document numbers, phone numbers and network addresses. */
const NUMBER = /\d[\d.\-/() ]{6,}\d/g;
const SECRET = /[\w-]{24,}/g;
const QUERY = /\?[^\s"']*/g;
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const MAX_TEXT = 500;

/**
 * Returns `text` without personal data and secrets. Our own messages contain none; those of libraries may.
 */
export function redact(text: string): string {
  return text
    .slice(0, MAX_TEXT)
    .replace(QUERY, '')
    .replace(MAIL, '…')
    .replace(SECRET, (word) => (UUID.test(word) ? word : '…'))
    .replace(NUMBER, (digits, at: number, whole: string) => (inUuid(whole, at) ? digits : '…'));
}

function inUuid(text: string, at: number): boolean {
  const start = Math.max(text.lastIndexOf(' ', at), text.lastIndexOf('/', at), text.lastIndexOf("'", at)) + 1;
  return UUID.test(text.slice(start, start + 36));
}
