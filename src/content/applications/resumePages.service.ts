import type { Actor } from '../../platform/database/write.ts';
import type { Deps } from '../../platform/deps.ts';
import { fileParts, openPart } from '../../records/server/files/file.rows.ts';
import { filesById } from '../../records/server/files/file.service.ts';
import { findRecord } from '../../records/server/store/records.ts';
import { Failure } from '../../shared/failure.ts';
import type { ResumePages } from './application.contract.ts';
import { APPLICATION_NOT_FOUND, type ApplicationDeps, RESUME_PATH } from './application.rows.ts';
import { enqueueResumePages } from './resumePages.job.ts';

const ENTITY = 'job_applications';
const PAGE_PURPOSE = 'resume-page';
/**
 * Returns the state of the pages of a résumé, with links once they are drawn. The first call enqueues the drawing. The
 * opening is audited before links are returned.
 */
export async function openResumePages(
  deps: ApplicationDeps & Pick<Deps, 'write' | 'jobs'>,
  actor: Actor,
  uuid: string,
): Promise<ResumePages> {
  const sign = await deps.links.signer(actor, PAGE_PURPOSE);
  return deps.write(
    actor,
    async (work) => {
      const { id, pages_state, page_count } = await findRecord(work.trx, ENTITY, uuid, APPLICATION_NOT_FOUND);
      if (pages_state === null) {
        await work.trx.updateTable(ENTITY).set({ pages_state: 'pending' }).where('id', '=', id).execute();
        await enqueueResumePages(deps, work, uuid);
      }
      if (pages_state !== 'ready') return { state: pages_state ?? 'pending', page_count: null, pages: [] };
      const pages = await work.trx
        .selectFrom('resume_pages')
        .innerJoin('files', 'files.id', 'resume_pages.file_id')
        .select(['page', 'width', 'height'])
        .where('application_id', '=', id)
        .orderBy('page')
        .execute();
      await work.audit({ action: 'open', entity: ENTITY, uuid });
      return {
        state: 'ready',
        page_count,
        pages: pages.map(({ page, width, height }) => ({
          page,
          url: deps.apiUrl(`${RESUME_PATH}page/${sign(`${uuid}-${page}`)}`),
          width: width ?? 1,
          height: height ?? 1,
        })),
      };
    },
    { content: false },
  );
}

/** Opens the page of a signed link. */
export async function openResumePage(deps: Pick<Deps, 'db' | 'links' | 'store' | 'log'>, link: string) {
  const { subject } = await deps.links.open(PAGE_PURPOSE, link);
  const [, uuid = '', page = ''] = /^(.*)-(\d+)$/.exec(subject) ?? [];
  const { id } = await findRecord(deps.db, ENTITY, uuid, APPLICATION_NOT_FOUND);
  const row = await deps.db
    .selectFrom('resume_pages')
    .select('file_id')
    .where('application_id', '=', id)
    .where('page', '=', Number(page))
    .executeTakeFirst();
  const file = row && (await filesById(deps.db, [row.file_id])).get(row.file_id);
  const part = file && fileParts(file)[0];
  const stored = part && (await openPart(deps, file, part));
  if (!stored) throw new Failure('not_found', 'Não encontramos esta página do currículo.');
  return { ...stored, type: file.type };
}
