import type { Server } from 'node:http';
import type { Config } from '../platform/config/config.ts';
import type { Drain } from '../platform/http/limits/drain.ts';
import type { Logger } from '../platform/observability/log.ts';
import { isDevelopment } from './mode.ts';

const DRAIN_MS = 10_000;

/** A running server with the functions that end it. */
interface Served {
  log: Logger;
  http: Server;
  /** Called at the signal. Requests are served until it resolves. */
  leave(): Promise<void>;
  close(): Promise<void>;
}

/** Finishes requests in flight at a signal, and logs unhandled errors. */
export function watchProcess({ log, http, leave, close }: Served): {
  isClosing: () => boolean;
} {
  let closing = false;
  const stop = async () => {
    if (closing) return;
    closing = true;
    // A request that never ends must not keep the process alive: cut open requests at the deadline.
    setTimeout(() => process.exit(0), DRAIN_MS).unref();
    // A browser's open connections must not delay the restart after each edit.
    if (isDevelopment) http.closeAllConnections();
    await leave();
    await close();
    process.exit(0);
  };
  // Node would print errors raw, with all attached objects.
  for (const event of ['uncaughtException', 'unhandledRejection'] as const)
    process.on(event, (error) => {
      log.error({ err: error }, event);
      process.exit(1);
    });
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
  return { isClosing: () => closing };
}

/** Without a proxy in front, there is no health check that should see the drain. */
export async function leaveProxy({ TRUST_PROXY }: Config, drain: Drain): Promise<void> {
  if (TRUST_PROXY) await drain.leave();
  else drain.begin();
}
