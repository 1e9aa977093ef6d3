import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gunzipSync, gzip } from 'node:zlib';
import { type Changed, tellRead, watching } from '../database/watch.ts';
import { namesOf, type ReadonlyTouched, type Touched, touch } from '../touched.ts';

const brotli = promisify(brotliCompress);
const gzipped = promisify(gzip);

/** An answer before it is finished. */
export interface Produced {
  status: number;
  type: string;
  /** Null for an answer without a body. */
  body: string | null;
  headers?: Record<string, string>;
  /** Its key holds words of a visitor's: such answers have no end, and must not take the place of the site's own. */
  typed?: boolean;
  /** The pattern of the addresses that it is the answer to, for who counts. */
  route?: string;
  /** Asks again all that it was made of: whether it would be made the same. That is less work than to make it. */
  same?: () => Promise<boolean>;
}

/** Thrown by who begins to make an answer and sees that it is nobody's to keep: each is to make it for himself. */
export class NotKept extends Error {}

/** Thrown by `produce` when its caller left before production began. Concurrent callers begin again. */
export class CallerLeft extends Error {}

type Encoding = 'br' | 'gzip' | 'identity';

/** An answer as bytes, ready to leave, with its header lines per encoding. */
export interface Finished {
  status: number;
  etag: string;
  bytes: Record<Encoding, Buffer>;
  head: Record<Encoding, string[]>;
  notModified: string[];
  /** The line for caches elsewhere, as it is true now. */
  cacheControl: () => string;
  /** All of one route have the same: to count a hit is one addition. */
  tally: Tally;
  /** The tables that it was made of, and of which it was some rows alone. */
  reads: ReadonlyTouched;
  same: Produced['same'];
}

export interface Tally {
  route: string;
  hits: number;
}

/** What is asked for is another answer, which has its own key. */
export interface Elsewhere {
  instead: string;
  produce: () => Promise<Produced>;
}

export interface Answers {
  /**
   * The finished answer for `key`, produced at most once for what it reads of the database, by one producer at a
   * time. Keys must be few: made of what the site has, never of what somebody made up. What `produce` says was
   * `typed` by a visitor is kept apart.
   */
  get(key: string, produce: () => Promise<Produced | Elsewhere>): Finished | Promise<Finished>;
  /**
   * Returns the response for `key`, which nothing stored changes: the database is not asked. It is produced again when
   * it is older than `seconds`. Keys must be few.
   */
  fixed(key: string, produce: () => Promise<Produced>, seconds?: number): Promise<Finished>;
  /**
   * What `read` reads, until what it reads changes: what several answers are made of is read once for all of them.
   * Nobody may change it.
   */
  reading<T>(key: string, read: () => Promise<T>): Promise<T>;
  /** What `read` reads, and whether that is still so; whoever asks that has then read it again. */
  standing<T>(read: () => Promise<T>): Promise<{ value: T; stands: () => boolean }>;
  /** What is kept under `key` and still holds. */
  hit(key: string): Finished | undefined;
  /** Content changed: what read these tables is produced again when asked for. */
  invalidate(changed?: Changed): void;
  stats(): AnswerStats;
}

export interface AnswerStats {
  /** How often what was asked for by the ordinary way was … */
  results: Record<Result, number>;
  tallies: readonly Tally[];
  /** Being made now. */
  underWay: number;
  kept: { entries: number; bytes: number };
  /** Dropped for want of room. */
  evicted: number;
}

/** `same`: it need not be made anew; `stale`: it could not be made, and the last good one was there. */
type Result = 'found' | 'waited' | 'same' | 'made' | 'stale' | 'failed';

/** Bytes and entries that are kept at most: of the site's own addresses, and of those that visitors' words are in. */
const ROOM = { bytes: 64 * 1024 * 1024, entries: 6000 };
const ROOM_FOR_TYPED = { bytes: 8 * 1024 * 1024, entries: 200 };

/** Lists as large as a page shows; those that visitors' words are in come and go. */
const MOST_READINGS = 200;

