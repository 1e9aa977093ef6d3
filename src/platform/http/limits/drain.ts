import type { IncomingMessage, ServerResponse } from 'node:http';
import { Server as NetServer, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';

/** Graceful shutdown of a server's connections. */
export interface Drain {
  /** Lets each response end its connection from now on. All requests are still served. */
  begin(): void;
  /**
   * Begins to drain, and resolves when proxies have had time to switch. New connections are accepted first.
   * Then the port is closed, and only open connections are served.
   */
  leave(): Promise<void>;
  isDraining(): boolean;
}

const LOOK_EVERY_MS = 50;
/** Length of each of the two phases of `leave`. */
const LEAVE_MS = 1000;

/**
 * Creates the drain. Proxies keep connections open for the next request: while the server drains, each
 * request is served and its response says `Connection: close`. Once it closes, idle connections end. Must be
 * called after all other listeners for requests are added.
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
    // Node takes connections that never sent a byte for busy.
    for (const socket of sockets) if (socket.bytesRead === 0) socket.destroySoon();
  };

  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  app.addHook('preClose', async () => {
    begin();
    endIdle();
    // A response that was in progress leaves its connection open.
    looking = setInterval(endIdle, LOOK_EVERY_MS);
  });
  app.addHook('onClose', async () => clearInterval(looking));
  return {
    begin,
    async leave() {
      begin();
      await wait(LEAVE_MS);
      // Node's HTTP server would end idle connections together with its port, and a proxy could lose a
      // request on one. A proxy that finds the port closed stops using its connections.
      NetServer.prototype.close.call(server);
      await wait(LEAVE_MS);
    },
    isDraining: () => draining,
  };
}
