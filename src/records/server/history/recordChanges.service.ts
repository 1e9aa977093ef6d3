import type { Actor, Work } from '../../../platform/database/write.ts';
import type { Deps } from '../../../platform/deps.ts';
import { toFailure } from '../../../platform/http/failures.ts';
import { yieldIfLong } from '../../../platform/processes/yieldToEventLoop.ts';
import { areRecordsInBranches } from '../../../platform/security/access.ts';
import { Failure, questionFailure } from '../../../shared/failure.ts';
import { BULK_MESSAGES, type BulkAction } from '../../../shared/history.ts';
import { resourceOf } from '../../define/resources.ts';
import { type FileDeps, removeFiles } from '../files/file.service.ts';
import { isPublished } from '../publication/visibility.ts';
import type { RecordTable } from '../store/records.ts';
import { referencesText } from '../store/references.ts';
import { type Content, compositionOf, type PublishedChange, type RecordRow } from '../versions/history.ts';
import { withSavepoint } from '../versions/savepoint.ts';
import { versionOf } from './history.service.ts';
import { titleOf } from './history.words.ts';

// Changes of whole records by staff: publish, unpublish, revert, restore and duplicate, one by one or in bulk.

type ChangeDeps = FileDeps & Pick<Deps, 'publication'>;

/** Options of a call that changes a record. */
interface ChangeOptions {
  /** The version that the caller saw. */
  version?: number | undefined;
  /** True if the caller wants a question about unlikely values before anything is stored. */
  check?: boolean | undefined;
}

/** Runs `change` on a record in a write. Returns its outcome, its effects on references, and a warning. */
async function changeRecord(
  { write }: ChangeDeps,
  actor: Actor,
  { table, uuid, check }: { table: RecordTable; uuid: string } & Pick<ChangeOptions, 'check'>,
  messageOf: (head: RecordRow) => string,
  change: (work: Work) => Promise<RecordRow>,
  afterwards?: (work: Work) => Promise<void>,
) {
  const { head, note, warning } = await write(actor, async (work) => {
    const judging = judgeOf(work, table);
    const head = await judging.change(uuid, () => change(work));
    const note = referencesText(work.trx);
    const warning = await judging.warning(check);
    await afterwards?.(work);
    return { head, note, warning };
  });
  const message = [messageOf(head), note].filter(Boolean).join(' ');
  return { data: { message, uuid: head.uuid, version: head.version, ...(warning && { warning }) } };
}

/** Changes a record to one of its stored versions, which may be of other branches than the current one. */
const changeToVersion = (
  deps: ChangeDeps,
  actor: Actor,
  {
    table,
    uuid,
    version,
    check,
  }: { table: RecordTable; uuid: string; version: number; check: boolean | undefined },
  messageOf: (head: RecordRow) => string,
  change: (work: Work) => Promise<RecordRow>,
) =>
  changeRecord(
    deps,
    actor,
    { table, uuid, check },
    messageOf,
    async (work) => {
      await versionOf({ db: work.trx }, table, uuid, version);
      return change(work);
    },
    (work) => ensureOwnBranches(work, actor, table, uuid),
  );

const OTHER_BRANCHES = 'Esta versão vale em outras filiais, e você não cuida de todas elas.';

/** Throws if the change makes the record one of branches that the actor is not responsible for. */
async function ensureOwnBranches(work: Work, actor: Actor, table: RecordTable, uuid: string) {
  if (!(await areRecordsInBranches(work.trx, actor, table, [uuid])))
    throw new Failure('forbidden', OTHER_BRANCHES);
}

/** Checks the changes of a transaction for unlikely values. */
function judgeOf({ trx }: Work, table: RecordTable) {
  const { plausibility } = compositionOf(table);
  const changes: PublishedChange[] = [];
  return {
    async change(uuid: string, change: () => Promise<unknown>): Promise<RecordRow> {
      const before = plausibility && (await shownRow(trx, table, uuid));
      const head = (await change()) as RecordRow;
      if (plausibility && head.standing === null && head.deleted_at === null)
        changes.push({ before: before ?? null, after: head });
      return head;
    },
    /** Returns the unlikely values as a text, or throws them as a question. */
    async warning(isAsked = false): Promise<string | undefined> {
      if (!plausibility || changes.length === 0) return undefined;
      const found = await plausibility.find(trx, changes);
      if (found.length === 0) return undefined;
      const text = plausibility.inWords(found);
      if (isAsked) throw questionFailure(text);
      return text;
    },
  };
}

/** Returns the published row of a record; null if shoppers do not see it. */
async function shownRow(trx: Work['trx'], table: RecordTable, uuid: string) {
  const row = await trx
    .selectFrom(table as 'banners')
    .selectAll()
    .where('uuid', '=', uuid)
    .where(isPublished(table as 'banners'))
    .executeTakeFirst();
  return (row ?? null) as PublishedChange['before'];
}

export const revertTo = (
  deps: ChangeDeps,
  actor: Actor,
  table: RecordTable,
  name: { uuid: string; version: number },
  { version: seen, check }: ChangeOptions,
) =>
  changeToVersion(
    deps,
    actor,
    { table, ...name, check },
    () => 'A de antes continua no histórico.',
    (work) => deps.publication.revert(work, name.version, seen),
  );

const SEEN_BY_STAFF = 'A equipe continua vendo.';

