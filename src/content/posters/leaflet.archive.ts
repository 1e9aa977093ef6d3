import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import type { Actor } from '../../platform/database/write.ts';
import type { Deps } from '../../platform/deps.ts';
import { type ZipEntry, zip, zipSize } from '../../platform/files/zip.ts';
import { contentDisposition } from '../../platform/http/disposition.ts';
import { registerSignedFiles } from '../../platform/http/signedFiles.ts';
import { fileParts, openPart } from '../../records/server/files/file.rows.ts';
import { filesById } from '../../records/server/files/file.service.ts';
import { Failure } from '../../shared/failure.ts';
import { posterContent, posterFiles, rowOf } from './leaflet.files.ts';
import type { PosterRow } from './leaflet.tables.ts';
import { POSTER_FORMATS } from './leaflet.types.ts';

// All files of a poster as one archive, by a signed link, as a browser that downloads sends no token.

/** Proxies cut what follows `/files/private/` from their logs. */
const PATH = '/files/private/poster/';
const PURPOSE = 'poster';

/** Returns the address of the archive; null for unfinished posters, those of one file, and API tokens. */
export async function archiveUrl(
  deps: Pick<Deps, 'links' | 'apiUrl'>,
  actor: Actor,
  row: PosterRow,
): Promise<string | null> {
  if (row.state === 'pending' || posterFiles(row).length < 2 || actor.sessionId === null) return null;
  return deps.apiUrl(PATH + (await deps.links.signer(actor, PURPOSE))(row.uuid));
}

async function openArchive(deps: Pick<Deps, 'db' | 'links' | 'store' | 'log'>, link: string) {
  const { subject, actor } = await deps.links.open(PURPOSE, link);
  const row = await rowOf(deps.db, actor, subject);
  const made = posterFiles(row);
  const files = await filesById(
    deps.db,
    made.map(({ file_id }) => file_id),
  );
  const { title } = posterContent(row);
  const entries = made.flatMap(({ format, page, file_id }): ZipEntry[] => {
    const file = files.get(file_id);
    const part = file && fileParts(file)[0];
    if (!part) return [];
    const name = [title, POSTER_FORMATS[format], page && `página ${page}`].filter(Boolean).join(', ');
    return [
      {
        name: name.replace(/[\\/:*?"<>|\p{Cc}]+/gu, ' ') + part.name.slice(part.name.lastIndexOf('.')),
        bytes: part.bytes,
        async open() {
          const stored = await openPart(deps, file, part);
          if (!stored) throw new Failure('not_found');
          return stored.stream;
        },
      },
    ];
  });
  return { title, entries };
}

/** Serves archives of posters by their signed links. */
export function registerPosterArchives(app: FastifyInstance, deps: Deps): void {
  registerSignedFiles(app, deps, (archives) => {
    archives.get<{ Params: { link: string } }>(
      `${deps.config.API_PREFIX}${PATH}:link`,
      { exposeHeadRoute: false },
      async (request, reply) => {
        // One slot is enough, because the files are read one after the other.
        await deps.openFiles.enter(reply);
        const { title, entries } = await openArchive(deps, request.params.link);
        return reply
          .type('application/zip')
          .headers({
            'content-length': zipSize(entries),
            'content-disposition': contentDisposition('attachment', title, '.zip'),
          })
          .send(Readable.from(zip(entries), { objectMode: false }));
      },
    );
  });
}
