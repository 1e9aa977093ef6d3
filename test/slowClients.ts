import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

// Slow clients, for tests and drills against a server that really listens.

export interface HeldConnection {
  socket: Socket;
  /** Returns the response so far. */
  received(): string;
  closed: Promise<unknown>;
}

export interface ConnectionOptions {
  port: number;
  /** Any address of 127.0.0.0/8, so that each caller has its own. */
  from?: string;
}

/** Opens a connection and sends `text`, and nothing more. */
export async function openConnection({ port, from }: ConnectionOptions, text = ''): Promise<HeldConnection> {
  const socket = connect({ port, host: '127.0.0.1', ...(from && { localAddress: from }) });
  let answer = '';
  socket.on('data', (chunk: Buffer) => {
    if (answer.length < 10_000) answer += chunk.toString();
  });
  socket.on('error', () => {});
  const closed = new Promise((resolve) => socket.once('close', resolve));
  await Promise.race([once(socket, 'connect'), closed]);
  if (text) socket.write(text);
  return { socket, received: () => answer, closed };
}

/** Returns the head of a request with a body. */
export const requestHead = (path: string, headers: Record<string, string | number>) =>
  `POST ${path} HTTP/1.1\r\nhost: localhost\r\n${Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('')}\r\n`;

/** Returns the head of a sign-in with a body of `bytes`, which does not follow. */
export const signInHead = (bytes: number, headers: Record<string, string> = {}) =>
  requestHead('/api/auth/login', { 'content-type': 'application/json', 'content-length': bytes, ...headers });

/** Sends a byte every `milliseconds` until the connection ends. */
export function trickle({ socket }: HeldConnection, milliseconds: number): void {
  const timer = setInterval(() => socket.write('x'), milliseconds);
  socket.once('close', () => clearInterval(timer));
}
