import { pipeline, Readable, type Transform } from 'node:stream';
import { constants, createBrotliCompress, createGzip } from 'node:zlib';
import type { FastifyReply } from 'fastify';
import { Failure } from '../../contract/failure.ts';
import { breathe } from '../breath.ts';
import { callerKey } from '../limits.ts';
import type { Pieces } from '../pieces.ts';
import { pickEncoding } from './cache.ts';
import { onRequestEnd } from './requestEnd.ts';
import { slowestOf } from './slowest.ts';

/** The text of a longer list is in no memory: it leaves while it is made, and nobody keeps it. */
const LONG = 2 * 1024 * 1024;

const LIMITS = {
  /** On their way at once; each holds a piece of text and what a compressor needs. */
  most: 16,
  /** Bound of one address: a quarter, so that no single address keeps a list from all others. */
  each: 4,
  /** For so long the slowest is left alone, whoever else comes. */
  patienceMs: 30_000,
};
const RETRY_SECONDS = 10;

const BUSY = 'Muita gente pede esta lista inteira agora. Tente de novo em instantes.';

/** The answer whose list these are, as text; null where that is long. */
export async function textOf(pieces: Pieces<unknown>): Promise<string | null> {
  const texts: string[] = [];
  let length = 0;
  for await (const text of textsOf(pieces)) {
    length += text.length;
    if (length > LONG) return null;
    texts.push(text);
  }
  return texts.join('');
}

async function* textsOf(pieces: Pieces<unknown>): AsyncGenerator<string> {
  let before = '{"data":[';
  for await (const piece of pieces) {
    if (piece.length === 0) continue;
    yield before + JSON.stringify(piece).slice(1, -1);
    before = ',';
    await breathe();
  }
  yield before === ',' ? ']}' : `${before}]}`;
}

interface Moving {
  address: string;
  begun: number;
  sent: number;
  end(): void;
}

/** Sends long lists, as fast as each is read. Where there are too many, the one that is read most slowly ends. */
export function createLongAnswers(limits = LIMITS) {
  const moving = new Set<Moving>();

  const makeRoom = (address: string) => {
    const byAddress = Map.groupBy(moving, (one) => one.address);
    const own = byAddress.get(address) ?? [];
    const isOwnFull = own.length >= limits.each;
    if (!isOwnFull && moving.size < limits.most) return;
    const [crowd = []] = [...byAddress.values()].sort((one, other) => other.length - one.length);
    // An address with more lists than this one will have gives one up at once.
    const isCrowded = !isOwnFull && crowd.length > own.length + 1;
    const candidates = isCrowded ? crowd : isOwnFull ? own : moving;
    const slowest = slowestOf(candidates, isCrowded ? -1 : limits.patienceMs, ({ sent }) => sent);
    if (!slowest) throw new Failure('unavailable', BUSY, { retryAfter: RETRY_SECONDS });
    slowest.end();
    moving.delete(slowest);
  };

  return {
    send(reply: FastifyReply, pieces: Pieces<unknown>, isCompressible: boolean): FastifyReply {
      const address = callerKey(reply.request.ip);
      makeRoom(address);
      const vary = reply.getHeader('vary');
      reply.header('vary', vary ? `${vary}, accept-encoding` : 'accept-encoding');
      const accepted = reply.request.headers['accept-encoding'] as string | undefined;
      const encoding = isCompressible ? pickEncoding(accepted) : 'identity';
      if (encoding !== 'identity') reply.header('content-encoding', encoding);
      // Fastify would have all of it made, to throw it away.
      if (reply.request.method === 'HEAD') return reply.send(Readable.from([]));
      const end = () => source.destroy();
      const one: Moving = { address, begun: performance.now(), sent: 0, end };
      const source = Readable.from(counted(textsOf(pieces), one), { highWaterMark: 1 });
      moving.add(one);
      source.once('close', () => moving.delete(one));
      onRequestEnd(reply, end);
      if (encoding === 'identity') return reply.send(source);
      // Where one of them ends, so does the other.
      return reply.send(pipeline(source, compressor(encoding), () => {}));
    },
  };
}

async function* counted(texts: AsyncIterable<string>, one: Moving) {
  for await (const text of texts) {
    one.sent += text.length;
    yield text;
  }
}

/** With less of a memory than usual: what is alike in a list is alike from record to record. */
function compressor(encoding: 'br' | 'gzip'): Transform {
  if (encoding === 'gzip') return createGzip({ level: 4 });
  const { BROTLI_PARAM_QUALITY, BROTLI_PARAM_LGWIN } = constants;
  return createBrotliCompress({ params: { [BROTLI_PARAM_QUALITY]: 4, [BROTLI_PARAM_LGWIN]: 18 } });
}