const MOST_STALE_SECONDS = 86_400;

/** Less is what synchronised clocks are set right by. */
const SET_BACK_MS = 1000;

/** Something that was made of what stood in tables. */
interface Made {
  reads: ReadonlyTouched;
  /** When each of them was read first, or all of them. */
  since: ReadonlyMap<string, number> | number;
  born: number;
}

interface Making extends Made {
  reads: Touched;
  since: Map<string, number>;
}

/** When a table changed last: all of it, or its rows. */
interface Change {
  all: number;
  rows: Map<string, number>;
  last: number;
}

const MOST_KINDS = 1000;

/** Of more rows nobody remembers when each changed: all of them did when the last one did. */
const MOST_ROWS_CHANGED = 500;

interface Kept extends Made {
  /** The last moment at which it was found to hold. */
  checked: number;
}

interface Entry extends Kept {
  finished: Finished;
  size: number;
  /** Found since there was last no more room. */
  used: boolean;
}

interface Reading extends Kept {
  value: unknown;
}

interface Flight extends Made {
  answer: Promise<Finished>;
}

interface Room {
  stats(): { entries: number; bytes: number; evicted: number };
  /** Counts as a use. */
  find(key: string): Entry | undefined;
  has(key: string): boolean;
  keep(key: string, entry: Entry): void;
  drop(key: string): void;
}

/**
 * Where there is no more room, the oldest leaves, unless it was found since: then it is the newest once more. A hit is
 * a mark and moves nothing.
 */
function createRoom(most: { bytes: number; entries: number }): Room {
  const entries = new Map<string, Entry>();
  let size = 0;
  let evicted = 0;
  const drop = (key: string) => {
    size -= entries.get(key)?.size ?? 0;
    entries.delete(key);
  };
  return {
    stats: () => ({ entries: entries.size, bytes: size, evicted }),
    drop,
    has: (key) => entries.has(key),
    find(key) {
      const entry = entries.get(key);
      if (entry) entry.used = true;
      return entry;
    },
    keep(key, entry) {
      drop(key);
      entries.set(key, entry);
      size += entry.size;
      for (const [oldest, { used }] of entries) {
        if (size <= most.bytes && entries.size <= most.entries) break;
        const again = used && oldest !== key ? entries.get(oldest) : undefined;
        drop(oldest);
        if (!again) evicted += 1;
        else {
          again.used = false;
          entries.set(oldest, again);
          size += again.size;
        }
      }
    },
  };
}

/**
 * Keeps finished answers until what they read changes. `nextChange` tells when content will change by itself (a
 * day's turn, a banner's start): then all of them end, and `settle` does what is due before any is made anew. While
 * that instant is not known, because somebody saved what may name another, no answer leaves before it is asked for.
 * When production fails because something is away, the last good answer goes on being served.
 *
 * Time is counted in changes. What was read before a change of its table may be older than the change; what was read
 * after it is not, for changes are told once they are committed.
 */
