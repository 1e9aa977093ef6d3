import { join } from 'node:path';
import cors from '@fastify/cors';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { createAuth } from '../accounts/auth/authentication.service.ts';
import { createSessionLinks } from '../accounts/auth/link.service.ts';
import { repeatErasures } from '../accounts/personalData/repeatErasures.service.ts';
import { withApiTokens } from '../accounts/tokens/token.authentication.ts';
import { registerResumes } from '../content/applications/resume.routes.ts';
import { registerPosterArchives } from '../content/posters/leaflet.archive.ts';
import { nextSiteChange } from '../content/sitemapEntries/sitemapEntry.service.ts';
import { createErasureMarker, type ErasureMarker } from '../platform/backup/erasures.ts';
import { type Clock, systemClock } from '../platform/clock.ts';
import { type Config, ConfigError } from '../platform/config/config.ts';
import { type Database, type Db, openDatabase } from '../platform/database/database.ts';
import type { ChangedTables } from '../platform/database/dependencyTracking.ts';
import { appliedMigrations, migrate } from '../platform/database/migrate.ts';
import { keepsSessions } from '../platform/database/pooler.ts';
import { damagedDatabase } from '../platform/database/sqlite.ts';
import { createWriter } from '../platform/database/write.ts';
import type { Deps } from '../platform/deps.ts';
import { signHiddenFile } from '../platform/files/hiddenFileKeys.ts';
import { observeStore } from '../platform/files/observedStore.ts';
import { openStore } from '../platform/files/open.ts';
import { createReceiver } from '../platform/files/receive.ts';
import { AREAS, type FileStore, type StoreArea } from '../platform/files/store.ts';
import { claimTemporaryFiles, temporaryFolders, UNOWNED_FILES } from '../platform/files/temporary.ts';
import { registerApi } from '../platform/http/api.ts';
import { createResponseCache } from '../platform/http/cache/responseCache.ts';
import { STREAM_LIMITS, type StreamLimits } from '../platform/http/eventStreams.ts';
import { isDamagedDatabase, isOutage, toFailure } from '../platform/http/failures.ts';
import type { Drain } from '../platform/http/limits/drain.ts';
import type { TrafficLimits } from '../platform/http/limits/traffic.ts';
import { createInProcessApi } from '../platform/http/pipeline.ts';
import { createJobs } from '../platform/jobs/jobs.ts';
import { createMailer } from '../platform/mail/mailer.ts';
import { createDiskSpace } from '../platform/observability/diskSpace.ts';
import { SERVER } from '../platform/security/access.ts';
import { restrictToOwner } from '../platform/security/filePermissions.ts';
import { type Keys, loadKeys } from '../platform/security/keys.ts';
import { createOutgoing, type OutgoingOverrides } from '../platform/security/outgoing.ts';
import { createRateLimits } from '../platform/security/rateLimits.ts';
import { removeFiles } from '../records/server/files/file.service.ts';
import { isOwnFileKey } from '../records/server/files/file.sweep.ts';
import { registerMedia } from '../records/server/files/media.routes.ts';
import { pdfProblemText } from '../records/server/pdfPages/pdfPages.process.ts';
import { createPublication } from '../records/server/publication/publication.ts';
import { changedRecordsIn } from '../records/server/versions/history.ts';
import { Failure } from '../shared/failure.ts';
import { registerApiReference } from './apiReference.ts';
import { registerChangeStream } from './changeStream.ts';
import { features } from './features.ts';
import { createHttpServer, localUrlOf, type Middleware } from './httpServer.ts';
import { createMetricsReport } from './metricsReport.ts';
import { registerOperations } from './operations.ts';
import { registerDiscovery } from './pages/discovery/discovery.ts';
import { fileMegabytesOf } from './pages/fileMegabytes.ts';
import { createLocalReceiver, registerFormApi, registerForms } from './pages/forms.ts';
import { createPages, IncompletePage, type PageOptions } from './pages/pages.ts';
import { registerPreview } from './pages/preview.ts';
import { createPreviews } from './pages/previews.ts';
import { screenAccessOf } from './pages/screenAccess.ts';
import {
  databaseStartError,
  dataDirStartError,
  isDatabaseStartError,
  storeStartError,
} from './startFailures.ts';
import { registerStatic } from './static.ts';

