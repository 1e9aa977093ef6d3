import { once } from 'node:events';
import { connect as connectTo, createServer, type Server, type Socket } from 'node:net';

/** A connection to a server that a test can cut, mend, and let fall silent. */
export interface Line {
  url: string;
  /** Ends what is connected and refuses what comes, as a server that was stopped. */
  cut(): Promise<void>;
  mend(): Promise<void>;
  /** Takes everything and passes nothing on, either way, as a cable that was pulled; mended it ends what lost bytes. */
  sever(): void;
  /** From now on takes everything and, `after` more bytes of answers, says nothing, as a server that hangs. */
  hang(after?: number): void;
}

/** A line to the HTTP server at `target`, on a port of its own. */
export async function createLine(target: string): Promise<Line> {
  const { hostname, port } = new URL(target);
  const sockets = new Set<Socket>();
  let left = Number.POSITIVE_INFINITY;
  let isSevered = false;
  const keep = (socket: Socket, ended: () => void) => {
    sockets.add(socket);
    socket.on('error', () => {});
    socket.on('close', () => {
      sockets.delete(socket);
      if (!isSevered) ended();
    });
  };
  const lay = () =>
    createServer((near) => {
      if (isSevered) {
        keep(near, () => {});
        return near.resume();
      }
      const far = connectTo(Number(port), hostname);
      const end = () => {
        near.destroy();
        far.destroy();
      };
      keep(near, end);
      keep(far, end);
      near.on('data', (bytes: Buffer) => {
        if (!isSevered && !far.write(bytes)) near.pause();
      });
      far.on('drain', () => near.resume());
      far.on('data', (bytes: Buffer) => {
        if (isSevered) return;
        const passed = bytes.subarray(0, left);
        left -= passed.length;
        if (passed.length > 0 && !near.write(passed)) far.pause();
      });
      near.on('drain', () => far.resume());
    });
  let server: Server | null = lay().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('No port');
  return {
    url: `http://127.0.0.1:${address.port}`,
    async cut() {
      const ended = server;
      server = null;
      ended?.close();
      for (const socket of sockets) socket.destroy();
      if (ended) await once(ended, 'close');
    },
    async mend() {
      left = Number.POSITIVE_INFINITY;
      if (isSevered) for (const socket of sockets) socket.destroy();
      isSevered = false;
      if (server) return;
      server = lay().listen(address.port, '127.0.0.1');
      await once(server, 'listening');
    },
    sever() {
      isSevered = true;
    },
    hang(after = 0) {
      left = after;
    },
  };
}
