import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import Fastify, { type FastifyInstance, LogController } from 'fastify';
import type { Config } from '../platform/config.ts';
import type { Answers } from '../platform/http/cache.ts';
import { createDrain, type Drain } from '../platform/http/drain.ts';
import { apiHeaders, securityHeaders, transportHeaders } from '../platform/http/headers.ts';
import { letHitsLeave } from '../platform/http/hits.ts';
import { observeRequests } from '../platform/http/observe.ts';
import { createOpenFiles, type OpenFiles } from '../platform/http/openFiles.ts';
import { pairRequests } from '../platform/http/requestEnd.ts';
import { answerEverything, refuseGarbage } from '../platform/http/sockets.ts';
import {
  type Ended,
  guardTraffic,
  serverLimits,
  TRAFFIC,
  type TrafficLimits,
} from '../platform/http/traffic.ts';
import { callerOf, createTrust } from '../platform/http/trust.ts';
import { createUnsent } from '../platform/http/unsent.ts';
import { type Logger, logOptions } from '../platform/log.ts';
import { createMetrics, type Metrics } from '../platform/metrics.ts';
import { createOutages, type Outages } from '../platform/outages.ts';
import { newCode } from '../platform/trace.ts';
import { createRefusals, type Refusals } from './refusals.ts';

export type Middleware = (request: IncomingMessage, response: ServerResponse, next: () => void) => void;

export interface ListenerOptions {
  config: Config;
  /** Vite's middleware in development. It runs before everything else. */
  middleware?: Middleware | undefined;
  /** Overrides of the default timeouts and limits. */
  traffic?: Partial<TrafficLimits> | undefined;
  /** Receives log lines instead of standard output. */
  logTo?: { write(line: string): void } | undefined;
}

export interface Listener {
  server: FastifyInstance;
  log: Logger;
  metrics: Metrics;
  outages: Outages;
  /** Limits the responses that read a file at the same time. */
  openFiles: OpenFiles;
  /** Headers of every response if the site is behind TLS. */
  transport: Record<string, string>;
  /** Installs the hooks that apply to every request. Call it before any route is registered. */
  guard(answers: Answers, options?: { withoutPolicy: boolean }): { refusals: Refusals; drain: Drain };
}

/**
 * Creates the Fastify server with its limits, request ids, metrics and error handling, before any route
 * exists.
 */
export function createListener({ config, middleware, ...options }: ListenerOptions): Listener {
  const trusts = createTrust(config.TRUST_PROXY);
  const traffic = { ...TRAFFIC, ...options.traffic };
  const transport = transportHeaders(config);
  const metrics = createMetrics();
  const outages = createOutages(() => log);
  const ended: Ended = (reason) => metrics.connectionsEnded.add([reason]);
  const unsent = createUnsent({ limits: traffic, callerOf: (request) => callerOf(request, trusts), ended });
  metrics.registry.reading(
    'gauge',
    {
      name: 'vitrine_http_unsent_bytes',
      help: 'Bytes of answers in memory that their clients have not taken.',
    },
    unsent.bytes,
  );
  const openFiles = createOpenFiles(traffic);
  metrics.registry.reading(
    'gauge',
    { name: 'vitrine_http_open_files', help: 'Files that answers in progress read.' },
    openFiles.count,
  );
  const limits = serverLimits(traffic);
  const http = { ...limits.http, ServerResponse: unsent.ServerResponse };
  let refusals: Refusals;
  const server: FastifyInstance = Fastify<Server>({
    logger: logOptions({ level: config.LOG_LEVEL, outages, stream: options.logTo }),
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: newCode,
    // Log lines already name their request (`log.ts`); a child logger for each request would cost time.
    childLoggerFactory: (logger) => logger,
    trustProxy: config.TRUST_PROXY ? trusts : false,
    ...limits,
    http,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 200 },
    forceCloseConnections: 'idle',
    // Requests on open connections are still served while the server closes (`drain.ts`).
    return503OnClosing: false,
    frameworkErrors: (error, request, reply) => void refusals.refuse(error, request, reply),
    clientErrorHandler: (error, socket) => refuseGarbage(error, socket, transport),
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
    guard(answers, { withoutPolicy } = { withoutPolicy: false }) {
      answerEverything(server.server, transport);
      const hitLog = observeRequests(server, {
        metrics,
        trusts,
        // `ACCESS_LOG` applies at any log level.
        log: config.ACCESS_LOG ? (server.log.child({}, { level: 'info' }) as Logger) : null,
      });
      refusals = createRefusals(server, { answers, config, log });
      server.setErrorHandler(refusals.refuse);
      const watch = guardTraffic(server, traffic, trusts, transport, ended);
      // In development, Vite gets every request first.
      if (!middleware) letHitsLeave(server, answers, watch, hitLog);
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
export function addressOf({ server }: FastifyInstance, { HOST, PORT }: Config): string {
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : PORT;
  const host = ['0.0.0.0', '::', '127.0.0.1'].includes(HOST) ? 'localhost' : HOST;
  return `http://${host}:${port}`;
}