export interface App {
  server: FastifyInstance;
  deps: Deps;
  /** Starts the work that runs beside requests. */
  startWorkers(): void;
  /** Returns the metrics in the Prometheus text format. */
  renderMetrics: () => Promise<string>;
  /** Tells load balancers to stop sending requests. Requests that still come are served until `close`. */
  drain: Drain;
  /** Finishes requests and jobs in progress, then closes everything. */
  close(): Promise<void>;
}

export interface AppOptions {
  config: Config;
  clock?: Clock;
  /**
   * Without this, the process serves the API and files only. An API-only process uses it for previews in
   * forms.
   */
  pages?: Pick<PageOptions, 'site' | 'screens' | 'development' | 'slotMs'> & { clientDirectory?: string };
  /** Vite's middleware in development. It runs before everything else. */
  middleware?: Middleware;
  /** Overrides of the default timeouts and limits. */
  trafficLimits?: Partial<TrafficLimits>;
  /** Overrides of the limits of long-lived responses. */
  streamLimits?: Partial<StreamLimits>;
  /** Overrides outgoing HTTP in tests. */
  outgoing?: Partial<OutgoingOverrides>;
  /** Longest wait of a read for due changes. */
  publishTimeoutMs?: number;
  /** Receives log lines instead of standard output. */
  logTo?: { write(line: string): void };
  /** Called when the database was replaced by another. The process must then restart. */
  onReplaced?: () => void;
}

const DISK_EVERY_MS = 60_000;

