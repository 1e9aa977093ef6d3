import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import Fastify, { type FastifyInstance, LogController } from 'fastify';
import type { Config } from '../platform/config/config.ts';
import { serveCacheHits } from '../platform/http/cache/cacheHits.ts';
import type { ResponseCache } from '../platform/http/cache/responseCache.ts';
import { apiHeaders, securityHeaders, transportHeaders } from '../platform/http/headers.ts';
import { createDrain, type Drain } from '../platform/http/limits/drain.ts';
import { createOpenFiles, type OpenFiles } from '../platform/http/limits/openFiles.ts';
import { pairRequests } from '../platform/http/limits/requestEnd.ts';
import { answerExpectAndConnect, refuseMalformedRequest } from '../platform/http/limits/sockets.ts';
import {
  guardTraffic,
  type OnConnectionEnded,
  serverLimits,
  TRAFFIC_LIMITS,
  type TrafficLimits,
} from '../platform/http/limits/traffic.ts';
import { callerKeyOf, createProxyTrust } from '../platform/http/limits/trustedProxies.ts';
import { createUnsentLimiter } from '../platform/http/limits/unsentLimiter.ts';
import { observeRequests } from '../platform/http/observe.ts';
import { type Logger, logOptions } from '../platform/observability/log.ts';
import { createMetrics, type Metrics } from '../platform/observability/metrics.ts';
import { createOutages, type Outages } from '../platform/observability/outages.ts';
import { newTraceCode } from '../platform/observability/trace.ts';
import { createErrorResponses, type ErrorResponses } from './pages/errorResponses.ts';

export type Middleware = (request: IncomingMessage, response: ServerResponse, next: () => void) => void;

export interface HttpServerOptions {
  config: Config;
  /** Vite's middleware in development. It runs before everything else. */
  middleware?: Middleware | undefined;
  /** Overrides of the default timeouts and limits. */
  trafficLimits?: Partial<TrafficLimits> | undefined;
  /** Receives log lines instead of standard output. */
  logTo?: { write(line: string): void } | undefined;
}

export interface HttpServer {
  server: FastifyInstance;
  log: Logger;
  metrics: Metrics;
  outages: Outages;
  /** Limits the responses that read a file at the same time. */
  openFiles: OpenFiles;
  /** Headers of every response if the site is behind TLS. */
  transport: Record<string, string>;
  /** Installs the hooks that apply to every request. Call it before any route is registered. */
  installHooks(
    answers: ResponseCache,
    options?: { withoutPolicy: boolean },
  ): { refusals: ErrorResponses; drain: Drain };
}

/**
 * Creates the Fastify server with its limits, request ids, metrics and error handling, before any route
 * exists.
 */
export function createHttpServer({ config, middleware, ...options }: HttpServerOptions): HttpServer {
  const trusts = createProxyTrust(config.TRUST_PROXY);
  const traffic = { ...TRAFFIC_LIMITS, ...options.trafficLimits };
  const transport = transportHeaders(config);
  const metrics = createMetrics();
  const outages = createOutages(() => log);
  const ended: OnConnectionEnded = (reason) => metrics.connectionsEnded.add([reason]);
  const unsent = createUnsentLimiter({
    limits: traffic,
    callerOf: (request) => callerKeyOf(request, trusts),
    ended,
  });
  metrics.registry.sampled(
    'gauge',
    {
      name: 'vitrine_http_unsent_bytes',
      help: 'Bytes of responses in memory that clients have not read.',
    },
    unsent.bytes,
  );
  const openFiles = createOpenFiles(traffic);
  metrics.registry.sampled(
    'gauge',
    { name: 'vitrine_http_open_files', help: 'Files being read by responses in progress.' },
    openFiles.count,
  );
  const limits = serverLimits(traffic);
  const http = { ...limits.http, ServerResponse: unsent.ServerResponse };
  let refusals: ErrorResponses;
  const server: FastifyInstance = Fastify<Server>({
    logger: logOptions({ level: config.LOG_LEVEL, outages, stream: options.logTo }),
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: newTraceCode,
    // Log lines already name their request (`log.ts`); a child logger for each request would cost time.
    childLoggerFactory: (logger) => logger,
    trustProxy: config.TRUST_PROXY ? trusts : false,
    ...limits,
    http,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 200 },
    forceCloseConnections: 'idle',
    // Requests on open connections are still served while the server closes (`drain.ts`).
    return503OnClosing: false,
    frameworkErrors: (error, request, reply) => void refusals.send(error, request, reply),
    clientErrorHandler: (error, socket) => refuseMalformedRequest(error, socket, transport),
    ...(middleware && {
      serverFactory: (handler) =>
        createServer(http, (request, response) =>
          middleware(request, response, () => handler(request, response)),
        ),
    }),
  });
  const log = server.log as Logger;
  pairRequests(server);

  return {
    server,
    log,
    metrics,
    outages,
    openFiles,
    transport,
    installHooks(responseCache, { withoutPolicy } = { withoutPolicy: false }) {
      answerExpectAndConnect(server.server, transport);
      const hitLog = observeRequests(server, {
        metrics,
        trusts,
        // `ACCESS_LOG` applies at any log level.
        log: config.ACCESS_LOG ? (server.log.child({}, { level: 'info' }) as Logger) : null,
      });
      refusals = createErrorResponses(server, { responseCache, config, log });
      server.setErrorHandler(refusals.send);
      const watch = guardTraffic(server, traffic, trusts, transport, ended);
      // In development, Vite gets every request first.
      if (!middleware) serveCacheHits(server, responseCache, watch, hitLog);
      server.addHook('onSend', async (_request, reply) => {
        // Pages set their own policies. In development they have none.
        const isDraft = withoutPolicy && String(reply.getHeader('content-type')).startsWith('text/html');
        const own = isDraft ? securityHeaders : apiHeaders;
        for (const [name, value] of Object.entries({ ...own, ...transport }))
          if (!reply.hasHeader(name)) reply.header(name, value);
      });
      return { refusals, drain: createDrain(server) };
    },
  };
}

/** Returns the server's URL as a browser on this machine reaches it. */
export function localUrlOf({ server }: FastifyInstance, { HOST, PORT }: Config): string {
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : PORT;
  const host = ['0.0.0.0', '::', '127.0.0.1'].includes(HOST) ? 'localhost' : HOST;
  return `http://${host}:${port}`;
}
