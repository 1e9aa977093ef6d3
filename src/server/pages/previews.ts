import { resources } from '../../content/resources.ts';
import { isoAt } from '../../platform/clock.ts';
import type { Deps, PreviewRequest, PreviewStage, RecroppedPicture } from '../../platform/deps.ts';
import type { Feature } from '../../platform/feature.ts';
import { createInProcessApi, parseCallForPreview } from '../../platform/http/pipeline.ts';
import { isPermitted } from '../../platform/security/access.ts';
import { applyDraft } from '../../records/server/preview/applyDraft.ts';
import {
  applyDue,
  applyPending,
  scheduledTables,
  withParts,
} from '../../records/server/preview/previewChanges.ts';
import { openPreviewDatabase, type PreviewDatabase } from '../../records/server/preview/previewDatabase.ts';
import { lastSavesOf, publicationStatesOf } from '../../records/server/publication/publicationState.ts';
import type { Table } from '../../records/server/versions/history.ts';
import { createConcurrencyLimit, untilAborted } from '../../shared/async.ts';
import { Failure } from '../../shared/failure.ts';
import type { Area } from '../../shared/permissions.ts';

/** Timeout of a preview. Its connection is then closed. */
const PATIENCE_MS = 3000;

/** Calls `end` at the timeout, unless the returned function is called before. */
type StartTimeout = (end: () => void) => () => void;

const startTimeout: StartTimeout = (end) => {
  const timer = setTimeout(end, PATIENCE_MS);
  return () => clearTimeout(timer);
};
/** Limits of all previews and of one user's. On PostgreSQL each preview has a connection outside the pool. */
const PREVIEW_SLOTS = { max: 2, maxPerCaller: 1, maxQueued: 20, maxQueuedPerCaller: 5 };
const TOO_SLOW = 'A pré-visualização demorou demais. Tente de novo em instantes.';
const CHANGE_GONE = 'Esta mudança já foi publicada ou descartada. Recarregue para ver como está.';
const VERSION_GONE = 'Esta versão não existe mais.';
const TOO_MANY = 'Há muitas pré-visualizações ao mesmo tempo. Tente de novo em instantes.';

const areas = new Map<string, Area>(resources.map(({ table, area }) => [table, area]));

/**
 * Creates the preview of unsaved content, on a connection that cannot write and that closes with the preview.
 */
export function createPreviews(
  deps: Deps,
  features: readonly Feature[],
  { start = startTimeout } = {},
): Deps['preview'] {
  const takeSlot = createConcurrencyLimit({
    ...PREVIEW_SLOTS,
    queueFullError: () => new Failure('too_slow', TOO_MANY),
  });

  return async (request) => {
    await deps.publication.publishDueChangesForRead();
    const release = await takeSlot(request.reader.uuid, request.signal);
    try {
      return await within(start, request.signal, async (ended) => {
        const tables = withParts([...(await scheduledTables(deps.db)), ...named(request.table), 'files']);
        const preview = await openPreviewDatabase(deps.database, tables);
        try {
          ended.addEventListener('abort', preview.close, { once: true });
          ended.throwIfAborted();
          return await request.act(stageOn(preview, deps, features, request));
        } catch (error) {
          // Throws the timeout instead of the error of the closed connection.
          ended.throwIfAborted();
          throw error;
        } finally {
          preview.close();
        }
      });
    } finally {
      release();
    }
  };
}

const named = (table: string | undefined) => (table ? [table as Table] : []);

/** Rejects at the timeout, or when the request ends, whatever `work` still waits for. */
async function within<T>(
  start: StartTimeout,
  signal: AbortSignal | undefined,
  work: (ended: AbortSignal) => Promise<T>,
): Promise<T> {
  const timeout = new AbortController();
  const stop = start(() => timeout.abort(new Failure('too_slow', TOO_SLOW)));
  const ended = signal ? AbortSignal.any([signal, timeout.signal]) : timeout.signal;
  try {
    ended.throwIfAborted();
    return await untilAborted(work(ended), ended);
  } finally {
    stop();
  }
}

function stageOn<T>(
  preview: PreviewDatabase,
  deps: Deps,
  features: readonly Feature[],
  { caller, reader }: PreviewRequest<T>,
): PreviewStage {
  const { db } = preview;
  let now = deps.clock.now();
  const recropped: RecroppedPicture[] = [];
  const alike = new Map<string, string>();
  const applied = new Set<number>();
  const previewDeps: Deps = {
    ...deps,
    db,
    clock: { now: () => now, drift: () => 0 },
    // A preview neither reads the response cache nor writes to it.
    responseCache: { ...deps.responseCache, sharedRead: (_, read) => read() },
    // A hidden URL, because shoppers must not learn the address of an unpublished file.
    mediaUrl: (uuid, part) => deps.mediaUrl(alike.get(uuid) ?? uuid, part, true),
    write: async () => {
      throw new Error('Previews are read-only');
    },
    publication: {
      ...deps.publication,
      publishDueChangesForRead: () => undefined,
      publicationStatesOf: (table, uuids) => publicationStatesOf(db, table, uuids),
      lastSavesOf: (table, uuids) => lastSavesOf(db, table, uuids),
    },
    receiver: { ...deps.receiver, discard: async () => undefined },
    callAs: (target) => calls(target),
    standIns: {
      add: (file) => preview.add('files', { version: 1, search: '', ...file }) as never,
      recrop(made, { uuid, whole }, crop) {
        if (crop === 'alike') alike.set(made, alike.get(uuid) ?? uuid);
        else recropped.push({ uuid: made, url: deps.mediaUrl(uuid, whole, true), crop });
      },
    },
  };
  const routes = features.flatMap((feature) => feature.routes?.(previewDeps) ?? []);
  const calls = createInProcessApi(previewDeps, routes);
  return {
    db,
    call: calls(caller),
    endpoints: routes.map(({ endpoint }) => endpoint),
    async show(endpoint, params, content) {
      const route = routes.find((known) => known.endpoint === endpoint);
      if (!route?.draft || caller.kind !== 'person') throw new Failure('forbidden');
      const { actor, ip } = caller;
      if (!isPermitted(actor, endpoint.needs)) throw await deps.permissionFailure(endpoint.needs, actor);
      const from = { actor, ip, agent: '', device: '', origin: '' };
      const { call, replaces } = await parseCallForPreview(
        previewDeps,
        route,
        from,
        { params, query: undefined },
        content,
      );
      const replaced =
        replaces === null ? undefined : await applyPending(preview, replaces, endpoint.table ?? '');
      const drafted = await route.draft(call);
      // A form may build on a pending change of its own record only.
      if (replaced !== undefined && replaced !== (drafted.draft.before?.uuid ?? ''))
        throw new Failure('conflict', CHANGE_GONE);
      return applyDraft(preview, previewDeps, actor, drafted, isoAt(now));
    },
    async apply(id, { table, uuid }) {
      if ((await applyPending(preview, id, table)) !== uuid) throw new Failure('not_found', VERSION_GONE);
    },
    async moveClockTo(at, but) {
      now = at;
      const mayRead = (table: string) => {
        const area = areas.get(table);
        return area !== undefined && isPermitted(reader, `${area}.read`);
      };
      await applyDue(preview, { until: at, but, reader, mayRead, applied });
    },
    recropped,
  };
}
