import { createHash } from 'node:crypto';
import type { FastifyBaseLogger, FastifyServerOptions } from 'fastify';
import type { Outages } from './outages.ts';
import { currentTrace, untraced } from './trace.ts';

/** The part of pino that is used; Fastify's own logger fits. */
export interface Logger {
  error(details: object, text?: string): void;
  warn(details: object, text?: string): void;
  info(details: object, text?: string): void;
}

type Options = Exclude<FastifyServerOptions['logger'], boolean | undefined>;
type LogMethod = NonNullable<NonNullable<Options['hooks']>['logMethod']>;

/**
 * What every line has in common: the request that it is about, errors told by an allow-list, no stack for what an
 * outage explains, and a bound on stacks that come again and again. Here, so that no place that writes can forget it.
 */
export function logOptions(options: {
  level: string;
  outages: Pick<Outages, 'hitBy'>;
  stream?: { write(line: string): void } | undefined;
}): Options {
  return {
    level: options.level,
    ...(options.stream && { stream: options.stream }),
    mixin() {
      const trace = currentTrace();
      return trace ? { request: trace.code, ...(trace.given && { trace: trace.given }) } : {};
    },
    // The framework's own lines would name addresses, with all that stands in them.
    serializers: { err: plainError, req: () => ({}), res: () => ({}) },
    hooks: { logMethod: writeBounded(options.outages) },
  };
}

/** Below `info` only libraries speak, and show whole requests: their words may pass. */
const LOWEST_OF_OURS = 30;
/** Of one stack, whole lines and then short ones in a minute; what is more is only counted. */
const WHOLE = 3;
const SHORT = 100;
const WINDOW_MS = 60_000;
const MOST_KNOWN = 200;

function writeBounded(outages: Pick<Outages, 'hitBy'>): LogMethod {
  const seen = new Map<string, number>();

  const count = (same: string, log: FastifyBaseLogger) => {
    const times = (seen.get(same) ?? 0) + 1;
    // More that differ than this are not the same again and again.
    if (times > 1 || seen.size < MOST_KNOWN) seen.set(same, times);
    if (times === 1 && seen.has(same))
      untraced(() =>
        setTimeout(() => {
          const all = seen.get(same) ?? 0;
          seen.delete(same);
          if (all > WHOLE) log.warn({ same, times: all, seconds: WINDOW_MS / 1000 }, 'the same again');
        }, WINDOW_MS).unref(),
      );
    return times;
  };

  return function (args, method, level) {
    const [first, ...rest] = args as unknown[];
    const details = first instanceof Error ? { err: first } : first;
    const said = [first, rest[0]].find((part) => typeof part === 'string');
    if (typeof details !== 'object' || details === null || !('err' in details)) {
      const shown = typeof details === 'object' && details !== null && level >= LOWEST_OF_OURS ? details : {};
      return method.call(this, shown as never, scrub(said ?? '') as never);
    }
    const { err, ...about } = details;
    const text = scrub(said ?? 'error');
    const part = outages.hitBy(err);
    if (part) {
      if (this.isLevelEnabled('info')) this.info({ ...about, away: part }, text);
      return;
    }
    const same = markOf(err);
    const times = count(same, this as unknown as FastifyBaseLogger);
    if (times <= WHOLE) method.call(this, { ...about, err, same } as never, text as never);
    else if (times <= SHORT) method.call(this, { ...about, same } as never, text as never);
  };
}

interface PlainError {
  type: string;
  message: string;
  stack: string;
  cause?: PlainError;
  [known: string]: unknown;
}

/** Names of the product's own, of the system's and of the databases' making; nothing else of an error is told. */
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

/** An error without what people sent: libraries hang values, parameters, recipients and whole inputs on theirs. */
export function plainError(error: unknown, depth = 0): PlainError {
  if (!(error instanceof Error)) return { type: typeof error, message: 'not an error', stack: '' };
  const own = error as unknown as Record<string, unknown>;
  const { cause } = error;
  return {
    type: error.constructor.name || error.name,
    message: messageOf(error),
    ...Object.fromEntries(
      TOLD.flatMap((name) =>
        ['string', 'number'].includes(typeof own[name]) ? [[name, own[name]] as const] : [],
      ),
    ),
    stack: framesOf(error),
    ...(cause !== undefined && depth < DEPTH && { cause: plainError(cause, depth + 1) }),
  };
}

/** What stands in quotes in a parser's or a database's words is what somebody sent. */
function messageOf(error: Error): string {
  const quotes = error instanceof SyntaxError || 'severity' in error;
  return scrub(quotes ? error.message.replace(/"[\s\S]*"/g, '"…"') : error.message);
}

/** The first line, which repeats the message, is none. */
const framesOf = ({ stack = '' }: Error) =>
  stack
    .split('\n')
    .filter((line) => /^\s+at /.test(line))
    .slice(0, FRAMES)
    .join('\n');

/** The same for whatever was thrown at the same place. */
function markOf(error: unknown): string {
  const text = error instanceof Error ? `${error.constructor.name}\n${framesOf(error)}` : typeof error;
  return createHash('sha256').update(text).digest('hex').slice(0, 8);
}

const MAIL = /[^\s"'<>(),;:]+@[^\s"'<>(),;:]+/g;
/** Documents, phones and addresses of networks. */
const NUMBER = /\d[\d.\-/() ]{6,}\d/g;
const SECRET = /[\w-]{24,}/g;
const QUERY = /\?[^\s"']*/g;
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const MOST_TEXT = 500;

/** `text` without what could be a person's or a secret. Our own words hold none; those of others may. */
export function scrub(text: string): string {
  return text
    .slice(0, MOST_TEXT)
    .replace(QUERY, '')
    .replace(MAIL, '…')
    .replace(SECRET, (word) => (UUID.test(word) ? word : '…'))
    .replace(NUMBER, (digits, at: number, whole: string) => (inUuid(whole, at) ? digits : '…'));
}

function inUuid(text: string, at: number): boolean {
  const start = Math.max(text.lastIndexOf(' ', at), text.lastIndexOf('/', at), text.lastIndexOf("'", at)) + 1;
  return UUID.test(text.slice(start, start + 36));
}
