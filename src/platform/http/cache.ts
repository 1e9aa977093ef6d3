import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

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
}

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
}

/** What is asked for is another answer, which has its own key. */
export interface Elsewhere {
  instead: string;
  produce: () => Promise<Produced>;
}

export interface Answers {
  /**
   * The finished answer for `key`, produced at most once per content revision, by one producer at a time. Keys
   * must be few: made of what the site has, never of what somebody made up. What `produce` says was `typed` by a
   * visitor is kept apart.
   */
  get(key: string, produce: () => Promise<Produced | Elsewhere>): Finished | Promise<Finished>;
  /** Content changed: everything kept is produced again when asked for. */
  invalidate(): void;
}

/** Bytes and entries that are kept at most: of the site's own addresses, and of those that visitors' words are in. */
const ROOM = { bytes: 64 * 1024 * 1024, entries: 2000 };
const ROOM_FOR_TYPED = { bytes: 8 * 1024 * 1024, entries: 200 };

const MOST_STALE_SECONDS = 86_400;

interface Entry {
  finished: Finished;
  generation: number;
  size: number;
}

interface Room {
  /** Counts as a use. */
  find(key: string): Entry | undefined;
  keep(key: string, entry: Entry): void;
  drop(key: string): void;
}

/** Where there is no more room, what was used least recently leaves. */
function createRoom(most: { bytes: number; entries: number }): Room {
  const entries = new Map<string, Entry>();
  let size = 0;
  const drop = (key: string) => {
    size -= entries.get(key)?.size ?? 0;
    entries.delete(key);
  };
  return {
    drop,
    find(key) {
      const entry = entries.get(key);
      if (!entry) return undefined;
      entries.delete(key);
      entries.set(key, entry);
      return entry;
    },
    keep(key, entry) {
      drop(key);
      entries.set(key, entry);
      size += entry.size;
      for (const oldest of entries.keys()) {
        if (size <= most.bytes && entries.size <= most.entries) break;
        drop(oldest);
      }
    },
  };
}

/**
 * Keeps finished answers until the content changes. `nextChange` tells when it will change by itself (a day's
 * turn, a banner's start). When production fails because something is away, the last good answer goes on being
 * served.
 */
export function createAnswers(options: {
  now: () => number;
  nextChange: () => Promise<number>;
  baseHeaders: Record<string, string>;
  isOutage: (error: unknown) => boolean;
}): Answers {
  const own = createRoom(ROOM);
  const typed = createRoom(ROOM_FOR_TYPED);
  const flights = new Map<string, Promise<Finished>>();
  let generation = 1;
  let validUntil = 0;
  let planned = 0;

  const find = (key: string) => own.find(key) ?? typed.find(key);
  const drop = (key: string) => {
    own.drop(key);
    typed.drop(key);
  };
  const keep = (key: string, finished: Finished, born: number, isTyped: boolean) => {
    drop(key);
    const size = Object.values(finished.bytes).reduce((sum, { length }) => sum + length, 1000 + key.length);
    (isTyped ? typed : own).keep(key, { finished, generation: born, size });
  };
  const plan = async (born: number) => {
    if (planned === born) return;
    const until = await options.nextChange();
    if (generation === born) {
      validUntil = until;
      planned = born;
    }
  };
  const cacheControl = (until: number) => () => {
    const stale = Math.min(MOST_STALE_SECONDS, Math.floor((until - options.now()) / 1000));
    return stale > 0 ? `public, no-cache, stale-if-error=${stale}` : 'public, no-cache';
  };
  const fly = async (key: string, produce: () => Promise<Produced | Elsewhere>): Promise<Finished> => {
    const born = generation;
    try {
      const known = await plan(born).then(
        () => true,
        () => false,
      );
      const until = known ? validUntil : 0;
      const produced = await produce();
      if ('instead' in produced) {
        drop(key);
        return get(produced.instead, produced.produce);
      }
      const finished = await finish(produced, options.baseHeaders, cacheControl(until));
      // Nobody knows until when it holds: it is sent, but not kept.
      if (known) keep(key, finished, born, produced.typed ?? false);
      return finished;
    } catch (error) {
      if (options.isOutage(error)) {
        const last = find(key);
        if (last) return last.finished;
      } else {
        // What is no longer there must not come back with the next outage.
        drop(key);
      }
      throw error;
    }
  };
  const get: Answers['get'] = (key, produce) => {
    if (planned === generation && options.now() >= validUntil) generation += 1;
    const entry = find(key);
    if (entry && entry.generation === generation) return entry.finished;
    const flightKey = `${generation} ${key}`;
    let flight = flights.get(flightKey);
    if (!flight) {
      flight = fly(key, produce).finally(() => flights.delete(flightKey));
      flights.set(flightKey, flight);
    }
    return flight;
  };

  return {
    get,
    invalidate() {
      generation += 1;
    },
  };
}

const pairs = (headers: Record<string, string>) => Object.entries(headers).flat();

/**
 * Compresses once and lays the header lines out. Answers may be kept by a browser or CDN but are asked for
 * again each time (`no-cache` with a strong ETag), so that what staff save is what the next visitor sees.
 */
async function finish(
  produced: Produced,
  base: Record<string, string>,
  cacheControl: () => string,
): Promise<Finished> {
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
    bytes: { identity, br, gzip: gz },
    head: { identity: head('identity', identity), br: head('br', br), gzip: head('gzip', gz) },
    notModified: pairs({ ...common, etag: `"${tag}-identity"` }),
    cacheControl: own ? () => own : cacheControl,
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
  if (known?.includes(`"${finished.etag}-`)) {
    response.writeHead(304, dated(finished.notModified, finished));
    response.end();
    return;
  }
  const encoding = pickEncoding(request.headers['accept-encoding'] as string | undefined);
  response.writeHead(finished.status, dated(finished.head[encoding], finished));
  response.end(request.method === 'HEAD' || finished.status === 204 ? undefined : finished.bytes[encoding]);
}

/** The one line that is not finished: no age that leaves here may pass the next change of the content. */
function dated(head: string[], { cacheControl }: Finished): string[] {
  head[1] = cacheControl();
  return head;
}
