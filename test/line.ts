import { once } from 'node:events';
import { connect as connectTo, createServer, type Server, type Socket } from 'node:net';

/** A connection to a server that a test can cut, mend, and let fall silent. */
export interface Line {
  url: string;
  /** Ends what is connected and refuses what comes, as a server that was stopped. */
  cut(): Promise<void>;
  mend(): Promise<void>;
  /** From now on takes everything and, `after` more bytes of answers, says nothing, as a server that hangs. */
  hang(after?: number): void;
}

/** A line to the HTTP server at `target`, on a port of its own. */
export async function createLine(target: string): Promise<Line> {
  const { hostname, port } = new URL(target);
  const sockets = new Set<Socket>();
  let left = Number.POSITIVE_INFINITY;
  const lay = () =>
    createServer((near) => {
      const far = connectTo(Number(port), hostname);
      for (const socket of [near, far]) {
        sockets.add(socket);
        socket.on('error', () => {});
        socket.on('close', () => {
          sockets.delete(socket);
          near.destroy();
          far.destroy();
        });
      }
      near.pipe(far);
      far.on('data', (bytes: Buffer) => {
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
      if (server) return;
      server = lay().listen(address.port, '127.0.0.1');
      await once(server, 'listening');
    },
    hang(after = 0) {
      left = after;
    },
  };
}
