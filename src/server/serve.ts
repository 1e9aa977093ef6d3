import { existsSync } from 'node:fs';
import type { Server } from 'node:http';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { inspect } from 'node:util';
import type { ServerBuild } from 'react-router';
import { ensureFirstAdmin } from '../accounts/auth/operatorAccounts.service.ts';
import {
  type Config,
  ConfigError,
  environmentWithFile,
  ignoredSettings,
  readConfig,
} from '../platform/config/config.ts';
import { lockForServing } from '../platform/database/servingLock.ts';
import type { Drain } from '../platform/http/limits/drain.ts';
import type { Logger } from '../platform/observability/log.ts';
import { withSourcePositions } from '../platform/observability/sourcePositions.ts';
import { ROOT } from '../platform/paths.ts';
import { type AppOptions, createApp } from './app.ts';
import { watchFirstPassword, writeFirstPassword } from './firstPassword.ts';
import { listenForMetrics } from './operations.ts';
import { createSiteProcess } from './pages/siteProcess.ts';
import { listenAt } from './startFailures.ts';

const DRAIN_MS = 10_000;
const build = resolve(ROOT, 'build/server/index.js');
const development = process.argv.includes('--dev');

/** Returns the source of the pages: the finished build, or Vite in development. */
async function pagesOf(): Promise<Pick<AppOptions, 'pages' | 'middleware'>> {
  if (development) {
    const { createServer } = await import('vite');
    const vite = await createServer({ root: ROOT, server: { middlewareMode: true }, appType: 'custom' });
    return {
      middleware: vite.middlewares,
      pages: {
        development: true,
        build: () => vite.ssrLoadModule('virtual:react-router/server-build') as Promise<ServerBuild>,
      },
    };
  }
  if (!existsSync(build))
    throw new ConfigError('O site ainda não foi compilado. Rode npm start ou npm run build.');
  return {
    pages: {
      development: false,
      build: (await import(pathToFileURL(build).href)) as ServerBuild,
      clientDirectory: resolve(ROOT, 'build/client'),
    },
  };
}

/** A running server with the functions that end it. */
interface Served {
  log: Logger;
  http: Server;
  /** Called at the signal. Requests are served until it resolves. */
  leave(): Promise<void>;
  close(): Promise<void>;
}

/** Finishes requests in flight at a signal, and logs unhandled errors. */
function watchProcess({ log, http, leave, close }: Served): {
  isClosing: () => boolean;
} {
  let closing = false;
  const stop = async () => {
    if (closing) return;
    closing = true;
    // A request that never ends must not keep the process alive: cut open requests at the deadline.
    setTimeout(() => process.exit(0), DRAIN_MS).unref();
    // A browser's open connections must not delay the restart after each edit.
    if (development) http.closeAllConnections();
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
async function leaveProxy({ TRUST_PROXY }: Config, drain: Drain): Promise<void> {
  if (TRUST_PROXY) await drain.leave();
  else drain.begin();
}

async function main() {
  const config = readConfig(environmentWithFile(ROOT));
  for (const sentence of ignoredSettings(ROOT)) console.error(sentence);
  return config.SERVE === 'site' ? serveSiteAlone(config) : serve(config);
}

async function serveSiteAlone(config: Config) {
  const { pages } = await pagesOf();
  const { build, clientDirectory } = pages ?? {};
  if (!build || !clientDirectory)
    throw new ConfigError('SERVE=site não se desenvolve: use npm run dev sem ela.');
  const site = createSiteProcess({ config, pages: { build, clientDirectory, development: false } });
  const { server, log } = site;
  let metrics: Awaited<ReturnType<typeof listenForMetrics>> = null;
  watchProcess({
    log,
    http: server.server,
    leave: () => leaveProxy(config, site.drain),
    async close() {
      await site.close();
      metrics?.close();
    },
  });
  await listenAt(server, config);
  metrics = await listenForMetrics(config, site.renderMetrics, log);
  console.log(
    [
      `O site de ${config.SITE_NAME} está no ar: ${site.publicUrl()}`,
      `Retaguarda: ${site.publicUrl()}/admin`,
      `A API está em ${config.API_URL}`,
    ].join('\n'),
  );
}

/**
 * Ends the process: keys, schema and pending erasures are checked at start only, so it must start again.
 * Nothing is closed in order, because all open resources belong to the database that is gone.
 */
function endReplaced() {
  console.error(
    'O banco foi trocado por outro com o produto no ar. Este processo termina; ao iniciar de novo, serve o que há agora.',
  );
  process.exit(1);
}

async function serve(config: Config) {
  const releaseLock = lockForServing(config);
  // An API-only process previews forms if the build is there.
  const withPages = config.SERVE === 'all' || (!development && existsSync(build));
  const app = await createApp({ config, onReplaced: endReplaced, ...(withPages && (await pagesOf())) });
  const { server, deps } = app;
  let metrics: Awaited<ReturnType<typeof listenForMetrics>> = null;
  const { isClosing } = watchProcess({
    log: deps.log,
    http: server.server,
    leave() {
      // Another process may take over while this one finishes its requests.
      releaseLock();
      return leaveProxy(config, app.drain);
    },
    async close() {
      await app.close();
      metrics?.close();
    },
  });

  const demo = config.demoContent ? await import('./seed.ts') : null;
  const seeded = await demo?.seedDemo(deps);
  await listenAt(server, config);
  // The password is shown once, so nothing may fail before it is printed.
  const admin = await ensureFirstAdmin(deps);
  // The demo password protects nothing, and the person who starts the demo needs it.
  const isWrittenToFile = !process.stdout.isTTY && !config.demoContent;
  const passwordFile =
    admin?.password && isWrittenToFile ? await writeFirstPassword(config.DATA_DIR, admin.password) : null;

  const lines =
    config.SERVE === 'all'
      ? [`${config.SITE_NAME} está no ar: ${deps.publicUrl()}`, `Retaguarda: ${deps.publicUrl()}/admin`]
      : [`A API de ${config.SITE_NAME} está no ar: ${deps.publicUrl()}`];
  if (admin?.password)
    lines.push(
      passwordFile
        ? `Entre com ${admin.email} e a senha que está em ${passwordFile}.`
        : `Entre com ${admin.email} e a senha ${admin.password} (guarde: ela só aparece agora).`,
      ...(config.demoContent
        ? []
        : [
            'Ela vale por 24 horas e é trocada ao entrar. Venceu? npm run vitrine -- user reset-password E-MAIL',
          ]),
    );
  else if (admin) lines.push(`Entre com ${admin.email} e a senha de ADMIN_PASSWORD.`);
  else lines.push('Perdeu a senha? npm run vitrine -- user reset-password E-MAIL');
  console.log(lines.join('\n'));
  metrics = await listenForMetrics(config, app.renderMetrics, deps.log);

  await watchFirstPassword(deps);
  // Add the pages before the workers start, because they would render them.
  if (seeded)
    await demo
      ?.seedBookletPages(deps)
      .catch((error) => deps.log.warn({ err: error }, 'demo booklet pages not rendered'));
  if (!isClosing()) app.startWorkers();
}

main().catch((error) => {
  console.error(error instanceof ConfigError ? error.message : withSourcePositions(inspect(error)));
  process.exit(1);
});
