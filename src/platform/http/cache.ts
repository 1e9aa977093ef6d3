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
}

type Encoding = 'br' | 'gzip' | 'identity';

/** An answer as bytes, ready to leave, with its header lines per encoding. */
export interface Finished {
  status: number;
  etag: string;
  bytes: Record<Encoding, Buffer>;
  head: Record<Encoding, string[]>;
  notModified: string[];
}

export interface Answers {
  /** The finished answer for `key`, produced at most once per content revision, by one producer at a time. */
  get(key: string, produce: () => Promise<Produced>): Finished | Promise<Finished>;
  /** Content changed: everything kept is produced again when asked for. */
  invalidate(): void;
}

const MAX_BYTES = 64 * 1024 * 1024;
/** Enough for every page of a site; keys that nobody asks for again leave first. */
const MAX_ENTRIES = 2000;

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
  const entries = new Map<string, { finished: Finished; generation: number; size: number }>();
  const flights = new Map<string, Promise<Finished>>();
  let size = 0;
  let generation = 1;
  let validUntil = 0;
  let planned = 0;

  const drop = (key: string) => {
    const entry = entries.get(key);
    if (!entry) return;
    size -= entry.size;
    entries.delete(key);
  };
  const keep = (key: string, finished: Finished, born: number) => {
    drop(key);
    const bytes = Object.values(finished.bytes).reduce((sum, buffer) => sum + buffer.length, 1000);
    entries.set(key, { finished, generation: born, size: bytes });
    size += bytes;
    for (const oldest of entries.keys()) {
      if (size <= MAX_BYTES && entries.size <= MAX_ENTRIES) break;
      drop(oldest);
    }
  };
  const plan = async (born: number) => {
    if (planned === born) return;
    const until = await options.nextChange();
    if (generation === born) {
      validUntil = until;
      planned = born;
    }
  };
  const fly = async (key: string, produce: () => Promise<Produced>): Promise<Finished> => {
    const born = generation;
    try {
      const known = await plan(born).then(
        () => true,
        () => false,
      );
      const finished = await finish(await produce(), options.baseHeaders);
      // Nobody knows until when it holds: it is sent, but not kept.
      if (known) keep(key, finished, born);
      return finished;
    } catch (error) {
      const last = entries.get(key);
      if (last && options.isOutage(error)) return last.finished;
      throw error;
    }
  };

  return {
    get(key, produce) {
      if (planned === generation && options.now() >= validUntil) generation += 1;
      const entry = entries.get(key);
      if (entry && entry.generation === generation) return entry.finished;
      const flightKey = `${generation} ${key}`;
      let flight = flights.get(flightKey);
      if (!flight) {
        flight = fly(key, produce).finally(() => flights.delete(flightKey));
        flights.set(flightKey, flight);
      }
      return flight;
    },
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
async function finish(produced: Produced, base: Record<string, string>): Promise<Finished> {
  const identity = Buffer.from(produced.body ?? '');
  const [br, gz] = await Promise.all([
    brotli(identity, {
      params: { [constants.BROTLI_PARAM_QUALITY]: 5, [constants.BROTLI_PARAM_SIZE_HINT]: identity.length },
    }),
    gzipped(identity, { level: 6 }),
  ]);
  const tag = createHash('sha256').update(identity).digest('base64url').slice(0, 22);
  const common = {
    ...base,
    'content-type': produced.type,
    'cache-control': 'public, no-cache, stale-if-error=86400',
    vary: 'accept-encoding',
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
    response.writeHead(304, finished.notModified);
    response.end();
    return;
  }
  const encoding = pickEncoding(request.headers['accept-encoding'] as string | undefined);
  response.writeHead(finished.status, finished.head[encoding]);
  response.end(request.method === 'HEAD' || finished.status === 204 ? undefined : finished.bytes[encoding]);
}
