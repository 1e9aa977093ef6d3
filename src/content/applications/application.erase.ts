import type { Actor } from '../../platform/database/write.ts';
import type { Deps } from '../../platform/deps.ts';
import { eraseFiles, type FileDeps } from '../../records/server/files/file.service.ts';
import { releaseFiles } from '../../records/server/versions/fileUses.ts';

export type EraseDeps = FileDeps & Pick<Deps, 'mailer'>;

/**
 * Erases an application with its notes, messages, résumé, drawn pages and unsent mails. Returns false if it does not
 * exist.
 */
export function eraseApplication(
  deps: EraseDeps,
  actor: Actor | null,
  action: 'delete' | 'purge',
  uuid: string,
): Promise<boolean> {
  return deps.write(
    actor,
    async (work) => {
      const row = await work.trx
        .deleteFrom('job_applications')
        .where('uuid', '=', uuid)
        .returning('id')
        .executeTakeFirst();
      if (!row) return false;
      const owner = { entity: 'job_applications', uuid } as const;
      const uses = await work.trx
        .selectFrom('file_uses')
        .select('file_id')
        .where('entity', '=', owner.entity)
        .where('uuid', '=', uuid)
        .execute();
      const files = uses.map(({ file_id }) => file_id);
      if (files.length > 0)
        await eraseFiles(deps, work, owner, await releaseFiles(work, owner.entity, uuid, files));
      await deps.mailer.deleteAbout(work, uuid);
      await work.audit({ action, entity: 'job_applications', uuid });
      return true;
    },
    { content: false },
  );
}
