import { randomUUID } from 'node:crypto';
import type { SignedInUser, Work } from '../../../platform/database/write.ts';
import type { Deps } from '../../../platform/deps.ts';
import { ensureVisibleNames } from '../../../platform/security/visibleNames.ts';
import { Failure, invalidField } from '../../../shared/failure.ts';
import { MAX_VIEWS, type SavedView } from '../../../shared/savedViews.ts';
import { searchText } from '../lists/list.ts';
import { declareFoldedColumns } from '../lists/refold.ts';
import { listNames } from './savedView.lists.ts';
import './savedView.tables.ts';

const VIEW_GONE = 'Esta visão não existe mais.';
const TAKEN = 'Você já tem uma visão com este nome. Escolha outro.';
const TOO_MANY = `Você já guardou ${MAX_VIEWS} visões desta lista. Exclua alguma antes.`;
/** Saved views are private, so a save creates no content revision (`NO_CONTENT`). */
declareFoldedColumns('saved_views', {
  derive: ({ name }) => ({ name_key: searchText(name) }),
  uniqueIn: ['user_id', 'list'],
  undated: true,
});

const NO_CONTENT = { content: false };

export async function savedViewsOf(
  { db }: Pick<Deps, 'db'>,
  actor: SignedInUser,
  list: string,
): Promise<SavedView[]> {
  ensureList(list);
  return db
    .selectFrom('saved_views')
    .select(['uuid', 'name', 'query'])
    .where('user_id', '=', actor.id)
    .where('list', '=', list)
    .orderBy('name_key')
    .limit(MAX_VIEWS)
    .execute();
}

export async function storeSavedView(
  deps: Pick<Deps, 'write'>,
  actor: SignedInUser,
  list: string,
  { name, query }: { name: string; query: string },
) {
  ensureList(list);
  const uuid = randomUUID();
  await deps.write(
    actor,
    async (work) => {
      ensureVisibleNames({ name }, null);
      const others = await ownViews(work, actor, list);
      ensureNameFree(others, name);
      if (others.length >= MAX_VIEWS) throw invalidField('name', TOO_MANY);
      const { numInsertedOrUpdatedRows } = await work.trx
        .insertInto('saved_views')
        .values({
          uuid,
          user_id: actor.id,
          list,
          name,
          name_key: searchText(name),
          query,
          created_at: work.now,
        })
        .onConflict((conflict) => conflict.columns(['user_id', 'list', 'name_key']).doNothing())
        .executeTakeFirst();
      // A concurrent request saved the same name.
      if (!numInsertedOrUpdatedRows) throw new Failure('conflict', TAKEN);
    },
    NO_CONTENT,
  );
  return { message: 'Fica ao lado das outras, só para você.', uuid };
}

export async function renameSavedView(
  deps: Pick<Deps, 'write'>,
  actor: SignedInUser,
  uuid: string,
  name: string,
) {
  await deps.write(
    actor,
    async (work) => {
      const { id, list, ...before } = await findView(work, actor, uuid);
      ensureVisibleNames({ name }, before);
      const others = await ownViews(work, actor, list);
      ensureNameFree(
        others.filter((other) => other.id !== id),
        name,
      );
      await work.trx
        .updateTable('saved_views')
        .set({ name, name_key: searchText(name) })
        .where('id', '=', id)
        .execute();
    },
    NO_CONTENT,
  );
  return { message: 'Fica no mesmo lugar, só para você.', uuid };
}

export async function destroySavedView(deps: Pick<Deps, 'write'>, actor: SignedInUser, uuid: string) {
  await deps.write(
    actor,
    async (work) => {
      const { id } = await findView(work, actor, uuid);
      await work.trx.deleteFrom('saved_views').where('id', '=', id).execute();
    },
    NO_CONTENT,
  );
  return { message: 'Os registros continuam como estão.' };
}

function ensureList(list: string): void {
  if (!listNames().includes(list)) throw new Failure('not_found');
}

function ownViews({ trx }: Work, actor: SignedInUser, list: string) {
  return trx
    .selectFrom('saved_views')
    .select(['id', 'name_key'])
    .where('user_id', '=', actor.id)
    .where('list', '=', list)
    .execute();
}

function ensureNameFree(others: { name_key: string }[], name: string): void {
  const key = searchText(name);
  if (others.some(({ name_key }) => name_key === key)) throw new Failure('conflict', TAKEN);
}

async function findView({ trx }: Work, actor: SignedInUser, uuid: string) {
  const found = await trx
    .selectFrom('saved_views')
    .select(['id', 'list', 'name'])
    .where('uuid', '=', uuid)
    .where('user_id', '=', actor.id)
    .executeTakeFirst();
  if (!found) throw new Failure('not_found', VIEW_GONE);
  return found;
}