export function createAnswers(options: {
  now: () => number;
  nextChange: () => Promise<number>;
  /** Resolves to false where due changes are not published yet: what is rendered then is not cached. */
  settle: () => Promise<boolean> | undefined;
  baseHeaders: Record<string, string>;
  isOutage: (error: unknown) => boolean;
}): Answers {
  const own = createRoom(ROOM);
  const typed = createRoom(ROOM_FOR_TYPED);
  const readings = new Map<string, Reading>();
  /** Those that are being read: who comes meanwhile waits, after a save as many pages as there are. */
  const underWay = new Map<string, Made & { value: Promise<unknown> }>();
  const flights = new Map<string, Flight>();
  const fixedEntries = new Map<string, { begun: number; answer: Promise<Finished> }>();
  /** Of each table, and of what of it shows only beside another: by the name of that, which else is empty. */
  const changes = new Map<string, Map<string, Change>>();
  let moment = 1;
  /** When everything changed last. */
  let turned = 0;
  let plan: (Kept & { from: number; until: number }) | null = null;
  let planning: { at: number; until: Promise<number | null> } | null = null;
  const results: Record<Result, number> = { found: 0, waited: 0, same: 0, made: 0, stale: 0, failed: 0 };
  const tallies = new Map<string, Tally>();
  /** Of which tables things are made, each kind once. */
  const kinds = new Map<string, ReadonlyTouched>();

  const tallyOf = (route: string) => {
    let tally = tallies.get(route);
    if (!tally) {
      tally = { route, hits: 0 };
      tallies.set(route, tally);
    }
    return tally;
  };

  const find = (key: string) => own.find(key) ?? typed.find(key);
  const drop = (key: string) => {
    own.drop(key);
    typed.drop(key);
  };
  const startMaking = (): Making => ({ reads: new Map(), since: new Map(), born: moment });
  const noting = <T>({ reads, since }: Making, work: () => Promise<T>) =>
    watching((statement) => {
      touch(reads, statement.reads);
      // Those of rows are none of a table's.
      for (const name of statement.reads) if (!since.has(name)) since.set(name, moment);
    }, work);
  const kindOf = (reads: ReadonlyTouched) => {
    const name = [...reads.keys()].join();
    if (kinds.size < MOST_KINDS) return kinds.getOrInsertComputed(name, () => new Map(reads));
    return kinds.get(name) ?? reads;
  };
  /** The same in little room: thousands are kept, and most were made at one moment of the same tables. */
  const compact = ({ reads, since, born }: Making): Made => {
    const moments = new Set(since.values());
    const isOfTables = reads.values().every((rows) => rows === null);
    return {
      reads: isOfTables ? kindOf(reads) : reads,
      since: moments.size === 1 ? ([...moments][0] as number) : since,
      born,
    };
  };
  /** When that of it which was read changed last. */
  const changedAt = ({ all, rows, last }: Change, read: ReadonlySet<string> | null) => {
    if (!read) return last;
    let at = all;
    for (const row of read) at = Math.max(at, rows.get(row) ?? 0);
    return at;
  };
  /** While it is `underWay`, the table may still be read beside which a change shows. */
  const isStale = ({ reads, since, born }: Made, underWay = false) => {
    if (turned > born) return true;
    for (const [table, read] of reads)
      for (const [owner, change] of changes.get(table) ?? []) {
        const beside = reads.get(owner);
        if (owner !== '' && beside === undefined && !underWay) continue;
        const at = changedAt(change, owner === '' ? read : underWay ? null : (beside ?? null));
        if ((typeof since === 'number' ? since : (since.get(table) ?? 0)) < at) return true;
      }
    return false;
  };
  const holds = (kept: Kept) => {
    if (kept.checked === moment) return true;
    if (isStale(kept)) return false;
    kept.checked = moment;
    return true;
  };
  const turn = () => {
    const now = options.now();
    // Before it was made: somebody set the clock back, maybe to another day.
    if (!plan || (now < plan.until && now >= plan.from - SET_BACK_MS)) return;
    moment += 1;
    turned = moment;
    plan = null;
  };
  /** Until when everything holds unless somebody saves; null where that cannot be known now. */
  const holdsUntil = (): Promise<number | null> => {
    turn();
    if (plan && holds(plan)) return Promise.resolve(plan.until);
    // Whoever asks meanwhile waits for the same answer.
    if (planning?.at !== moment) planning = { at: moment, until: makePlan() };
    return planning.until;
  };
  const makePlan = async () => {
    const made = startMaking();
    const from = options.now();
    const until = await noting(made, options.nextChange).catch(() => null);
    planning = null;
    if (until === null || isStale(made)) return null;
    plan = { ...compact(made), from, until, checked: moment };
    return until;
  };
  /** Where that cannot be, whoever makes the answer says so in his own way. */
  const settled = async () => {
    try {
      return (await options.settle()) ?? true;
    } catch {
      return false;
    }
  };
  const cacheControl = (until: number) => () => cacheLine(Math.min(until, plan?.until ?? 0) - options.now());

  const keep = (key: string, finished: Finished, made: Making, isTyped: boolean) => {
    const kept = find(key);
    // Made after this one was begun, of what is newer.
    if (kept && holds(kept) && isStale(made)) return;
    drop(key);
    const { br, gzip } = finished.bytes;
    const size = 1000 + key.length + br.length + gzip.length;
    (isTyped ? typed : own).keep(key, { ...compact(made), finished, size, checked: 0, used: false });
  };
  const fly = async (
    key: string,
    made: Making,
    produce: () => Promise<Produced | Elsewhere>,
  ): Promise<Finished> => {
    try {
      const isSettled = await settled();
      const before = isSettled ? await holdsUntil() : null;
      const kept = find(key);
      // All that was not known was until when it holds.
      if (kept && before !== null && holds(kept)) return kept.finished;
      // A table changed, and mostly in what this one does not show. By the turn of a day anything may be another.
      if (kept?.finished.same && turned <= kept.born && (await noting(made, kept.finished.same))) {
        const finished = { ...kept.finished, reads: compact(made).reads };
        results.same += 1;
        if (isSettled && (await holdsUntil()) !== null) keep(key, finished, made, typed.has(key));
        return finished;
      }
      const produced = await noting(made, produce);
      if ('instead' in produced) {
        drop(key);
        return get(produced.instead, produced.produce);
      }
      // Once more: what was read meanwhile may name an instant that was not planned for.
      const until = before === null ? null : await holdsUntil();
      const tally = tallyOf(produced.route ?? 'other');
      const finished = {
        ...(await finish(produced, options.baseHeaders, cacheControl(until ?? 0), tally)),
        reads: compact(made).reads,
        same: produced.same,
      };
      results.made += 1;
      // Where nobody knows until when it holds, it is sent, but not kept.
      if (until !== null) keep(key, finished, made, produced.typed ?? false);
      return finished;
    } catch (error) {
      if (error instanceof CallerLeft) throw error;
      if (options.isOutage(error)) {
        const last = find(key);
        if (last) {
          results.stale += 1;
          return last.finished;
        }
      } else {
        // What is no longer there must not come back with the next outage.
        drop(key);
      }
      if (!(error instanceof NotKept)) results.failed += 1;
      throw error;
    }
  };
  const hit: Answers['hit'] = (key) => {
    turn();
    if (!plan || !holds(plan)) return undefined;
    const entry = find(key);
    return entry && holds(entry) ? entry.finished : undefined;
  };
  const reading: Answers['reading'] = async (key, read) => {
    turn();
    const kept = readings.get(key);
    if (kept && plan && holds(plan) && holds(kept)) {
      tellRead(namesOf(kept.reads));
      return kept.value as Awaited<ReturnType<typeof read>>;
    }
    const under = underWay.get(key);
    if (under) {
      const value = await under.value.catch(() => undefined);
      if (value !== undefined && !isStale(under)) {
        tellRead(namesOf(under.reads));
        return value as Awaited<ReturnType<typeof read>>;
      }
    }
    readings.delete(key);
    const made = startMaking();
    const own = { ...made, value: noting(made, read) };
    underWay.set(key, own);
    const value = await own.value.finally(() => {
      if (underWay.get(key) === own) underWay.delete(key);
    });
    if (isStale(made)) return value;
    readings.set(key, { ...compact(made), value: deepFreeze(value), checked: 0 });
    if (readings.size > MOST_READINGS) readings.delete(readings.keys().next().value ?? '');
    return value;
  };
  const standing: Answers['standing'] = async (read) => {
    const made = startMaking();
    const value = await noting(made, read);
    const kept = { ...compact(made), checked: 0 };
    const stands = () => {
      turn();
      if (!plan || !holds(plan) || !holds(kept)) return false;
      tellRead(namesOf(kept.reads));
      return true;
    };
    return { value, stands };
  };
  const note = (name: string, rows: ReadonlySet<string> | null) => {
    const [table = '', owner = ''] = name.split('/');
    const ofTable = changes.getOrInsertComputed(table, () => new Map());
    const change = ofTable.getOrInsertComputed(owner, () => ({ all: 0, rows: new Map(), last: 0 }));
    change.last = moment;
    for (const row of rows ?? []) change.rows.set(row, moment);
    if (rows && change.rows.size <= MOST_ROWS_CHANGED) return;
    change.all = moment;
    change.rows.clear();
  };
  const get: Answers['get'] = (key, produce) => {
    const finished = hit(key);
    if (finished) {
      results.found += 1;
      return finished;
    }
    const under = flights.get(key);
    if (under && !isStale(under, true)) {
      results.waited += 1;
      return under.answer.catch((error: unknown) => {
        if (error instanceof CallerLeft) return get(key, produce);
        throw error;
      });
    }
    const made = startMaking();
    const flight: Flight = {
      ...made,
      answer: fly(key, made, produce).finally(() => {
        if (flights.get(key) === flight) flights.delete(key);
      }),
    };
    flights.set(key, flight);
    return flight.answer;
  };

  const fixed: Answers['fixed'] = (key, produce, seconds = Number.POSITIVE_INFINITY) => {
    const entry = fixedEntries.get(key);
    const now = options.now();
    // A clock that was set back makes an entry old as well.
    if (entry && now >= entry.begun && now < entry.begun + seconds * 1000) {
      results.found += 1;
      return entry.answer;
    }
    const made = {
      begun: now,
      answer: (async () => {
        const produced = await produce();
        const tally = tallyOf(produced.route ?? 'other');
        const response = await finish(produced, options.baseHeaders, cacheControl(0), tally);
        results.made += 1;
        return { ...response, reads: new Map(), same: undefined };
      })(),
    };
    made.answer.catch(() => {
      results.failed += 1;
      if (fixedEntries.get(key) === made) fixedEntries.delete(key);
    });
    fixedEntries.set(key, made);
    return made.answer;
  };

  return {
    get,
    fixed,
    reading,
    standing,
    hit,
    invalidate(changed = 'all') {
      moment += 1;
      if (changed === 'all') {
        turned = moment;
        changes.clear();
      } else {
        const touched: Touched = new Map();
        touch(touched, changed);
        for (const [name, rows] of touched) note(name, rows);
      }
      // At once, and not with the next request: by then another instance may have done what came due meanwhile, and
      // nothing would tell that there was such an instant.
      if (plan && !holds(plan)) void holdsUntil();
    },
    stats() {
      const rooms = [own.stats(), typed.stats()];
      const all = (name: 'entries' | 'bytes' | 'evicted') => rooms.reduce((sum, room) => sum + room[name], 0);
      return {
        results,
        tallies: [...tallies.values()],
        underWay: flights.size,
        kept: { entries: all('entries'), bytes: all('bytes') },
        evicted: all('evicted'),
      };
    },
  };
}