const changedText = ({ standing }: RecordRow) =>
  standing === null ? 'Os clientes já veem a mudança.' : SEEN_BY_STAFF;

export const publishChange = (
  deps: ChangeDeps,
  actor: Actor,
  table: RecordTable,
  name: { uuid: string; version: number },
  { version: seen, check }: ChangeOptions,
) =>
  changeToVersion(deps, actor, { table, ...name, check }, changedText, (work) =>
    deps.publication.publishPendingChange(work, name.version, seen),
  );

export async function discardChange(
  deps: ChangeDeps,
  actor: Actor,
  table: RecordTable,
  { uuid, version }: { uuid: string; version: number },
) {
  await deps.write(actor, async (work) => {
    await versionOf({ db: work.trx }, table, uuid, version);
    await removeFiles(deps, work, await deps.publication.discardPendingChange(work, version));
  });
  return { data: { message: 'O site continua como está.' } };
}

export const publishRecord = (
  deps: ChangeDeps,
  actor: Actor,
  table: RecordTable,
  uuid: string,
  { version, check }: ChangeOptions,
) =>
  changeRecord(
    deps,
    actor,
    { table, uuid, check },
    () => 'Os clientes já veem.',
    (work) => deps.publication.publishRecord(work, table, uuid, version),
  );

export const unpublishRecord = (
  deps: ChangeDeps,
  actor: Actor,
  table: RecordTable,
  uuid: string,
  version: number | undefined,
) =>
  changeRecord(
    deps,
    actor,
    { table, uuid },
    () => SEEN_BY_STAFF,
    (work) => deps.publication.unpublishRecord(work, table, uuid, version),
  );

export const restoreRecord = (
  deps: ChangeDeps,
  actor: Actor,
  table: RecordTable,
  uuid: string,
  { check }: ChangeOptions,
) =>
  changeRecord(
    deps,
    actor,
    { table, uuid, check },
    ({ standing }) => (standing === null ? 'Está no site, como antes.' : 'Está na lista. Só a equipe vê.'),
    (work) => deps.publication.restore(work, table, uuid),
  );

const ONE_ONLY = 'Deste só pode existir um. Edite o que existe.';
/** Longest title to which « (cópia)» is appended: a longer one may exceed its field. */
const SHORT_TITLE = 50;

export async function duplicateRecord(deps: ChangeDeps, actor: Actor, table: RecordTable, uuid: string) {
  const known = resourceOf(table);
  if (!known || known.unique || known.kept === 'single') throw new Failure('conflict', ONE_ONLY);
  const copy = (content: Content) => ({
    ...content,
    ...renamed(known.title, content),
    // A copy is no automatic daily booklet.
    ...('demo' in content && { demo: 0 }),
  });
  return changeRecord(
    deps,
    actor,
    { table, uuid },
    () => 'É um rascunho: só a equipe vê até alguém publicar.',
    (work) => deps.publication.duplicate(work, table, uuid, copy),
  );
}

function renamed(column: string | undefined, content: Content): Content {
  const title = column && content[column];
  const isName = column === 'name' || column === 'title';
  return isName && typeof title === 'string' && title.length <= SHORT_TITLE
    ? { [column]: `${title} (cópia)` }
    : {};
}
/**
 * Applies an action to many records in one transaction, so that an outage changes none of them. A record that
 * rejects the action does not affect the others.
 */
export async function applyBulkAction(
  { write, publication, db }: ChangeDeps,
  actor: Actor,
  table: RecordTable,
  action: BulkAction,
  { uuids, check }: { uuids: string[] } & ChangeOptions,
) {
  const change = {
    publish: publication.publishRecord,
    withdraw: publication.unpublishRecord,
    delete: publication.moveToTrash,
    restore: publication.restore,
  }[action];
  const { done, refusals, note, warning } = await write(actor, async (work) => {
    const judging = judgeOf(work, table);
    const done: string[] = [];
    const refusals: { uuid: string; message: string }[] = [];
    // Records are restored in reverse order of deletion, so that each finds its position.
    for (const uuid of action === 'restore' ? uuids.toReversed() : uuids) {
      try {
        await judging.change(uuid, () => withSavepoint(work, async (part) => change(part, table, uuid)));
        done.push(uuid);
      } catch (error) {
        const { code, message } = toFailure(error);
        if (code === 'unavailable' || code === 'internal') throw error;
        refusals.push({ uuid, message });
      }
      await yieldIfLong();
    }
    if (done.length === 0 && refusals[0]) throw new Failure('conflict', refusals[0].message);
    const warning = await judging.warning(check);
    return { done, refusals, note: referencesText(work.trx), warning };
  });
  const refused = await Promise.all(
    refusals.map(async (one) => ({ ...one, title: await titleNow(db, table, one.uuid) })),
  );
  const message = [BULK_MESSAGES[action](done.length), note].filter(Boolean).join(' ');
  return { data: { message, ...(note && { note }), ...(warning && { warning }), uuids: done, refused } };
}

async function titleNow(db: Deps['db'], table: RecordTable, uuid: string): Promise<string | null> {
  const row = await db
    .selectFrom(table as 'banners')
    .selectAll()
    .where('uuid', '=', uuid)
    .executeTakeFirst();
  return titleOf(resourceOf(table), row as Content | undefined);
}
