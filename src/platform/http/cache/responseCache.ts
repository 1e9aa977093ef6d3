import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gunzipSync, gzip } from 'node:zlib';
import {
  type AffectedRows,
  addAffectedRows,
  namesOfRows,
  type ReadonlyAffectedRows,
} from '../../affectedRows.ts';
import { type ChangedTables, reportReads, trackStatements } from '../../database/dependencyTracking.ts';

const brotli = promisify(brotliCompress);
const gzipped = promisify(gzip);

/** A rendered response before compression. */
export interface RenderedResponse {
  status: number;
  type: string;
  /** Null for a response without a body. */
  body: string | null;
  headers?: Record<string, string>;
  /** True if the key holds a visitor's words. Such keys are unlimited, so they get a store of their own. */
  typed?: boolean;
  /** The pattern of the address, for metrics and the access log. */
  route?: string;
  /** Reads the dependencies again. Returns whether the response would be the same; cheaper than a render. */
  same?: () => Promise<boolean>;
}

/** Thrown by `render` when the response must not be cached. Each concurrent caller then renders its own. */
export class NotCacheable extends Error {}

/** Thrown by `render` when its caller left before the render began. Concurrent callers begin again. */
export class CallerDisconnected extends Error {}

type Encoding = 'br' | 'gzip' | 'identity';

/** A cache entry: the compressed body, ready to send, with its header lines per encoding. */
export interface CachedResponse {
  status: number;
  etag: string;
  bytes: Record<Encoding, Buffer>;
  headerLines: Record<Encoding, string[]>;
  notModified: string[];
  /** Returns the `cache-control` value that applies now. */
  cacheControl: () => string;
  /** The counter of hits, shared by all entries of a route. */
  tally: HitCounter;
  /** The tables that the response depends on, or some of their rows. */
  reads: ReadonlyAffectedRows;
  same: RenderedResponse['same'];
}

/** Number of cache hits of a route. */
export interface HitCounter {
  route: string;
  hits: number;
}

/** A response that belongs under another key. `get` continues with that key. */
export interface ResponseUnderOtherKey {
  instead: string;
  produce: () => Promise<RenderedResponse>;
}

export interface ResponseCache {
  /**
   * Returns the response for `key`. Renders it once for each state of its dependencies, one render at a time.
   * Keys must be bounded: made of the site's content, never of a visitor's input. Responses that `render`
   * marks as `typed` are stored separately.
   */
  get(
    key: string,
    render: () => Promise<RenderedResponse | ResponseUnderOtherKey>,
  ): CachedResponse | Promise<CachedResponse>;
  /**
   * Returns the response for `key`, which depends on nothing stored. Renders it again when it is older than
   * `seconds`. Keys must be bounded.
   */
  fixed(key: string, render: () => Promise<RenderedResponse>, seconds?: number): Promise<CachedResponse>;
  /** Returns the value of `read`, cached until its dependencies change. It is shared, and so frozen. */
  sharedRead<T>(key: string, read: () => Promise<T>): Promise<T>;
  /**
   * Runs `read`. Returns its value and a function that tells whether the value is still current. That
   * function also reports the dependencies to an enclosing render.
   */
  trackedRead<T>(read: () => Promise<T>): Promise<{ value: T; stands: () => boolean }>;
  /** Returns the entry under `key` if it is still current. */
  hit(key: string): CachedResponse | undefined;
  /** Drops what depends on the changed tables. It is rendered again on the next request. */
  invalidate(changed?: ChangedTables): void;
  stats(): ResponseCacheStats;
}

export interface ResponseCacheStats {
  /** Number of lookups outside the fast path, by result. */
  results: Record<Result, number>;
  tallies: readonly HitCounter[];
  /** Renders in progress. */
  inFlight: number;
  stored: { entries: number; bytes: number };
  /** Entries dropped for lack of room. */
  evicted: number;
}

/** Outcome of a lookup. `same`: valid without a render. `stale`: last good response after a failure. */
type Result = 'found' | 'waited' | 'same' | 'made' | 'stale' | 'failed';

/** Limits of the two stores: responses of the site's own addresses, and those with visitors' words. */
const SITE_ROOM = { bytes: 64 * 1024 * 1024, entries: 6000 };
const TYPED_ROOM = { bytes: 8 * 1024 * 1024, entries: 200 };

