import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';

// The bare reference: Node's own server, which sends the bytes of a file from a Buffer with the given header lines.
// node bench/reference.ts BYTES LINES.json KEEP_ALIVE_SECONDS PORT

const [bytesFile = '', linesFile = '', keepAlive = '5', port = '0'] = process.argv.slice(2);
const bytes = readFileSync(bytesFile);
const lines = JSON.parse(readFileSync(linesFile, 'utf8')) as string[];
const server = createServer((_request, response) => {
  response.writeHead(200, lines);
  response.end(bytes);
});
server.keepAliveTimeout = Number(keepAlive) * 1000;
server.listen(Number(port), '127.0.0.1');
process.on('SIGTERM', () => process.exit(0));
