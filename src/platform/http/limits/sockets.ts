import { type Server, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { Failure, type FailureCode } from '../../../shared/failure.ts';
import { failureBody } from '../failures.ts';
import { apiHeaders } from '../headers.ts';

/** Codes of failures by the error codes of Node's parser. All others are malformed requests. */
const PARSER_CODES: Record<string, FailureCode> = {
  HPE_HEADER_OVERFLOW: 'headers_too_large',
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 'too_large',
  ERR_HTTP_REQUEST_TIMEOUT: 'too_slow',
};

/** Returns a whole HTTP response as text, for a connection without a request. The connection ends with it. */
export function rawResponse(failure: Failure, headers: Record<string, string> = {}): string {
  const body = JSON.stringify(failureBody(failure));
  const lines = {
    ...apiHeaders,
    ...headers,
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
    'cache-control': 'no-store',
    connection: 'close',
  };
  return [
    `HTTP/1.1 ${failure.status} ${STATUS_CODES[failure.status]}`,
    ...Object.entries(lines).map(([name, value]) => `${name}: ${value}`),
    '',
    body,
  ].join('\r\n');
}

interface Handle {
  writeQueueSize: number;
  bytesWritten: number;
}

/** Returns Node's internal handle. The socket's own `bytesWritten` includes bytes that are still queued. */
const handleOf = (socket: Socket) => (socket as Socket & { _handle: Handle | null })._handle;
/** Returns the bytes that the system has not taken from `socket`. */
export const queuedBytes = (socket: Socket) => handleOf(socket)?.writeQueueSize ?? 0;
/** Returns the bytes that the system has taken from `socket` since it opened. */
export const sentBytes = (socket: Socket) => (handleOf(socket)?.bytesWritten ?? 0) - queuedBytes(socket);

interface RespondingSocket {
  /** Node's internal field: the response in progress on this connection. */
  _httpMessage?: { headersSent: boolean } | null;
}

/** Sends a failure for a request that Node's parser rejects, and ends the connection. */
export function refuseMalformedRequest(
  error: Error & { code?: string },
  socket: Duplex,
  headers: Record<string, string>,
): void {
  const hasBegunResponse = (socket as RespondingSocket)._httpMessage?.headersSent;
  if (error.code !== 'ECONNRESET' && socket.writable && !hasBegunResponse) {
    const code = PARSER_CODES[error.code ?? ''] ?? 'malformed';
    socket.write(rawResponse(new Failure(code), headers));
  }
  socket.destroy(error);
}

/** Replaces the responses that Node would send by itself, with empty bodies and without our headers. */
export function answerExpectAndConnect(server: Server, headers: Record<string, string>): void {
  // An unknown `Expect` header may be ignored.
  server.on('checkExpectation', (request, response) => server.emit('request', request, response));
  server.on('connect', (_request, socket) => {
    socket.on('error', () => {});
    socket.write(rawResponse(new Failure('method_not_allowed'), headers));
    // `end()` alone would wait for the client's FIN, and Node no longer tracks this socket.
    (socket as Socket).destroySoon();
  });
}
