import { join } from 'node:path';
import cors from '@fastify/cors';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { Failure } from '../contract/failure.ts';
import { registerResumes } from '../features/applications/resume.routes.ts';
import { createAuth } from '../features/auth/auth.service.ts';
import { removeFiles } from '../features/files/file.service.ts';
import { isOurs } from '../features/files/file.sweep.ts';
import { registerMedia } from '../features/files/media.routes.ts';
import { pdfRefusal } from '../features/files/pdfPages.process.ts';
import { eraseAgain } from '../features/personalData/again.service.ts';
import { nextChange } from '../features/records/record.service.ts';
import { withMachines } from '../features/tokens/token.access.ts';
import { SERVER } from '../platform/access.ts';
import { createMarker, type Marker } from '../platform/backup/erasures.ts';
import { type Clock, systemClock } from '../platform/clock.ts';
import { type Config, ConfigError } from '../platform/config.ts';
import { type Database, type Db, openDatabase } from '../platform/database/database.ts';
import { appliedTo, migrate } from '../platform/database/migrate.ts';
import { keepsSessions } from '../platform/database/pooler.ts';
import { createPublication } from '../platform/database/publication.ts';
import { damaged } from '../platform/database/sqlite.ts';
import type { Changed } from '../platform/database/watch.ts';
import { createWriter } from '../platform/database/write.ts';
import type { Deps } from '../platform/deps.ts';
import { keyToHidden } from '../platform/files/hidden.ts';
import { openStore } from '../platform/files/open.ts';
import { createReceiver } from '../platform/files/receive.ts';
import { AREAS, type Area, type FileStore } from '../platform/files/store.ts';
import { claimTemporaryFiles, temporaryFolders, WITHOUT_OWNER } from '../platform/files/temporary.ts';
import { watchStore } from '../platform/files/watched.ts';
import { registerApi } from '../platform/http/api.ts';
import { createAnswers } from '../platform/http/cache.ts';
import type { Drain } from '../platform/http/drain.ts';
import { isDamaged, isOutage, toFailure } from '../platform/http/failures.ts';
import { createCalls } from '../platform/http/perform.ts';
import { STREAMS, type StreamLimits } from '../platform/http/streams.ts';
import type { TrafficLimits } from '../platform/http/traffic.ts';
import { createJobs } from '../platform/jobs/jobs.ts';
import { type Keys, openKeys } from '../platform/keys.ts';
import { createLimits } from '../platform/limits.ts';
import { createMailer } from '../platform/mail/mailer.ts';
import { createOutgoing, type OutgoingWays } from '../platform/outgoing.ts';
import { keepToOwner } from '../platform/ownerOnly.ts';
import { createSpace } from '../platform/space.ts';
import { registerDiscovery } from './discovery.ts';
import { registerDocs } from './docs.ts';
import { features } from './features.ts';
import { receiveHere, registerForms, serveForms } from './forms.ts';
import { addressOf, createListener, type Middleware } from './listener.ts';
import { createMeasures } from './measures.ts';
import { registerOperations } from './operations.ts';
import { createPages, FailedPage, type PageOptions } from './pages.ts';
import { registerPreview } from './preview.ts';
import { createPreviews } from './previews.ts';
import { readingOf } from './reader.ts';
import { serveSite } from './siteLine.ts';
import { databaseRefusal, folderRefusal, isDatabaseRefusal, storeRefusal } from './startFailures.ts';
import { registerStatic } from './static.ts';

export interface App {
  server: FastifyInstance;
  deps: Deps;
  /** Starts the work that runs beside requests. */
  startWorkers(): void;
  /** Returns the metrics in the Prometheus text format. */
  measures: () => Promise<string>;
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
  pages?: Pick<PageOptions, 'build' | 'development' | 'placeMs'> & { clientDirectory?: string };
  /** Vite's middleware in development. It runs before everything else. */
  middleware?: Middleware;
  /** Overrides of the default timeouts and limits. */
  traffic?: Partial<TrafficLimits>;
  /** Overrides of the limits of long-lived responses. */
  streams?: Partial<StreamLimits>;
  /** Overrides outgoing HTTP in tests. */
  outgoing?: Partial<OutgoingWays>;
  /** Longest wait of a read for due changes. */
  publishingPatienceMs?: number;
  /** Receives log lines instead of standard output. */
  logTo?: { write(line: string): void };
  /** Called when the database was replaced by another. The process must then restart. */
  onReplaced?: () => void;
}

const DISK_EVERY_MS = 60_000;