/** Limit of cached reads. Their values are as large as a page's lists. */
const MAX_CACHED_READS = 200;

const MAX_STALE_SECONDS = 86_400;

/** Largest step back of the clock that counts as ordinary synchronisation. */
const MAX_CLOCK_CORRECTION_MS = 1000;

/** A value with the tables that it was read from. */
interface Tracked {
  reads: ReadonlyAffectedRows;
  /** The revision at which each table was first read, or a single one for all tables. */
  since: ReadonlyMap<string, number> | number;
  /** The revision at which the work began. */
  born: number;
}

interface Tracking extends Tracked {
  reads: AffectedRows;
  since: Map<string, number>;
}

/** Revisions of the last changes of a table: of all rows, of single rows, and of anything. */
interface TableChange {
  all: number;
  rows: Map<string, number>;
  last: number;
}

const MAX_DEPENDENCY_SETS = 1000;

/** Limit of rows that are remembered by table. Beyond it, a change counts for all rows. */
const MAX_CHANGED_ROWS = 500;

interface Validated extends Tracked {
  /** The last revision at which the value was found current. */
  checked: number;
}

interface Entry extends Validated {
  finished: CachedResponse;
  size: number;
  /** True if the entry was found since the last eviction pass. */
  used: boolean;
}

interface CachedRead extends Validated {
  value: unknown;
}

interface Flight extends Tracked {
  answer: Promise<CachedResponse>;
}

interface EntryStore {
  stats(): { entries: number; bytes: number; evicted: number };
  /** Finds an entry and marks it as used. */
  find(key: string): Entry | undefined;
  has(key: string): boolean;
  put(key: string, entry: Entry): void;
  drop(key: string): void;
}

/**
 * Creates a store that evicts by the clock algorithm: the oldest entry goes, unless it was used since; then
 * it becomes the newest. A hit sets a flag and moves nothing.
 */
function createEntryStore(limits: { bytes: number; entries: number }): EntryStore {
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
    put(key, entry) {
      drop(key);
      entries.set(key, entry);
      size += entry.size;
      for (const [oldest, { used }] of entries) {
        if (size <= limits.bytes && entries.size <= limits.entries) break;
        const retained = used && oldest !== key ? entries.get(oldest) : undefined;
        drop(oldest);
        if (!retained) evicted += 1;
        else {
          retained.used = false;
          entries.set(oldest, retained);
          size += retained.size;
        }
      }
    },
  };
}

/**
 * Creates the response cache: entries stay until their dependencies change. `nextSiteChange` returns when content
 * will change without a save (midnight, a banner's start). At that instant all entries expire, and `publishDueChanges`
 * publishes due changes before the first render. After a save that may name another instant, no entry is
 * served until `nextSiteChange` has been read again. During an outage the last good response is served.
 *
 * Time is counted in revisions, one for each change. Changes are reported after their commit. Data that was
 * read before a change of its table may be older than the change; later data is not.
 */
