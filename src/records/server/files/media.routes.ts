import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Deps } from '../../../platform/deps.ts';
import { isValidHiddenFileKey } from '../../../platform/files/hiddenFileKeys.ts';
import { sendFailure } from '../../../platform/http/api.ts';
import { contentDisposition } from '../../../platform/http/disposition.ts';
import { toFailure } from '../../../platform/http/failures.ts';
import { contentSecurityPolicy } from '../../../platform/http/headers.ts';
import { parseRange } from '../../../platform/http/ranges.ts';
import { Failure } from '../../../shared/failure.ts';
import { type FilePart, type FileRow, fileParts, isStaffOnly, openPart } from './file.rows.ts';

const UUID = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/;
const MAX_REMEMBERED = 2000;

/**
 * The content at an address never changes, so browsers need not revalidate. A CDN must, because deleted files
 * must disappear there too.
 */
const CACHE_CONTROL = 'public, max-age=31536000, s-maxage=600, immutable';

/** An address with a key is valid for a limited time only. */
const STAFF_CACHE_CONTROL = 'private, max-age=3600';

/**
 * Uploaded files must never act as a page of this site. A sandbox would keep browsers from displaying a PDF.
 */
const policyFor = (type: string) =>
  type === 'application/pdf' ? contentSecurityPolicy() : contentSecurityPolicy('sandbox');

interface MediaRequest {
  Params: { uuid: string; name: string };
  Querystring: { download?: string; key?: string };
}

/**
 * Serves published files at `/media/:uuid/:name`, and with a key also those that only staff may see. All
 * other requests there get 404.
 */
export function registerMedia(
  app: FastifyInstance,
  deps: Pick<Deps, 'db' | 'store' | 'log' | 'config' | 'publication' | 'keys' | 'clock' | 'openFiles'>,
): void {
  const findFile = createFinder(deps);

  const serve = async (request: FastifyRequest<MediaRequest>, reply: FastifyReply) => {
    const { uuid, name } = request.params;
    const { current, previous } = deps.keys;
    const { key } = request.query;
    const isOpen =
      key !== undefined && isValidHiddenFileKey([current, previous], uuid, key, deps.clock.now());
    const file = isOpen ? await findHidden(deps, uuid) : await findFile(uuid);
    const part =
      file &&
      fileParts(file).find((candidate) => candidate.name === name && (isOpen || !isStaffOnly(candidate)));
    if (!file || !part) throw new Failure('not_found');

    const etag = `"${file.uuid}/${part.name}"`;
    reply.headers({
      etag,
      'cache-control': isOpen ? STAFF_CACHE_CONTROL : CACHE_CONTROL,
      'content-disposition': dispositionOf(file, part, request.query.download === '1'),
      'content-security-policy': policyFor(part.type),
      'cross-origin-resource-policy': 'cross-origin',
      'x-content-type-options': 'nosniff',
      'accept-ranges': 'bytes',
    });
    if (matchesTag(request.headers['if-none-match'], etag)) return reply.code(304).send();

    const wanted =
      request.method === 'GET' && rangeStillHolds(request, etag) ? request.headers.range : undefined;
    const range = parseRange(wanted, part.bytes);
    reply.type(part.type);
    if (range === 'unsatisfiable') {
      reply
        .removeHeader('etag')
        .headers({ 'content-range': `bytes */${part.bytes}`, 'cache-control': 'no-store' });
      return reply.code(416).send();
    }
    reply.header('content-length', range ? range.end - range.start + 1 : part.bytes);
    if (range) reply.code(206).header('content-range', `bytes ${range.start}-${range.end}/${part.bytes}`);
    if (request.method === 'HEAD') return reply.send();
    await deps.openFiles.enter(reply);
    const stored = await openPart(deps, file, part, range ?? undefined);
    if (!stored) throw new Failure('not_found');
    return reply.send(stored.stream);
  };

  app.register(async (media) => {
    media.setErrorHandler((error, request, reply) => {
      for (const header of Object.keys(reply.getHeaders())) reply.removeHeader(header);
      reply.header('cache-control', 'no-store');
      return sendFailure(deps, error, request, reply);
    });
    media.route<MediaRequest>({ method: ['GET', 'HEAD'], url: '/media/:uuid/:name', handler: serve });
    media.get('/media/*', async () => {
      throw new Failure('not_found');
    });
  });
}

/** Finds a file in either state, for requests with a valid key. */
async function findHidden({ db }: Pick<Deps, 'db'>, uuid: string): Promise<FileRow | null> {
  const file = await db
    .selectFrom('files')
    .selectAll()
    .where('uuid', '=', uuid)
    .where('area', '=', 'public')
    .where('state', 'in', ['live', 'hidden'])
    .executeTakeFirst();
  return file ?? null;
}

/**
 * Creates a lookup that always asks the database, so that deleted files disappear at once on every instance.
 * Files found before are still served during a database outage.
 */
function createFinder({
  db,
  publication,
}: Pick<Deps, 'db' | 'publication'>): (uuid: string) => Promise<FileRow | null> {
  const remembered = new Map<string, FileRow>();
  return async (uuid) => {
    if (!UUID.test(uuid)) return null;
    try {
      await publication.publishDueChangesForRead();
      const file = await db
        .selectFrom('files')
        .selectAll()
        .where('uuid', '=', uuid)
        .where('area', '=', 'public')
        .where('state', '=', 'live')
        .executeTakeFirst();
      remembered.delete(uuid);
      if (!file) return null;
      remembered.set(uuid, file);
      if (remembered.size > MAX_REMEMBERED) remembered.delete(remembered.keys().next().value ?? '');
      return file;
    } catch (error) {
      const last = remembered.get(uuid);
      if (last && toFailure(error).code === 'unavailable') return last;
      throw error;
    }
  };
}

const matchesTag = (header: string | undefined, etag: string) =>
  header !== undefined && (header.trim() === '*' || header.includes(etag));

function rangeStillHolds(request: FastifyRequest, etag: string): boolean {
  const condition = request.headers['if-range'];
  return condition === undefined || condition === etag;
}

/** Names a download like the uploaded file, with the extension of its stored format. */
function dispositionOf(file: FileRow, part: FilePart, download: boolean): string {
  const ending = part.name.slice(part.name.lastIndexOf('.'));
  return contentDisposition(download ? 'attachment' : 'inline', file.name.replace(/\.[^.]*$/, ''), ending);
}
