import type { IncomingMessage, ServerResponse } from 'node:http';
import { Server as NetServer, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';

/** How a server takes leave of its connections before it closes. */
export interface Drain {
  /** Lets each response end its connection from now on. All requests are served. */
  begin(): void;
  /**
   * Begins, and resolves when proxies have had time to go elsewhere: first while new connections are taken, then while
   * the port is closed and only open connections are served.
   */
  leave(): Promise<void>;
  isDraining(): boolean;
}

const LOOK_EVERY_MS = 50;
/** Each of the two parts of leaving. */
const LEAVE_MS = 1000;

/**
 * Proxies keep connections open for the next request. While the server drains, whatever comes on them is served and
 * told to go elsewhere with the next one (`Connection: close`); once it closes, connections without a request end.
 * Called after all other listeners for requests.
 */
export function createDrain(app: FastifyInstance): Drain {
  const { server } = app;
  const sockets = new Set<Socket>();
  let draining = false;
  let looking: NodeJS.Timeout | undefined;

  const begin = () => {
    if (draining) return;
    draining = true;
    server.prependListener('request', (_request: IncomingMessage, response: ServerResponse) => {
      response.shouldKeepAlive = false;
    });
  };
  const endIdle = () => {
    server.closeIdleConnections();
    // Node takes those on which nothing ever came for busy.
    for (const socket of sockets) if (socket.bytesRead === 0) socket.destroySoon();
  };

  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  app.addHook('preClose', async () => {
    begin();
    endIdle();
    // A response that was under way leaves its connection open behind it.
    looking = setInterval(endIdle, LOOK_EVERY_MS);
  });
  app.addHook('onClose', async () => clearInterval(looking));
  return {
    begin,
    async leave() {
      begin();
      await wait(LEAVE_MS);
      // Node's HTTP server would end idle connections with its port. A proxy that still has some would meet their end
      // with a request; one that finds the port closed uses them no more.
      NetServer.prototype.close.call(server);
      await wait(LEAVE_MS);
    },
    isDraining: () => draining,
  };
}
