import { type Config, ConfigError } from '../../platform/config/config.ts';
import { isDevelopment } from '../mode.ts';
import { listenForMetrics } from '../operations.ts';
import { leaveProxy, watchProcess } from '../processEnd.ts';
import { listenAt } from '../startFailures.ts';
import { builtPages, ensurePagesBuilt } from './builtPages.ts';
import { createSiteProcess } from './siteProcess.ts';

/** Serves site and back office of an API on another host (`SERVE=site`). */
export async function serveSite(config: Config) {
  if (isDevelopment) throw new ConfigError('SERVE=site não se desenvolve: use npm run dev sem ela.');
  ensurePagesBuilt();
  const site = createSiteProcess({ config, pages: builtPages });
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
