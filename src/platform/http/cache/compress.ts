import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyReply } from 'fastify';
import { pickEncoding } from './sendCachedResponse.ts';

// Runs in the thread pool, so that compression blocks no other response.
const brotli = promisify(brotliCompress);
const gzipped = promisify(gzip);

/** Lower bound of compression in bytes. A shorter response fits one packet either way. */
const MIN_COMPRESSED_BYTES = 1024;

/** Sends a response for one user, in an encoding that the client accepts. */
export async function sendCompressed(reply: FastifyReply, text: string): Promise<FastifyReply> {
  const bytes = Buffer.from(text);
  const vary = reply.getHeader('vary');
  reply.header('vary', vary ? `${vary}, accept-encoding` : 'accept-encoding');
  const accepted = reply.request.headers['accept-encoding'] as string | undefined;
  const encoding = bytes.length < MIN_COMPRESSED_BYTES ? 'identity' : pickEncoding(accepted);
  if (encoding === 'identity') return reply.send(bytes);
  reply.header('content-encoding', encoding);
  if (encoding === 'gzip') return reply.send(await gzipped(bytes));
  const params = { [constants.BROTLI_PARAM_QUALITY]: 4, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length };
  return reply.send(await brotli(bytes, { params }));
}