/** Opens the database, migrates its schema and wires everything. It does not listen yet. */
export async function createApp(options: AppOptions): Promise<App> {
  const { config, clock = systemClock } = options;
  const { server, log, metrics, outages, openFiles, transport, installHooks } = createHttpServer(options);

  const keepRest = await restrictToOwner(config.DATA_DIR, log).catch((error) =>
    Promise.reject(dataDirStartError(config, error)),
  );
  const database = await openDatabase({
    url: config.DATABASE_URL,
    dataDir: config.DATA_DIR,
    pool: { connections: config.DATABASE_POOL, statementMs: config.DATABASE_TIMEOUT },
    watch: {
      server: outages.database,
      replaced: () => options.onReplaced?.(),
      statements: {
        worked(ms) {
          metrics.queries.observe(ms / 1000);
          outages.database.reportSuccess();
        },
        failed(error) {
          metrics.queriesFailed.add();
          if (isOutage(error) || error instanceof Failure) outages.database.reportFailure(error);
        },
      },
    },
  });
  const { keys, marker: erasureMarker } = await prepare(config, database);

  const servesPages = config.SERVE === 'all';
  const publicUrl = () => config.PUBLIC_URL ?? localUrlOf(server, config);
  const mediaBase = () =>
    config.MEDIA_URL ?? (config.PUBLIC_URL || config.CORS_ORIGINS.length ? publicUrl() : '');

  const responseCache = createResponseCache({
    now: clock.now,
    nextChange: () => nextSiteChange(database, clock.now()),
    publishDueChanges: () => publication.publishDueChangesForRead(),
    // A cached response is sent without the CORS plugin, so it carries the plugin's `vary` itself.
    baseHeaders: { ...transport, ...(config.CORS_ORIGINS.length > 0 && { vary: 'accept-encoding, origin' }) },
    isOutage: (error) => error instanceof IncompletePage || toFailure(error).code === 'unavailable',
  });
  const contentListeners = new Set<(changed: ChangedTables) => void>([responseCache.invalidate]);
  const contentChanged = (changed: ChangedTables) => {
    for (const listener of contentListeners) listener(changed);
  };

  const write = createWriter({
    database,
    clock,
    contentChanged,
    report: (error) => log.error({ err: error }, 'after-commit callback failed'),
    changedRecords: changedRecordsIn,
    conclude: (work) => publication.emitVisibleChanges(work),
  });
  const publication = createPublication({
    db: database.db,
    write,
    clock,
    log,
    release: (work, files) => removeFiles(deps, work, files),
    patienceMs: options.publishTimeoutMs,
  });
  contentListeners.add(publication.invalidate);
  const jobs = createJobs({ database, write, clock, log, metrics });
  // A disk that refuses writes must not stop reads.
  const temporary = await claimTemporaryFiles(config.DATA_DIR).catch((error: unknown) => {
    log.warn({ err: error }, 'temporary directory not claimed');
    return UNOWNED_FILES;
  });
  const diskSpace = createDiskSpace({
    directory: config.DATA_DIR,
    reserve: config.DISK_RESERVE_MB * 1024 * 1024,
    holdsDatabase: database.engine === 'sqlite',
    changed(fullness, free) {
      const details = { disk: fullness, free, reserve: config.DISK_RESERVE_MB * 1024 * 1024 };
      if (fullness === 'ok') log.warn(details, 'disk space recovered');
      else log.error(details, fullness === 'full' ? 'disk full' : 'disk space low');
    },
  });
  const deps: Deps = {
    config,
    keys,
    erasureMarker,
    clock,
    database,
    db: database.db,
    write,
    publication,
    store: observeStore(await openStore(config, { prefix: temporary.prefix }), metrics, outages.files),
    diskSpace,
    openFiles,
    receiver: createReceiver(
      temporaryFolders(config.DATA_DIR).received,
      {
        image: { megabytes: config.MAX_IMAGE_MB },
        pdf: { megabytes: config.MAX_PDF_MB },
        video: { megabytes: config.MAX_VIDEO_MB },
        resume: { megabytes: config.MAX_RESUME_MB },
      },
      diskSpace,
      temporary.prefix,
      pdfProblemText,
    ),
    jobs,
    mailer: createMailer({ config, keys, database, jobs, clock, outage: outages.mail }),
    outgoing: createOutgoing(options.outgoing),
    limits: createRateLimits({ database, clock }),
    responseCache,
    log,
    metrics,
    publicUrl,
    siteUrl: () => (servesPages ? publicUrl() : (config.CORS_ORIGINS[0] ?? publicUrl())),
    mediaUrl: (uuid, part, isHidden) => {
      const path = `/media/${uuid}/${part}`;
      if (!isHidden) return mediaBase() + path;
      // A CDN would cache a hidden file, so its address avoids the CDN.
      const base = mediaBase() ? publicUrl() : '';
      return `${base}${path}?${signHiddenFile(keys.current, uuid, clock.now())}`;
    },
    apiUrl: (path) => (mediaBase() ? publicUrl() : '') + config.API_PREFIX + path,
    onContentChange: (listener) => contentListeners.add(listener),
    authenticate: async () => null,
    confirmation: { fields: z.object({}), ensure: () => Promise.reject(new Failure('forbidden')) },
    permissionFailure: async () => new Failure('forbidden'),
    recordRefusal: async () => undefined,
    userOfPageKey: async () => null,
    signedInUsersOf: async () => new Map(),
    links: createSessionLinks({ db: database.db, clock, config, keys }),
    callAs: (caller) => callAs(caller),
    preview: (request) => preview(request),
    pages: null,
  };
  const preview = createPreviews(deps, features);
  const auth = createAuth(deps);
  Object.assign(deps, { ...auth, authenticate: withApiTokens(deps, auth.authenticate) });

  for (const feature of features) feature.jobs?.(deps);
  const routes = features.flatMap((feature) => feature.routes?.(deps) ?? []);
  const callAs = createInProcessApi(deps, routes);

  const { refusals, drain } = installHooks(responseCache, {
    withoutPolicy: servesPages && options.pages?.development === true,
  });
  server.decorateRequest('admitted', null);
  if (config.CORS_ORIGINS.length) {
    await server.register(cors, {
      origin: config.CORS_ORIGINS,
      methods: ['GET', 'HEAD', 'POST', 'PUT', 'DELETE'],
      maxAge: 600,
      // Otherwise the plugin answers other OPTIONS requests in English.
      strictPreflight: false,
    });
  }
  const renderMetrics = createMetricsReport(server, deps, outages);
  registerOperations(server, deps, renderMetrics, drain);
  registerApiReference(server, config.API_PREFIX, responseCache, deps.confirmation.fields);
  await registerApi(server, deps, routes, config.API_PREFIX, { ...STREAM_LIMITS, ...options.streamLimits });
  registerMedia(server, deps);
  registerResumes(server, deps);
  registerPosterArchives(server, deps);
  const call = callAs(SERVER);
  const forms = createLocalReceiver(deps, routes);
  const pages =
    options.pages &&
    createPages(deps, {
      ...options.pages,
      call,
      runtime: {
        get apiBase() {
          return (servesPages ? '' : publicUrl()) + config.API_PREFIX;
        },
        siteName: config.SITE_NAME,
        fileMegabytes: fileMegabytesOf(config),
      },
      origins: { media: config.MEDIA_URL ? new URL(config.MEDIA_URL).origin : '', api: '' },
    });
  // A form's preview needs the pages, also in an API-only process.
  deps.pages = pages?.site ?? null;
  if (!servesPages) {
    registerChangeStream(server, deps);
    registerFormApi(server, deps, forms);
  } else if (options.pages && pages) {
    const { clientDirectory } = options.pages;
    if (clientDirectory) registerStatic(server, clientDirectory, openFiles);
    registerDiscovery(server, { ...deps, call }, options.pages);
    pages.register(server, (request) => screenAccessOf(deps, request));
    registerPreview(server, deps);
    registerForms(server, deps, forms, pages.renderReturnedForm);
    refusals.sendPages(pages.renderReturnedForm);
  }

  // Erase again the people whose data came back with a restored backup, before anything is served.
  await repeatErasures(deps).catch(async (error: unknown) => {
    await server.close();
    await database.close();
    temporary.release();
    throw error;
  });
  const stopListening = database.onForeignChange(contentChanged);
  // Detects a full disk also when nothing calls `/readyz`.
  const lookingAtDisk = setInterval(() => void diskSpace.level(), DISK_EVERY_MS).unref();
  const closed = new AbortController();
  let keeping: Promise<void> | undefined;
  return {
    server,
    deps,
    startWorkers() {
      keeping = keepRest(closed.signal);
      jobs.start();
    },
    renderMetrics,
    drain,
    async close() {
      closed.abort();
      clearInterval(lookingAtDisk);
      await server.close();
      await keeping;
      stopListening();
      await jobs.stop();
      await publication.finish();
      outages.stop();
      await database.close();
      temporary.release();
    },
  };
}

