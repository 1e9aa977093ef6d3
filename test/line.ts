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
  /** From now on everything is late, by as much as this says; null, and it is as before. */
  worsen(weather: Weather | null): void;
}

/** Milliseconds and bytes a second. What is lost on the way comes later: it is sent again. */
export interface Weather {
  delay: [number, number];
  /** How many of 100 pieces are lost, and how much later they come. */
  lost?: { percent: number; late: [number, number] };
  rate?: number;
}

const between = ([least, most]: [number, number]) => least + Math.random() * (most - least);

const latenessOf = (bytes: number, { delay, lost, rate }: Weather) =>
  between(delay) +
  (lost && Math.random() * 100 < lost.percent ? between(lost.late) : 0) +
  (rate ? (bytes / rate) * 1000 : 0);

/** A line to the HTTP server at `target`, on a port of its own. */
export async function createLine(target: string): Promise<Line> {
  const { hostname, port } = new URL(target);
  const sockets = new Set<Socket>();
  let left = Number.POSITIVE_INFINITY;
  let isSevered = false;
  let weather: Weather | null = null;
  /** Keeps the order, for nothing more is read meanwhile. */
  const late = (from: Socket, bytes: number, pass: () => void) => {
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
      near.on('data', (bytes: Buffer) =>
        late(near, bytes.length, () => {
          if (!isSevered && !far.write(bytes)) near.pause();
        }),
      );
      far.on('drain', () => near.resume());
      far.on('data', (bytes: Buffer) =>
        late(far, bytes.length, () => {
          if (isSevered) return;
          const passed = bytes.subarray(0, left);
          left -= passed.length;
          if (passed.length > 0 && !near.write(passed)) far.pause();
        }),
      );
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
    worsen(next) {
      weather = next;
    },
  };
}