export function createResponseCache(options: {
  now: () => number;
  nextChange: () => Promise<number>;
  /** Resolves to false if due changes are not published yet. Responses are not cached then. */
  publishDueChanges: () => Promise<boolean> | undefined;
  baseHeaders: Record<string, string>;
  isOutage: (error: unknown) => boolean;
}): ResponseCache {
  const siteEntries = createEntryStore(SITE_ROOM);
  const typedEntries = createEntryStore(TYPED_ROOM);
  const cachedReads = new Map<string, CachedRead>();
  /** Reads in progress. Concurrent callers await the same promise. */
  const readsInFlight = new Map<string, Tracked & { value: Promise<unknown> }>();
  const flights = new Map<string, Flight>();
  const fixedEntries = new Map<string, { begun: number; answer: Promise<CachedResponse> }>();
  /** Changes by table and owner. An owner is a table beside which alone the change shows; '' means any. */
  const changes = new Map<string, Map<string, TableChange>>();
  let revision = 1;
  /** Revision of the last change of everything. */
  let allChangedAt = 0;
  let plan: (Validated & { from: number; until: number }) | null = null;
  let planning: { at: number; until: Promise<number | null> } | null = null;
  const results: Record<Result, number> = { found: 0, waited: 0, same: 0, made: 0, stale: 0, failed: 0 };
  const tallies = new Map<string, HitCounter>();
  /** Distinct sets of dependencies, shared between entries to save memory. */
  const dependencySets = new Map<string, ReadonlyAffectedRows>();

  const tallyOf = (route: string) => {
    let tally = tallies.get(route);
    if (!tally) {
      tally = { route, hits: 0 };
      tallies.set(route, tally);
    }
    return tally;
  };

  const find = (key: string) => siteEntries.find(key) ?? typedEntries.find(key);
  const drop = (key: string) => {
    siteEntries.drop(key);
    typedEntries.drop(key);
  };
  const startTracking = (): Tracking => ({ reads: new Map(), since: new Map(), born: revision });
  const track = <T>({ reads, since }: Tracking, work: () => Promise<T>) =>
    trackStatements((statement) => {
      addAffectedRows(reads, statement.reads);
      // A row's name never equals a table's, so both kinds share one map.
      for (const name of statement.reads) if (!since.has(name)) since.set(name, revision);
    }, work);
  const shareDependencies = (reads: ReadonlyAffectedRows) => {
    const name = [...reads.keys()].join();
    if (dependencySets.size < MAX_DEPENDENCY_SETS)
      return dependencySets.getOrInsertComputed(name, () => new Map(reads));
    return dependencySets.get(name) ?? reads;
  };
  /** Compacts dependencies: thousands are stored, and most name whole tables, read at the same revision. */
  const compact = ({ reads, since, born }: Tracking): Tracked => {
    const revisions = new Set(since.values());
    const hasNoRows = reads.values().every((rows) => rows === null);
    return {
      reads: hasNoRows ? shareDependencies(reads) : reads,
      since: revisions.size === 1 ? ([...revisions][0] as number) : since,
      born,
    };
  };
  /** Returns the revision at which the rows that were read last changed. */
  const changedAt = ({ all, rows, last }: TableChange, rowsRead: ReadonlySet<string> | null) => {
    if (!rowsRead) return last;
    let at = all;
    for (const row of rowsRead) at = Math.max(at, rows.get(row) ?? 0);
    return at;
  };
  /** If the work is `inFlight`, it may still read the owner beside which a change shows. */
  const isStale = ({ reads, since, born }: Tracked, inFlight = false) => {
    if (allChangedAt > born) return true;
    for (const [table, rowsRead] of reads)
      for (const [owner, change] of changes.get(table) ?? []) {
        const beside = reads.get(owner);
        if (owner !== '' && beside === undefined && !inFlight) continue;
        const at = changedAt(change, owner === '' ? rowsRead : inFlight ? null : (beside ?? null));
        if ((typeof since === 'number' ? since : (since.get(table) ?? 0)) < at) return true;
      }
    return false;
  };
  const isCurrent = (validated: Validated) => {
    if (validated.checked === revision) return true;
    if (isStale(validated)) return false;
    validated.checked = revision;
    return true;
  };
  const expirePlan = () => {
    const now = options.now();
    // The clock was set back to before the planning, maybe to another day.
    if (!plan || (now < plan.until && now >= plan.from - MAX_CLOCK_CORRECTION_MS)) return;
    revision += 1;
    allChangedAt = revision;
    plan = null;
  };
  /** Returns until when entries hold unless content is saved, or null if that is unknown now. */
  const validUntil = (): Promise<number | null> => {
    expirePlan();
    if (plan && isCurrent(plan)) return Promise.resolve(plan.until);
    // Concurrent callers await the same promise.
    if (planning?.at !== revision) planning = { at: revision, until: computePlan() };
    return planning.until;
  };
  const computePlan = async () => {
    const tracking = startTracking();
    const from = options.now();
    const until = await track(tracking, options.nextChange).catch(() => null);
    planning = null;
    if (until === null || isStale(tracking)) return null;
    plan = { ...compact(tracking), from, until, checked: revision };
    return until;
  };
  /** Returns false if publishing fails. The render then meets the same failure and reports it. */
  const publishDueChanges = async () => {
    try {
      return (await options.publishDueChanges()) ?? true;
    } catch {
      return false;
    }
  };
  const cacheControl = (until: number) => () => cacheLine(Math.min(until, plan?.until ?? 0) - options.now());

  const store = (key: string, finished: CachedResponse, tracking: Tracking, isTyped: boolean) => {
    const current = find(key);
    // The stored entry was rendered later, from newer data.
    if (current && isCurrent(current) && isStale(tracking)) return;
    drop(key);
    const { br, gzip } = finished.bytes;
    const size = 1000 + key.length + br.length + gzip.length;
    (isTyped ? typedEntries : siteEntries).put(key, {
      ...compact(tracking),
      finished,
      size,
      checked: 0,
      used: false,
    });
  };
  const renderOnce = async (
    key: string,
    tracking: Tracking,
    render: () => Promise<RenderedResponse | ResponseUnderOtherKey>,
  ): Promise<CachedResponse> => {
    try {
      const arePublished = await publishDueChanges();
      const plannedUntil = arePublished ? await validUntil() : null;
      const stored = find(key);
      // Only the end of validity was unknown.
      if (stored && plannedUntil !== null && isCurrent(stored)) return stored.finished;
      // Most changes of a table do not show here. After the instant of a planned change, any part may differ.
      if (
        stored?.finished.same &&
        allChangedAt <= stored.born &&
        (await track(tracking, stored.finished.same))
      ) {
        const finished = { ...stored.finished, reads: compact(tracking).reads };
        results.same += 1;
        if (arePublished && (await validUntil()) !== null)
          store(key, finished, tracking, typedEntries.has(key));
        return finished;
      }
      const rendered = await track(tracking, render);
      if ('instead' in rendered) {
        drop(key);
        return get(rendered.instead, rendered.produce);
      }
      // Plan again: data that was read during the render may name an instant that the plan did not know.
      const until = plannedUntil === null ? null : await validUntil();
      const tally = tallyOf(rendered.route ?? 'other');
      const finished = {
        ...(await finish(rendered, options.baseHeaders, cacheControl(until ?? 0), tally)),
        reads: compact(tracking).reads,
        same: rendered.same,
      };
      results.made += 1;
      // If the end of validity is unknown, the response is sent but not cached.
      if (until !== null) store(key, finished, tracking, rendered.typed ?? false);
      return finished;
    } catch (error) {
      if (error instanceof CallerDisconnected) throw error;
      if (options.isOutage(error)) {
        const last = find(key);
        if (last) {
          results.stale += 1;
          return last.finished;
        }
      } else {
        // A response that failed otherwise, such as not found, must not come back in the next outage.
        drop(key);
      }
      if (!(error instanceof NotCacheable)) results.failed += 1;
      throw error;
    }
  };
  const hit: ResponseCache['hit'] = (key) => {
    expirePlan();
    if (!plan || !isCurrent(plan)) return undefined;
    const entry = find(key);
    return entry && isCurrent(entry) ? entry.finished : undefined;
  };
  const sharedRead: ResponseCache['sharedRead'] = async (key, read) => {
    expirePlan();
    const cached = cachedReads.get(key);
    if (cached && plan && isCurrent(plan) && isCurrent(cached)) {
      reportReads(namesOfRows(cached.reads));
      return cached.value as Awaited<ReturnType<typeof read>>;
    }
    const pending = readsInFlight.get(key);
    if (pending) {
      const value = await pending.value.catch(() => undefined);
      if (value !== undefined && !isStale(pending)) {
        reportReads(namesOfRows(pending.reads));
        return value as Awaited<ReturnType<typeof read>>;
      }
    }
    cachedReads.delete(key);
    const tracking = startTracking();
    const current = { ...tracking, value: track(tracking, read) };
    readsInFlight.set(key, current);
    const value = await current.value.finally(() => {
      if (readsInFlight.get(key) === current) readsInFlight.delete(key);
    });
    if (isStale(tracking)) return value;
    cachedReads.set(key, { ...compact(tracking), value: deepFreeze(value), checked: 0 });
    if (cachedReads.size > MAX_CACHED_READS) cachedReads.delete(cachedReads.keys().next().value ?? '');
    return value;
  };
  const trackedRead: ResponseCache['trackedRead'] = async (read) => {
    const tracking = startTracking();
    const value = await track(tracking, read);
    const validated = { ...compact(tracking), checked: 0 };
    const isStillCurrent = () => {
      expirePlan();
      if (!plan || !isCurrent(plan) || !isCurrent(validated)) return false;
      reportReads(namesOfRows(validated.reads));
      return true;
    };
    return { value, stands: isStillCurrent };
  };
  const recordChange = (name: string, rows: ReadonlySet<string> | null) => {
    const [table = '', owner = ''] = name.split('/');
    const byOwner = changes.getOrInsertComputed(table, () => new Map());
    const change = byOwner.getOrInsertComputed(owner, () => ({ all: 0, rows: new Map(), last: 0 }));
    change.last = revision;
    for (const row of rows ?? []) change.rows.set(row, revision);
    if (rows && change.rows.size <= MAX_CHANGED_ROWS) return;
    change.all = revision;
    change.rows.clear();
  };
  const get: ResponseCache['get'] = (key, render) => {
    const finished = hit(key);
    if (finished) {
      results.found += 1;
      return finished;
    }
    const pending = flights.get(key);
    if (pending && !isStale(pending, true)) {
      results.waited += 1;
      return pending.answer.catch((error: unknown) => {
        if (error instanceof CallerDisconnected) return get(key, render);
        throw error;
      });
    }
    const tracking = startTracking();
    const flight: Flight = {
      ...tracking,
      answer: renderOnce(key, tracking, render).finally(() => {
        if (flights.get(key) === flight) flights.delete(key);
      }),
    };
    flights.set(key, flight);
    return flight.answer;
  };

  const fixed: ResponseCache['fixed'] = (key, render, seconds = Number.POSITIVE_INFINITY) => {
    const cached = fixedEntries.get(key);
    const now = options.now();
    // A clock that was set back also makes an entry old.
    if (cached && now >= cached.begun && now < cached.begun + seconds * 1000) {
      results.found += 1;
      return cached.answer;
    }
    const entry = {
      begun: now,
      answer: (async () => {
        const rendered = await render();
        const tally = tallyOf(rendered.route ?? 'other');
        const response = await finish(rendered, options.baseHeaders, cacheControl(0), tally);
        results.made += 1;
        return { ...response, reads: new Map(), same: undefined };
      })(),
    };
    entry.answer.catch(() => {
      results.failed += 1;
      if (fixedEntries.get(key) === entry) fixedEntries.delete(key);
    });
    fixedEntries.set(key, entry);
    return entry.answer;
  };

  return {
    get,
    fixed,
    sharedRead,
    trackedRead,
    hit,
    invalidate(changed = 'all') {
      revision += 1;
      if (changed === 'all') {
        allChangedAt = revision;
        changes.clear();
      } else {
        const touched: AffectedRows = new Map();
        addAffectedRows(touched, changed);
        for (const [name, rows] of touched) recordChange(name, rows);
      }
      // Plan at once, not with the next request. By then another instance may have published what came due,
      // and this one would never learn of that instant.
      if (plan && !isCurrent(plan)) void validUntil();
    },
    stats() {
      const stores = [siteEntries.stats(), typedEntries.stats()];
      const total = (name: 'entries' | 'bytes' | 'evicted') =>
        stores.reduce((sum, store) => sum + store[name], 0);
      return {
        results,
        tallies: [...tallies.values()],
        inFlight: flights.size,
        stored: { entries: total('entries'), bytes: total('bytes') },
        evicted: total('evicted'),
      };
    },
  };
}

