import { once } from 'node:events';
import { connect as connectTo, createServer, type Server, type Socket } from 'node:net';

/** A connection to a server that a test can cut, restore and stall. */
export interface Line {
  url: string;
  /** Closes all connections and refuses new ones, as a stopped server does. */
  close(): Promise<void>;
  restore(): Promise<void>;
  /**
   * Accepts all data and forwards none in either direction, as a pulled cable. `restore` ends the connections
   * that lost data.
   */
  sever(): void;
  /** Accepts all data and sends nothing after `after` more bytes of responses, as a hanging server. */
  hang(after?: number): void;
  /** Delays all data from now on; null ends the delay. */
  degrade(weather: NetworkConditions | null): void;
}

/**
 * Network conditions in milliseconds and bytes per second. A lost packet arrives later, as if it were sent
 * again.
 */
export interface NetworkConditions {
  delay: [number, number];
  /** Percentage of lost packets, and their additional delay. */
  lost?: { percent: number; late: [number, number] };
  rate?: number;
}

const between = ([min, max]: [number, number]) => min + Math.random() * (max - min);

const latenessOf = (bytes: number, { delay, lost, rate }: NetworkConditions) =>
  between(delay) +
  (lost && Math.random() * 100 < lost.percent ? between(lost.late) : 0) +
  (rate ? (bytes / rate) * 1000 : 0);

/** Creates a line to the HTTP server at `target` on its own port. */
export async function createLine(target: string): Promise<Line> {
  const { hostname, port } = new URL(target);
  const sockets = new Set<Socket>();
  let left = Number.POSITIVE_INFINITY;
  let isSevered = false;
  let weather: NetworkConditions | null = null;
  /** Delays data in order, because reading pauses meanwhile. */
  const delayed = (from: Socket, bytes: number, pass: () => void) => {
    if (!weather) return pass();
    from.pause();
    setTimeout(
      () => {
        from.resume();
        pass();
      },
      latenessOf(bytes, weather),
    );
  };
  const keep = (socket: Socket, ended: () => void) => {
    sockets.add(socket);
    socket.on('error', () => {});
    socket.on('close', () => {
      sockets.delete(socket);
      if (!isSevered) ended();
    });
  };
  const createProxy = () =>
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
      near.on('data', (bytes: Buffer) =>
        delayed(near, bytes.length, () => {
          if (!isSevered && !far.write(bytes)) near.pause();
        }),
      );
      far.on('drain', () => near.resume());
      far.on('data', (bytes: Buffer) =>
        delayed(far, bytes.length, () => {
          if (isSevered) return;
          const passed = bytes.subarray(0, left);
          left -= passed.length;
          if (passed.length > 0 && !near.write(passed)) far.pause();
        }),
      );
      near.on('drain', () => far.resume());
    });
  let server: Server | null = createProxy().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('No port');
  return {
    url: `http://127.0.0.1:${address.port}`,
    async close() {
      const ended = server;
      server = null;
      ended?.close();
      for (const socket of sockets) socket.destroy();
      if (ended) await once(ended, 'close');
    },
    async restore() {
      left = Number.POSITIVE_INFINITY;
      if (isSevered) for (const socket of sockets) socket.destroy();
      isSevered = false;
      if (server) return;
      server = createProxy().listen(address.port, '127.0.0.1');
      await once(server, 'listening');
    },
    sever() {
      isSevered = true;
    },
    hang(after = 0) {
      left = after;
    },
    degrade(next) {
      weather = next;
    },
  };
}
