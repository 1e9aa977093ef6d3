import type { FastifyInstance } from 'fastify';
import { siteNextChange } from '../../content/sitemapEntries/sitemapEntry.contract.ts';
import { type Clock, systemClock } from '../../platform/clock.ts';
import type { Config } from '../../platform/config/config.ts';
import { createResponseCache } from '../../platform/http/cache/responseCache.ts';
import { toFailure } from '../../platform/http/failures.ts';
import type { Drain } from '../../platform/http/limits/drain.ts';
import type { Logger } from '../../platform/observability/log.ts';
import { createHttpServer, type HttpServerOptions, localUrlOf } from '../httpServer.ts';
import { createSiteMetricsReport } from '../metricsReport.ts';
import { registerSiteOperations } from '../operations.ts';
import { registerStatic } from '../static.ts';
import { registerDiscovery } from './discovery/discovery.ts';
import { fileMegabytesOf } from './fileMegabytes.ts';
import { type FormOutcome, type FormReceiver, formEndpointOf, registerForms, unreadForm } from './forms.ts';
import { createPages, IncompletePage, type PageOptions } from './pages.ts';
import { createRemoteApi, type RemoteApi } from './remoteApi.ts';

export interface SiteProcess {
  server: FastifyInstance;
  log: Logger;
  publicUrl: () => string;
  renderMetrics: () => Promise<string>;
  /** Tells load balancers to stop sending requests. Requests that still come are served until `close`. */
  drain: Drain;
  close(): Promise<void>;
}

export interface SiteProcessOptions extends Pick<HttpServerOptions, 'trafficLimits' | 'logTo'> {
  config: Config;
  clock?: Clock;
  pages: Pick<PageOptions, 'site' | 'screens' | 'development'> & { clientDirectory: string };
}

/**
 * Creates a process with site and back office only. Its pages come from the public responses of an API on
 * another host. It has no database, no files and no keys, and stores nothing that must survive.
 */
export function createSiteProcess(options: SiteProcessOptions): SiteProcess {
  const { config, clock = systemClock, pages: built } = options;
  const { server, log, metrics, outages, openFiles, transport, installHooks } = createHttpServer(options);
  const remote = createRemoteApi({
    url: config.API_URL as string,
    onChange: (changed) => responseCache.invalidate(changed),
    outage: outages.api,
  });
  const responseCache = createResponseCache({
    now: clock.now,
    async nextChange() {
      const startedAt = clock.now();
      return startedAt + (await remote.call(siteNextChange)).data.in_ms;
    },
    // The API publishes due changes before it responds.
    publishDueChanges: () => undefined,
    baseHeaders: transport,
    isOutage: (error) => error instanceof IncompletePage || toFailure(error).code === 'unavailable',
  });
  const publicUrl = () => config.PUBLIC_URL ?? localUrlOf(server, config);
  const deps = { config, clock, responseCache, log, metrics, siteUrl: publicUrl };

  const { refusals, drain } = installHooks(responseCache);
  const renderMetrics = createSiteMetricsReport(server, deps, outages, remote.isListening);
  registerSiteOperations(server, config, remote, renderMetrics, drain);
  registerStatic(server, built.clientDirectory, openFiles);
  registerDiscovery(server, { ...deps, call: remote.call }, built);
  const api = new URL(config.API_URL as string).origin;
  const pages = createPages(deps, {
    ...built,
    call: remote.call,
    runtime: {
      apiBase: config.API_URL as string,
      siteName: config.SITE_NAME,
      fileMegabytes: fileMegabytesOf(config),
    },
    // Without a CDN, files come from the API.
    origins: { media: config.MEDIA_URL ? `${api} ${new URL(config.MEDIA_URL).origin}` : api, api },
  });
  pages.register(server);
  registerForms(server, deps, receiveRemotely(remote), pages.renderReturnedForm);
  refusals.sendPages(pages.renderReturnedForm);
  server.addHook('onReady', async () => remote.listen());
  return {
    server,
    log,
    publicUrl,
    renderMetrics,
    drain,
    async close() {
      await server.close();
      remote.close();
      outages.stop();
    },
  };
}

/** Passes forms to the API unparsed, as a stream. */
function receiveRemotely({ forward }: Pick<RemoteApi, 'forward'>): FormReceiver {
  return {
    async registerParsers(app) {
      app.removeAllContentTypeParsers();
      app.addContentTypeParser('*', (_request, _body, done) => done(null));
    },
    async receive(form, request) {
      try {
        const { status, text } = await forward(request, formEndpointOf(form));
        if (status !== 200) throw new Error(`the API returned ${status} for a form`);
        return JSON.parse(text) as FormOutcome;
      } catch (error) {
        throw unreadForm(toFailure(error));
      }
    },
  };
}