/** Opens the database, migrates its schema and wires everything. It does not listen yet. */
export async function createApp(options: AppOptions): Promise<App> {
  const { config, clock = systemClock } = options;
  const { server, log, metrics, outages, openFiles, transport, guard } = createListener(options);

  const keepRest = await keepToOwner(config.DATA_DIR, log).catch((error) =>
    Promise.reject(folderRefusal(config, error)),
  );
  const database = openDatabase({
    url: config.DATABASE_URL,
    dataDir: config.DATA_DIR,
    pool: { connections: config.DATABASE_POOL, statementMs: config.DATABASE_TIMEOUT },
    watch: {
      server: outages.database,
      replaced: () => options.onReplaced?.(),
      statements: {
        worked(ms) {
          metrics.queries.observe(ms / 1000);
          outages.database.worked();
        },
        failed(error) {
          metrics.queriesFailed.add();
          if (isOutage(error) || error instanceof Failure) outages.database.failed(error);
        },
      },
    },
  });
  const { keys, marker } = await prepare(config, database);

  const servesPages = config.SERVE === 'all';
  const publicUrl = () => config.PUBLIC_URL ?? addressOf(server, config);
  const mediaBase = () =>
    config.MEDIA_URL ?? (config.PUBLIC_URL || config.CORS_ORIGINS.length ? publicUrl() : '');

  const answers = createAnswers({
    now: clock.now,
    nextChange: () => nextChange(database, clock.now()),
    settle: () => publication.settle(),
    // A cached response is sent without the CORS plugin, so it carries the plugin's `vary` itself.
    baseHeaders: { ...transport, ...(config.CORS_ORIGINS.length > 0 && { vary: 'accept-encoding, origin' }) },
    isOutage: (error) => error instanceof FailedPage || toFailure(error).code === 'unavailable',
  });
  const contentListeners = new Set<(changed: Changed) => void>([answers.invalidate]);
  const contentChanged = (changed: Changed) => {
    for (const listener of contentListeners) listener(changed);
  };

  const write = createWriter({
    database,
    clock,
    contentChanged,
    report: (error) => log.error({ err: error }, 'after commit'),
    carryOut: (...plan) => publication.carryOut(...plan),
    conclude: (work) => publication.tellSeen(work),
  });
  const publication = createPublication({
    db: database.db,
    write,
    clock,
    log,
    release: (work, files) => removeFiles(deps, work, files),
    patienceMs: options.publishingPatienceMs,
  });
  contentListeners.add(publication.noticed);
  const jobs = createJobs({ database, write, clock, log, metrics });
  // A disk that refuses writes must not stop reads.
  const temporary = await claimTemporaryFiles(config.DATA_DIR).catch((error: unknown) => {
    log.warn({ err: error }, 'temporary files have no owner');
    return WITHOUT_OWNER;
  });
  const space = createSpace({
    directory: config.DATA_DIR,
    reserve: config.DISK_RESERVE_MB * 1024 * 1024,
    holdsDatabase: database.engine === 'sqlite',
    changed(fullness, free) {
      const details = { disk: fullness, free, reserve: config.DISK_RESERVE_MB * 1024 * 1024 };
      if (fullness === 'ok') log.warn(details, 'disk has room again');
      else log.error(details, `disk is ${fullness}`);
    },
  });
  const deps: Deps = {
    config,
    keys,
    marker,
    clock,
    database,
    db: database.db,
    write,
    publication,
    store: watchStore(await openStore(config, { prefix: temporary.prefix }), metrics, outages.files),
    space,
    openFiles,
    receiver: createReceiver(
      temporaryFolders(config.DATA_DIR).received,
      {
        image: { megabytes: config.MAX_IMAGE_MB },
        pdf: { megabytes: config.MAX_PDF_MB },
        video: { megabytes: config.MAX_VIDEO_MB },
        resume: { megabytes: config.MAX_RESUME_MB },
      },
      space,
      temporary.prefix,
      pdfRefusal,
    ),
    jobs,
    mailer: createMailer({ config, keys, database, jobs, clock, outage: outages.mail }),
    outgoing: createOutgoing(options.outgoing),
    limits: createLimits({ database, clock }),
    answers,
    log,
    metrics,
    publicUrl,
    siteUrl: () => (servesPages ? publicUrl() : (config.CORS_ORIGINS[0] ?? publicUrl())),
    mediaUrl: (uuid, part, isHidden) => {
      const path = `/media/${uuid}/${part}`;
      if (!isHidden) return mediaBase() + path;
      // A CDN would cache a hidden file, so its address avoids the CDN.
      const base = mediaBase() ? publicUrl() : '';
      return `${base}${path}?${keyToHidden(keys.own, uuid, clock.now())}`;
    },
    apiUrl: (path) => (mediaBase() ? publicUrl() : '') + config.API_PREFIX + path,
    onContentChange: (listener) => contentListeners.add(listener),
    authenticate: async () => null,
    confirmation: { fields: z.object({}), ensure: () => Promise.reject(new Failure('forbidden')) },
    refusal: async () => new Failure('forbidden'),
    noteRefused: async () => undefined,
    readerOf: async () => null,
    stillSignedIn: async () => new Map(),
    callAs: (caller) => callAs(caller),
    preview: (request) => preview(request),
    pages: null,
  };
  const preview = createPreviews(deps, features);
  const auth = createAuth(deps);
  Object.assign(deps, { ...auth, authenticate: withMachines(deps, auth.authenticate) });

  for (const feature of features) feature.jobs?.(deps);
  const routes = features.flatMap((feature) => feature.routes?.(deps) ?? []);
  const callAs = createCalls(deps, routes);

  const { refusals, drain } = guard(answers, {
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
  const measures = createMeasures(server, deps, outages);
  registerOperations(server, deps, measures, drain);
  await registerDocs(server, config.API_PREFIX, answers, deps.confirmation.fields);
  await registerApi(server, deps, routes, config.API_PREFIX, { ...STREAMS, ...options.streams });
  registerMedia(server, deps);
  registerResumes(server, deps);
  const call = callAs(SERVER);
  const forms = receiveHere(deps, routes);
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
      },
      origins: { media: config.MEDIA_URL ? new URL(config.MEDIA_URL).origin : '', api: '' },
    });
  // A form's preview needs the pages, also in an API-only process.
  deps.pages = pages?.site ?? null;
  if (!servesPages) {
    serveSite(server, deps);
    serveForms(server, deps, forms);
  } else if (options.pages && pages) {
    const { build, clientDirectory } = options.pages;
    if (clientDirectory) registerStatic(server, clientDirectory, openFiles);
    registerDiscovery(
      server,
      { ...deps, call },
      {
        built:
          clientDirectory && typeof build !== 'function'
            ? { directory: clientDirectory, version: build.assets.version }
            : null,
      },
    );
    pages.register(server, (request) => readingOf(deps, request));
    registerPreview(server, deps);
    registerForms(server, deps, forms, pages.returnPage);
    refusals.showPages(pages.returnPage);
  }

  // Erase again the people whose data came back with a restored backup, before anything is served.
  await eraseAgain(deps).catch(async (error: unknown) => {
    await server.close();
    await database.close();
    temporary.release();
    throw error;
  });
  const stopListening = database.onForeignChange(contentChanged);
  // Detects a full disk also when nothing calls `/readyz`.
  const lookingAtDisk = setInterval(() => void space.fullness(), DISK_EVERY_MS).unref();
  const closed = new AbortController();
  let keeping: Promise<void> | undefined;
  return {
    server,
    deps,
    startWorkers() {
      keeping = keepRest(closed.signal);
      jobs.start();
    },
    measures,
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
async function prepare(config: Config, database: Database): Promise<{ keys: Keys; marker: Marker }> {
  const { DATABASE_URL: url } = config;
  try {
    if (url && !(await keepsSessions(url)))
      throw new ConfigError(
        'DATABASE_URL leva a um PgBouncer (ou parecido) que empresta conexões por transação, e o que se liga numa, como ouvir as mudanças, ficaria com outros. Ponha nele pool_mode = session para este banco, ou leve DATABASE_URL direto ao PostgreSQL.',
      );
    await refuseToBeginAnew(config, database.db);
    await migrate(database.db);
    const keys = await openKeys(config, database.db);
    return { keys, marker: await createMarker(database.db, keys.own) };
  } catch (error) {
    await database.close();
    if (error instanceof ConfigError) throw error;
    if (isDamaged(error)) throw damaged(join(config.DATA_DIR, 'vitrine.db'), error);
    const isToBlame = toFailure(error).code === 'unavailable' || (url && isDatabaseRefusal(error));
    throw isToBlame ? databaseRefusal(config, error) : error;
  }
}

/**
 * Refuses to start with an empty database and a non-empty file store: every file would look orphaned and be
 * deleted. The database was lost, or the address is wrong.
 */
async function refuseToBeginAnew(config: Config, db: Db): Promise<void> {
  if ((await appliedTo(db)).length > 0) return;
  const store = await openStore(config);
  for (const area of AREAS)
    if (await hasOurFiles(store, area).catch((error) => Promise.reject(storeRefusal(config, area, error)))) {
      // Another process that started at the same moment has begun to fill both.
      if ((await appliedTo(db)).length > 0) return;
      const where = config.s3 ? config.s3.buckets[area] : join(config.DATA_DIR, 'files');
      throw new ConfigError(
        `O banco está vazio, mas há arquivos de uma instalação em ${where}. Se o banco se perdeu, traga a última cópia de segurança para um lugar vazio: npm run vitrine -- restore. Se é outro, confira DATA_DIR e DATABASE_URL. Para começar do zero, apague esses arquivos antes.`,
      );
    }
}

async function hasOurFiles(store: FileStore, area: Area): Promise<boolean> {
  for await (const { key } of store.list(area)) if (isOurs(key)) return true;
  return false;
}
