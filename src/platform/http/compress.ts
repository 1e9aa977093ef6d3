import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyReply } from 'fastify';
import { pickEncoding } from './cache.ts';

// In the thread pool: nobody waits for somebody else's answer to be compressed.
const brotli = promisify(brotliCompress);
const gzipped = promisify(gzip);

/** Shorter ones leave in one packet either way. */
const WORTH_IT = 1024;

/** Sends what was made for one person, compressed as its client takes it. */
export async function sendCompressed(reply: FastifyReply, text: string): Promise<FastifyReply> {
  const bytes = Buffer.from(text);
  const vary = reply.getHeader('vary');
  reply.header('vary', vary ? `${vary}, accept-encoding` : 'accept-encoding');
  const accepted = reply.request.headers['accept-encoding'] as string | undefined;
  const encoding = bytes.length < WORTH_IT ? 'identity' : pickEncoding(accepted);
  if (encoding === 'identity') return reply.send(bytes);
  reply.header('content-encoding', encoding);
  if (encoding === 'gzip') return reply.send(await gzipped(bytes));
  const params = { [constants.BROTLI_PARAM_QUALITY]: 4, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length };
  return reply.send(await brotli(bytes, { params }));
}
