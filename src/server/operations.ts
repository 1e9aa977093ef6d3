import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { sql } from 'kysely';
import type { Config } from '../platform/config/config.ts';
import type { Deps } from '../platform/deps.ts';
import { bearerToken } from '../platform/http/api.ts';
import type { Drain } from '../platform/http/limits/drain.ts';
import type { Logger } from '../platform/observability/log.ts';
import { equalsInConstantTime } from '../platform/security/secrets.ts';
import { isLoopbackHost } from '../platform/security/transportSecurity.ts';
import { Failure } from '../shared/failure.ts';
import type { RemoteApi } from './pages/remoteApi.ts';

/**
 * Delay of the oldest due change from which the queue counts as late. A job publishes due changes every
 * minute.
 */
const LATE_SECONDS = 180;
const METRICS_TYPE = 'text/plain; version=0.0.4; charset=utf-8';

/** Registers health check, readiness check and metrics. */
export function registerOperations(
  server: FastifyInstance,
  deps: Deps,
  measures: () => Promise<string>,
  drain: Pick<Drain, 'isDraining'>,
): void {
  server.get('/healthz', async () => ({ status: 'ok' }));

  const write = createWriteCheck(deps);
  server.get('/readyz', async (_request, reply) => {
    if (drain.isDraining()) return sendStopping(reply);
    const check = async (work: Promise<unknown>) =>
      work.then(
        () => 'ok',
        () => 'unavailable',
      );
    const [database, schedule, files, disk] = await Promise.all([
      check(Promise.all([sql`select 1`.execute(deps.db), write()])),
      deps.publication.delaySeconds().then(
        (delay) => (delay > LATE_SECONDS ? 'late' : 'ok'),
        () => 'unknown',
      ),
      check(deps.store.check()),
      deps.diskSpace.level(),
    ]);
    // The caches are then invalidated every few seconds: responses stay correct, but cost more.
    const changes = deps.database.receivesNotifications() ? 'ok' : 'assumed';
    // All instances share the queue, so a late queue must not take any of them out of service.
    const ready = database === 'ok' && files === 'ok' && disk !== 'full';
    return reply
      .code(ready ? 200 : 503)
      .header('cache-control', 'no-store')
      .send({ status: ready ? 'ok' : 'unavailable', database, schedule, files, disk, changes });
  });

  registerMetrics(server, deps.config, measures);
}

/** Registers the same for a separate site process, which is ready while its API responds. */
export function registerSiteOperations(
  server: FastifyInstance,
  config: Config,
  { check, isListening }: Pick<RemoteApi, 'check' | 'isListening'>,
  measures: () => Promise<string>,
  drain: Pick<Drain, 'isDraining'>,
): void {
  server.get('/healthz', async () => ({ status: 'ok' }));
  server.get('/readyz', async (_request, reply) => {
    if (drain.isDraining()) return sendStopping(reply);
    const ready = await check().then(
      () => true,
      () => false,
    );
    const api = ready ? 'ok' : 'unavailable';
    return reply
      .code(ready ? 200 : 503)
      .header('cache-control', 'no-store')
      .send({ status: api, api, changes: isListening() ? 'ok' : 'assumed' });
  });
  registerMetrics(server, config, measures);
}

const sendStopping = (reply: FastifyReply) =>
  reply.code(503).header('cache-control', 'no-store').send({ status: 'unavailable', stopping: true });

/** Serves the metrics on the public port to callers with the token. */
function registerMetrics(
  server: FastifyInstance,
  { METRICS_TOKEN: token }: Pick<Config, 'METRICS_TOKEN'>,
  measures: () => Promise<string>,
): void {
  if (!token) return;
  server.get('/metrics', async (request, reply) => {
    if (!bringsToken(request.headers.authorization, token)) throw new Failure('not_found');
    return reply
      .header('cache-control', 'no-store')
      .type(METRICS_TYPE)
      .send(await measures());
  });
}

function bringsToken(authorization: string | undefined, token: string): boolean {
  const sent = bearerToken(authorization);
  return sent !== null && equalsInConstantTime(sent, token);
}

const WRITE_EVERY_MS = 1000;

/** Returns a check that commits a small transaction, at most one per second for all callers. */
function createWriteCheck({ db }: Pick<Deps, 'db'>): () => Promise<unknown> {
  let last: { at: number; written: Promise<unknown> } | undefined;
  return () => {
    const at = performance.now();
    if (!last || at - last.at > WRITE_EVERY_MS) {
      const written = db.transaction().execute((trx) =>
        trx
          .updateTable('installation')
          .set((eb) => ({ id: eb.ref('id') }))
          .where('id', '=', 1)
          .execute(),
      );
      last = { at, written };
    }
    return last.written;
  };
}

/**
 * Serves the metrics on a port of their own. If the port is taken, it logs an error and the site runs without
 * them. On a host other than loopback it asks for the token, which the configuration then requires.
 */
export async function listenForMetrics(
  config: Pick<Config, 'METRICS' | 'METRICS_HOST' | 'METRICS_PORT' | 'METRICS_TOKEN'>,
  measures: () => Promise<string>,
  log: Logger,
): Promise<{ url: string; close(): void } | null> {
  const { METRICS, METRICS_HOST, METRICS_PORT, METRICS_TOKEN: token } = config;
  if (!METRICS) return null;
  const isOpen = isLoopbackHost(METRICS_HOST);
  const server = createServer(async (request, response) => {
    const isMetricsRequest = request.method === 'GET' && request.url?.split('?', 1)[0] === '/metrics';
    const isAllowed = isOpen || bringsToken(request.headers.authorization, token ?? '');
    response.setHeader('x-content-type-options', 'nosniff');
    if (!isMetricsRequest || !isAllowed) return response.writeHead(404).end();
    response.writeHead(200, { 'content-type': METRICS_TYPE, 'cache-control': 'no-store' });
    response.end(await measures());
  });
  try {
    await listening(server, METRICS_PORT, METRICS_HOST);
  } catch (error) {
    log.error({ err: error, port: METRICS_PORT }, 'metrics are not served');
    return null;
  }
  const { address, port, family } = server.address() as AddressInfo;
  return {
    url: `http://${family === 'IPv6' ? `[${address}]` : address}:${port}/metrics`,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}

function listening(server: Server, port: number, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      resolve();
    });
  });
}
