import type { FastifyReply } from 'fastify';
import { compressBrotli, compressGzip } from './cachedResponse.ts';
import { pickEncoding } from './sendCachedResponse.ts';

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
  return reply.send(await (encoding === 'gzip' ? compressGzip(bytes) : compressBrotli(bytes)));
}
