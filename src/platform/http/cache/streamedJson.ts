import { pipeline, Readable, type Transform } from 'node:stream';
import { constants, createBrotliCompress, createGzip } from 'node:zlib';
import type { FastifyReply } from 'fastify';
import { Failure } from '../../../shared/failure.ts';
import type { Batches } from '../../processes/batches.ts';
import { yieldToEventLoop } from '../../processes/yieldToEventLoop.ts';
import { callerKey } from '../../security/rateLimits.ts';
import { onRequestEnd } from '../limits/requestEnd.ts';
import { slowestOf } from '../limits/slowest.ts';
import { pickEncoding } from './sendCachedResponse.ts';

/** Longest list, in UTF-16 units, that is built in memory. A longer one is streamed and never cached. */
const MAX_BUFFERED_LENGTH = 2 * 1024 * 1024;

const LIMITS = {
  /** Streams in progress. Each holds one batch of text and a compressor. */
  most: 16,
  /** Streams of one address: a quarter, so that a single address cannot block the others. */
  each: 4,
  /** Time before the slowest stream may be ended for a new one. */
  patienceMs: 30_000,
};
const RETRY_SECONDS = 10;

const BUSY = 'Muita gente pede esta lista inteira agora. Tente de novo em instantes.';

/** Returns the response as JSON text, or null if it is too long to build in memory. */
export async function shortListText(pieces: Batches<unknown>): Promise<string | null> {
  const texts: string[] = [];
  let length = 0;
  for await (const text of textsOf(pieces)) {
    length += text.length;
    if (length > MAX_BUFFERED_LENGTH) return null;
    texts.push(text);
  }
  return texts.join('');
}

async function* textsOf(pieces: Batches<unknown>): AsyncGenerator<string> {
  let separator = '{"data":[';
  for await (const batch of pieces) {
    if (batch.length === 0) continue;
    yield separator + JSON.stringify(batch).slice(1, -1);
    separator = ',';
    await yieldToEventLoop();
  }
  yield separator === ',' ? ']}' : `${separator}]}`;
}

interface ActiveStream {
  address: string;
  begun: number;
  sent: number;
  end(): void;
}

/** Creates the sender of streamed JSON, at the pace of the clients. At the limit, the slowest stream ends. */
export function createJsonStreams(limits = LIMITS) {
  const activeStreams = new Set<ActiveStream>();

  const makeRoom = (address: string) => {
    const byAddress = Map.groupBy(activeStreams, (stream) => stream.address);
    const own = byAddress.get(address) ?? [];
    const isOwnFull = own.length >= limits.each;
    if (!isOwnFull && activeStreams.size < limits.most) return;
    const [crowd = []] = [...byAddress.values()].sort((a, b) => b.length - a.length);
    // An address with more streams than the new one would have gives one up at once.
    const isCrowded = !isOwnFull && crowd.length > own.length + 1;
    const candidates = isCrowded ? crowd : isOwnFull ? own : activeStreams;
    const slowest = slowestOf(candidates, isCrowded ? -1 : limits.patienceMs, ({ sent }) => sent);
    if (!slowest) throw new Failure('unavailable', BUSY, { retryAfter: RETRY_SECONDS });
    slowest.end();
    activeStreams.delete(slowest);
  };

  return {
    send(reply: FastifyReply, pieces: Batches<unknown>, isCompressible: boolean): FastifyReply {
      const address = callerKey(reply.request.ip);
      makeRoom(address);
      const vary = reply.getHeader('vary');
      reply.header('vary', vary ? `${vary}, accept-encoding` : 'accept-encoding');
      const accepted = reply.request.headers['accept-encoding'] as string | undefined;
      const encoding = isCompressible ? pickEncoding(accepted) : 'identity';
      if (encoding !== 'identity') reply.header('content-encoding', encoding);
      // Fastify would render the whole list and discard it.
      if (reply.request.method === 'HEAD') return reply.send(Readable.from([]));
      const end = () => source.destroy();
      const stream: ActiveStream = { address, begun: performance.now(), sent: 0, end };
      const source = Readable.from(counted(textsOf(pieces), stream), { highWaterMark: 1 });
      activeStreams.add(stream);
      source.once('close', () => activeStreams.delete(stream));
      onRequestEnd(reply, end);
      if (encoding === 'identity') return reply.send(source);
      // `pipeline` destroys both streams when either ends.
      return reply.send(pipeline(source, compressor(encoding), () => {}));
    },
  };
}

async function* counted(texts: AsyncIterable<string>, stream: ActiveStream) {
  for await (const text of texts) {
    stream.sent += text.length;
    yield text;
  }
}

/** A small window saves memory: lists repeat from record to record. */
function compressor(encoding: 'br' | 'gzip'): Transform {
  if (encoding === 'gzip') return createGzip({ level: 4 });
  const { BROTLI_PARAM_QUALITY, BROTLI_PARAM_LGWIN } = constants;
  return createBrotliCompress({ params: { [BROTLI_PARAM_QUALITY]: 4, [BROTLI_PARAM_LGWIN]: 18 } });
}