/**
 * No age that leaves passes the next change that is known to come, in `left` milliseconds. Shared caches may answer a
 * crowd for a second, which `no-cache` would forbid; everybody else asks again each time.
 */
function cacheLine(left: number): string {
  const seconds = Math.floor(left / 1000);
  if (seconds < 1) return 'public, no-cache';
  return `public, max-age=0, s-maxage=1, stale-if-error=${Math.min(MOST_STALE_SECONDS, seconds)}`;
}

function deepFreeze<T>(value: T): T {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value;
  for (const part of Object.values(value)) deepFreeze(part);
  return Object.freeze(value);
}

const pairs = (headers: Record<string, string>) => Object.entries(headers).flat();

/**
 * Compresses once and lays the header lines out. Answers may be kept by a browser or CDN but are asked for again
 * (with a strong ETag), so that what staff save is what the next visitor sees.
 */
async function finish(
  produced: Produced,
  base: Record<string, string>,
  cacheControl: () => string,
  tally: Tally,
): Promise<Omit<Finished, 'reads' | 'same'>> {
  const identity = Buffer.from(produced.body ?? '');
  const [br, gz] = await Promise.all([
    brotli(identity, {
      params: { [constants.BROTLI_PARAM_QUALITY]: 5, [constants.BROTLI_PARAM_SIZE_HINT]: identity.length },
    }),
    gzipped(identity, { level: 6 }),
  ]);
  const tag = createHash('sha256').update(identity).digest('base64url').slice(0, 22);
  const own = produced.headers?.['cache-control'];
  const common = {
    // First, where sendFinished() finds it.
    'cache-control': '',
    vary: 'accept-encoding',
    ...base,
    'content-type': produced.type,
    ...produced.headers,
  };
  const head = (encoding: Encoding, body: Buffer) =>
    pairs({
      ...common,
      etag: `"${tag}-${encoding}"`,
      ...(encoding !== 'identity' && { 'content-encoding': encoding }),
      ...(produced.body !== null && { 'content-length': String(body.length) }),
    });
  return {
    status: produced.status,
    etag: tag,
    bytes: packed(br, gz),
    head: { identity: head('identity', identity), br: head('br', br), gzip: head('gzip', gz) },
    notModified: pairs({ ...common, etag: `"${tag}-identity"` }),
    cacheControl: own ? () => own : cacheControl,
    tally,
  };
}

