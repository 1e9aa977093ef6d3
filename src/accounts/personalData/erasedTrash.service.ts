import type { Actor } from '../../platform/database/write.ts';
import type { Deps } from '../../platform/deps.ts';
import { resourceOf } from '../../records/define/resources.ts';
import { eraseInTransaction } from '../../records/server/files/file.purge.ts';
import { recordAccessFor } from '../../records/server/recordAccess.ts';
import { lockOrder } from '../../records/server/store/order.ts';
import { AUDIT } from '../../shared/addresses.ts';
import { Failure } from '../../shared/failure.ts';
import { notifyAdministrators } from '../users/administrators.ts';

const NOT_IN_TRASH = 'Este registro não está mais na lixeira.';

/**
 * Erases a deleted record at once, for those who may erase personal data and delete the record itself. Throws 404
 * if it is not in the trash or in an area that the caller cannot read, 409 if other records depend on it.
 */
export async function eraseFromTrash(
  deps: Deps,
  actor: Actor,
  { table, uuid }: { table: string; uuid: string },
): Promise<string> {
  const resource = resourceOf(table);
  if (!resource || resource.personal) throw new Failure('not_found', NOT_IN_TRASH);
  const record = { entity: resource.table, uuid };
  await deps.write(actor, async (work) => {
    const { trx } = work;
    await lockOrder(trx, resource.table);
    const deleted = await trx
      .selectFrom('record_versions')
      .select('id')
      .where('entity', '=', resource.table)
      .where('uuid', '=', uuid)
      .where('state', '=', 'deleted')
      .executeTakeFirst();
    const may = async (verb: 'read' | 'delete') =>
      (await recordAccessFor(trx, actor, verb, [record]))(record);
    if (!deleted || !(await may('read'))) throw new Failure('not_found', NOT_IN_TRASH);
    if (!(await may('delete'))) throw new Failure('forbidden');
    await eraseInTransaction(deps, work, resource.table, uuid);
    await notifyAdministrators(deps, work, {
      text: `apagou para sempre ${resource.one} que estava na lixeira`,
      path: AUDIT,
    });
  });
  return 'Apagado para sempre. Não volta mais.';
}