/**
 * Returns the `cache-control` value if the next planned change is `left` milliseconds away; no lifetime
 * passes it. Shared caches may serve a response for one second, which `no-cache` would forbid. Browsers
 * revalidate each time.
 */
function cacheLine(left: number): string {
  const seconds = Math.floor(left / 1000);
  if (seconds < 1) return 'public, no-cache';
  return `public, max-age=0, s-maxage=1, stale-if-error=${Math.min(MAX_STALE_SECONDS, seconds)}`;
}

function deepFreeze<T>(value: T): T {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value;
  for (const part of Object.values(value)) deepFreeze(part);
  return Object.freeze(value);
}

const pairs = (headers: Record<string, string>) => Object.entries(headers).flat();

/**
 * Compresses the body once and prepares the header lines. Browsers and CDNs may store the response but
 * revalidate it (with a strong ETag), so that visitors see a save at once.
 */
async function finish(
  rendered: RenderedResponse,
  base: Record<string, string>,
  cacheControl: () => string,
  tally: HitCounter,
): Promise<Omit<CachedResponse, 'reads' | 'same'>> {
  const identity = Buffer.from(rendered.body ?? '');
  const [br, gz] = await Promise.all([
    brotli(identity, {
      params: { [constants.BROTLI_PARAM_QUALITY]: 5, [constants.BROTLI_PARAM_SIZE_HINT]: identity.length },
    }),
    gzipped(identity, { level: 6 }),
  ]);
  const tag = createHash('sha256').update(identity).digest('base64url').slice(0, 22);
  const own = rendered.headers?.['cache-control'];
  const common = {
    // Must be first: `withCacheControl` sets it by index.
    'cache-control': '',
    vary: 'accept-encoding',
    ...base,
    'content-type': rendered.type,
    ...rendered.headers,
  };
  const head = (encoding: Encoding, body: Buffer) =>
    pairs({
      ...common,
      etag: `"${tag}-${encoding}"`,
      ...(encoding !== 'identity' && { 'content-encoding': encoding }),
      ...(rendered.body !== null && { 'content-length': String(body.length) }),
    });
  return {
    status: rendered.status,
    etag: tag,
    bytes: lazyBytes(br, gz),
    headerLines: { identity: head('identity', identity), br: head('br', br), gzip: head('gzip', gz) },
    notModified: pairs({ ...common, etag: `"${tag}-identity"` }),
    cacheControl: own ? () => own : cacheControl,
    tally,
  };
}

