import type { ServerBuild } from 'react-router';
import { ensureFirstAdmin } from '../accounts/auth/operatorAccounts.service.ts';
import type { Config } from '../platform/config/config.ts';
import { lockForServing } from '../platform/database/servingLock.ts';
import { ROOT } from '../platform/paths.ts';
import { type AppOptions, createApp } from './app.ts';
import { watchFirstPassword, writeFirstPassword } from './firstPassword.ts';
import { hasContent } from './hasContent.ts';
import { isDevelopment } from './mode.ts';
import { listenForMetrics } from './operations.ts';
import { builtPages, ensurePagesBuilt, hasBuiltPages } from './pages/builtPages.ts';
import type { SiteEntry } from './pages/pages.ts';
import { leaveProxy, watchProcess } from './processEnd.ts';
import { listenAt } from './startFailures.ts';

/** Returns the source of the pages: the finished build, or Vite in development. */
async function pagesOf(): Promise<Pick<AppOptions, 'pages' | 'middleware'>> {
  if (isDevelopment) {
    const { createServer } = await import('vite');
    const vite = await createServer({ root: ROOT, server: { middlewareMode: true }, appType: 'custom' });
    return {
      middleware: vite.middlewares,
      pages: {
        development: true,
        site: () => vite.ssrLoadModule('/src/entry.site.ts') as Promise<SiteEntry>,
        screens: () => vite.ssrLoadModule('virtual:react-router/server-build') as Promise<ServerBuild>,
      },
    };
  }
  ensurePagesBuilt();
  return { pages: builtPages };
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

/** Serves the API, and the pages unless `SERVE=api`. */
export async function serveProduct(config: Config) {
  const releaseLock = lockForServing(config);
  // An API-only process previews forms if the build is there.
  const withPages = config.SERVE === 'all' || (!isDevelopment && hasBuiltPages());
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

  // Most starts find content, and need not load the demo's.
  const demo = config.demoContent && !(await hasContent(deps)) ? await import('./seed.ts') : null;
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
