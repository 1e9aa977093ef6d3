import type { FastifyInstance } from 'fastify';
import { siteTurn } from '../features/records/record.contract.ts';
import { type Clock, systemClock } from '../platform/clock.ts';
import type { Config } from '../platform/config.ts';
import { createAnswers } from '../platform/http/cache.ts';
import type { Drain } from '../platform/http/drain.ts';
import { toFailure } from '../platform/http/failures.ts';
import type { Logger } from '../platform/log.ts';
import { registerDiscovery } from './discovery.ts';
import { type Outcome, type Reception, receptionOf, registerForms, unread } from './forms.ts';
import { addressOf, createListener, type ListenerOptions } from './listener.ts';
import { createSiteMeasures } from './measures.ts';
import { registerSiteOperations } from './operations.ts';
import { createPages, FailedPage, type PageOptions } from './pages.ts';
import { createRemote, type Remote } from './remote.ts';
import { registerStatic } from './static.ts';

export interface Site {
  server: FastifyInstance;
  log: Logger;
  publicUrl: () => string;
  measures: () => Promise<string>;
  /** Tells load balancers to stop sending requests. Requests that still come are served until `close`. */
  drain: Drain;
  close(): Promise<void>;
}

export interface SiteOptions extends Pick<ListenerOptions, 'traffic' | 'logTo'> {
  config: Config;
  clock?: Clock;
  pages: Pick<PageOptions, 'build' | 'development'> & { clientDirectory: string };
}

/**
 * Creates a process with site and back office only. Its pages come from the public responses of an API on
 * another host. It has no database, no files and no keys, and stores nothing that must survive.
 */
export function createSite(options: SiteOptions): Site {
  const { config, clock = systemClock, pages: built } = options;
  const { server, log, metrics, outages, openFiles, transport, guard } = createListener(options);
  const remote = createRemote({
    url: config.API_URL as string,
    onChange: (changed) => answers.invalidate(changed),
    outage: outages.api,
  });
  const answers = createAnswers({
    now: clock.now,
    async nextChange() {
      const startedAt = clock.now();
      return startedAt + (await remote.call(siteTurn)).data.in_ms;
    },
    // The API publishes due changes before it responds.
    settle: () => undefined,
    baseHeaders: transport,
    isOutage: (error) => error instanceof FailedPage || toFailure(error).code === 'unavailable',
  });
  const publicUrl = () => config.PUBLIC_URL ?? addressOf(server, config);
  const deps = { config, clock, answers, log, metrics, siteUrl: publicUrl };

  const { refusals, drain } = guard(answers);
  const measures = createSiteMeasures(server, deps, outages, remote.hears);
  registerSiteOperations(server, config, remote, measures, drain);
  registerStatic(server, built.clientDirectory, openFiles);
  registerDiscovery(
    server,
    { ...deps, call: remote.call },
    {
      built:
        typeof built.build === 'function'
          ? null
          : { directory: built.clientDirectory, version: built.build.assets.version },
    },
  );
  const api = new URL(config.API_URL as string).origin;
  const pages = createPages(deps, {
    ...built,
    call: remote.call,
    runtime: { apiBase: config.API_URL as string, siteName: config.SITE_NAME },
    // Without a CDN, files come from the API.
    origins: { media: config.MEDIA_URL ? `${api} ${new URL(config.MEDIA_URL).origin}` : api, api },
  });
  pages.register(server);
  registerForms(server, deps, receiveRemotely(remote), pages.returnPage);
  refusals.showPages(pages.returnPage);
  server.addHook('onReady', async () => remote.listen());
  return {
    server,
    log,
    publicUrl,
    measures,
    drain,
    async close() {
      await server.close();
      remote.close();
      outages.stop();
    },
  };
}

/** Passes forms to the API unparsed, as a stream. */
function receiveRemotely({ passOn }: Pick<Remote, 'passOn'>): Reception {
  return {
    async prepare(app) {
      app.removeAllContentTypeParsers();
      app.addContentTypeParser('*', (_request, _body, done) => done(null));
    },
    async receive(form, request) {
      try {
        const { status, text } = await passOn(request, receptionOf(form));
        if (status !== 200) throw new Error(`the API answered a form with ${status}`);
        return JSON.parse(text) as Outcome;
      } catch (error) {
        throw unread(toFailure(error));
      }
    },
  };
}