/**
 * Returns the bytes per encoding. The uncompressed body is unpacked on demand and weakly held: few clients
 * ask for it, and it would take two thirds of the memory.
 */
function lazyBytes(br: Buffer, gzip: Buffer): CachedResponse['bytes'] {
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

/** Returns the encoding of a response: brotli before gzip, unless refused with `q=0`. */
export function pickEncoding(header: string | undefined): Encoding {
  if (!header) return 'identity';
  const accepts = (name: string) => {
    const at = header.indexOf(name);
    return at >= 0 && !/^\s*;\s*q=0(\.0*)?\s*(,|$)/.test(header.slice(at + name.length));
  };
  if (accepts('br')) return 'br';
  return accepts('gzip') ? 'gzip' : 'identity';
}

/** Writes a cache entry directly to Node's response. */
export function sendCachedResponse(
  finished: CachedResponse,
  request: import('node:http').IncomingMessage,
  response: import('node:http').ServerResponse,
): void {
  const known = request.headers['if-none-match'];
  const crowd = request.headers[CROWD];
  if (known?.includes(`"${finished.etag}-`)) {
    response.writeHead(304, withCacheControl(finished.notModified, finished, crowd));
    response.end();
    return;
  }
  const encoding = pickEncoding(request.headers['accept-encoding'] as string | undefined);
  response.writeHead(finished.status, withCacheControl(finished.headerLines[encoding], finished, crowd));
  response.end(request.method === 'HEAD' || finished.status === 204 ? undefined : finished.bytes[encoding]);
}

/**
 * Header in which a caching proxy names the second of its request. nginx counts whole seconds: by
 * `s-maxage=1` it would keep a page for up to two. Visitors who come during its revalidation would wait, or
 * get an older page.
 */
const CROWD = 'x-crowd';
/**
 * Largest deviation of `CROWD` from the clock, in seconds. Clients may forge it if a proxy does not set it.
 */
const MAX_CROWD_SKEW_SECONDS = 5;

const isNow = (crowd: string) =>
  /^\d{1,12}$/.test(crowd) && Math.abs(Number(crowd) - Date.now() / 1000) <= MAX_CROWD_SKEW_SECONDS;

/** Sets the one header line that changes, in place: no lifetime may pass the next planned change. */
function withCacheControl(
  head: string[],
  { cacheControl }: CachedResponse,
  crowd?: string | string[],
): string[] {
  const line = cacheControl();
  head[1] = line;
  if (typeof crowd !== 'string' || !line.includes('s-maxage=1') || !isNow(crowd)) return head;
  const own = head.with(1, `${line}, stale-while-revalidate=1`);
  own.push('x-accel-expires', `@${crowd}`);
  return own;
}
