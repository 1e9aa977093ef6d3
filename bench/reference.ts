import { readFileSync } from 'node:fs';
import Fastify from 'fastify';

// The bare reference: a Fastify route that answers the bytes of a file from a Buffer, with the headers given.
// node bench/reference.ts BYTES HEADERS.json PORT

const [bytesFile = '', headersFile = '', port = '0'] = process.argv.slice(2);
const bytes = readFileSync(bytesFile);
const headers = JSON.parse(readFileSync(headersFile, 'utf8')) as Record<string, string>;
const server = Fastify();
server.get('/', (_request, reply) => {
  reply.headers(headers).send(bytes);
});
await server.listen({ port: Number(port), host: '127.0.0.1' });
process.on('SIGTERM', () => server.close());