/**
 * Nearly nobody asks for what is not compressed, and it would take two thirds of the room: it is unpacked for whoever
 * does, and there until memory is collected.
 */
function packed(br: Buffer, gzip: Buffer): Finished['bytes'] {
  let unpacked: WeakRef<Buffer> | undefined;
  return {
    br,
    gzip,
    get identity() {
      let identity = unpacked?.deref();
      if (!identity) {
        identity = gunzipSync(gzip);
        unpacked = new WeakRef(identity);
      }
      return identity;
    },
  };
}

/** The encoding to answer with: brotli before gzip, unless refused with `q=0`. */
export function pickEncoding(header: string | undefined): Encoding {
  if (!header) return 'identity';
  const accepts = (name: string) => {
    const at = header.indexOf(name);
    return at >= 0 && !/^\s*;\s*q=0(\.0*)?\s*(,|$)/.test(header.slice(at + name.length));
  };
  if (accepts('br')) return 'br';
  return accepts('gzip') ? 'gzip' : 'identity';
}

/** Writes a finished answer to Node's response directly: nothing is left to decide or convert. */
export function sendFinished(
  finished: Finished,
  request: import('node:http').IncomingMessage,
  response: import('node:http').ServerResponse,
): void {
  const known = request.headers['if-none-match'];
  const crowd = request.headers[CROWD];
  if (known?.includes(`"${finished.etag}-`)) {
    response.writeHead(304, dated(finished.notModified, finished, crowd));
    response.end();
    return;
  }
  const encoding = pickEncoding(request.headers['accept-encoding'] as string | undefined);
  response.writeHead(finished.status, dated(finished.head[encoding], finished, crowd));
  response.end(request.method === 'HEAD' || finished.status === 204 ? undefined : finished.bytes[encoding]);
}

/**
 * A proxy that keeps pages for a crowd names the second in which it asks. nginx counts in whole ones: by `s-maxage=1` it
 * would keep a page for up to two, and who comes while it asks anew would wait as well, or get what is however old.
 */
const CROWD = 'x-crowd';
/** Whoever asks may have written it, past a proxy that does not: by no more than this is anything kept longer. */
const CROWD_SECONDS = 5;

const isNow = (crowd: string) =>
  /^\d{1,12}$/.test(crowd) && Math.abs(Number(crowd) - Date.now() / 1000) <= CROWD_SECONDS;

/** The one line that is not finished: no age that leaves here may pass the next change of the content. */
function dated(head: string[], { cacheControl }: Finished, crowd?: string | string[]): string[] {
  const line = cacheControl();
  head[1] = line;
  if (typeof crowd !== 'string' || !line.includes('s-maxage=1') || !isNow(crowd)) return head;
  const own = head.with(1, `${line}, stale-while-revalidate=1`);
  own.push('x-accel-expires', `@${crowd}`);
  return own;
}