/**
 * Migrates the schema before it opens the keys, because shared settings of all processes are in the database.
 */
async function prepare(config: Config, database: Database): Promise<{ keys: Keys; marker: ErasureMarker }> {
  const { DATABASE_URL: url } = config;
  try {
    if (url && !(await keepsSessions(url)))
      throw new ConfigError(
        'DATABASE_URL leva a um PgBouncer (ou parecido) que empresta conexões por transação, e o que se liga numa, como ouvir as mudanças, ficaria com outros. Ponha nele pool_mode = session para este banco, ou leve DATABASE_URL direto ao PostgreSQL.',
      );
    await refuseToBeginAnew(config, database.db);
    await migrate(database.db);
    const keys = await loadKeys(config, database.db);
    return { keys, marker: await createErasureMarker(database.db, keys.current) };
  } catch (error) {
    await database.close();
    if (error instanceof ConfigError) throw error;
    if (isDamagedDatabase(error)) throw damagedDatabase(join(config.DATA_DIR, 'vitrine.db'), error);
    const isToBlame = toFailure(error).code === 'unavailable' || (url && isDatabaseStartError(error));
    throw isToBlame ? databaseStartError(config, error) : error;
  }
}

/**
 * Refuses to start with an empty database and a non-empty file store: every file would look orphaned and be
 * deleted. The database was lost, or the address is wrong.
 */
async function refuseToBeginAnew(config: Config, db: Db): Promise<void> {
  if ((await appliedMigrations(db)).length > 0) return;
  const store = await openStore(config);
  for (const area of AREAS)
    if (
      await hasOurFiles(store, area).catch((error) => Promise.reject(storeStartError(config, area, error)))
    ) {
      // Another process that started at the same moment has begun to fill both.
      if ((await appliedMigrations(db)).length > 0) return;
      const where = config.s3 ? config.s3.buckets[area] : join(config.DATA_DIR, 'files');
      throw new ConfigError(
        `O banco está vazio, mas há arquivos de uma instalação em ${where}. Se o banco se perdeu, traga a última cópia de segurança para um lugar vazio: npm run vitrine -- restore. Se é outro, confira DATA_DIR e DATABASE_URL. Para começar do zero, apague esses arquivos antes.`,
      );
    }
}

async function hasOurFiles(store: FileStore, area: StoreArea): Promise<boolean> {
  for await (const { key } of store.list(area)) if (isOwnFileKey(key)) return true;
  return false;
}
