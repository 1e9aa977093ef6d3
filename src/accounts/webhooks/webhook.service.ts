import { randomUUID } from 'node:crypto';
import type { Actor, Work } from '../../platform/database/write.ts';
import type { Deps } from '../../platform/deps.ts';
import { mayBePublic } from '../../platform/security/outgoing.ts';
import { ensureVisibleNames } from '../../platform/security/visibleNames.ts';
import { searchText, selectList } from '../../records/server/lists/list.ts';
import { declareFoldedColumns } from '../../records/server/lists/refold.ts';
import { isNotDeleted, isPublished } from '../../records/server/publication/visibility.ts';
import { ensureCurrent, findRecord, type Row } from '../../records/server/store/records.ts';
import { Failure, invalidField } from '../../shared/failure.ts';
import { COUNT_LIMIT, type ListQuery, PAGE_SIZE } from '../../shared/list.ts';
import { parseStored } from '../../shared/storedJson.ts';
import { type NotifyDeps, notifyAdministrators } from '../users/administrators.ts';
import {
  DELIVERY_PROBLEMS,
  type DeliveryState,
  WEBHOOK_EVENTS,
  WEBHOOK_RESOURCES,
  type Webhook,
  type WebhookDelivery,
  type WebhookInput,
} from './webhook.contract.ts';
import { cancelWaitingDeliveries, enqueueSending } from './webhook.delivery.ts';
import { queueTest } from './webhook.events.ts';
import { skipPastEvents } from './webhook.schedule.ts';
import { webhookScreens } from './webhook.screens.ts';
import { newSecret, sealSecret } from './webhook.secret.ts';
import './webhook.tables.ts';

type WriteDeps = Pick<Deps, 'write'>;

declareFoldedColumns('webhooks', { derive: foldedColumns });

const GONE = 'Este webhook não existe mais.';
const DELIVERY_GONE = 'Este envio não está mais no registro.';
const IS_OFF = 'Este webhook está desligado. Ligue-o antes de enviar.';
const WAITS_ALREADY = 'Este aviso já está na fila.';
/** Most webhooks: each makes every save a little slower. */
const MAX_WEBHOOKS = 20;

export async function listWebhooks({ db }: Pick<Deps, 'db'>, query: ListQuery) {
  const base = db.selectFrom('webhooks').selectAll().where(isNotDeleted('webhooks'));
  return selectList(
    db,
    base,
    query,
    { table: 'webhooks', search: 'search', sortable: { name: 'name_key' }, order: 'name_key', id: 'id' },
    (rows) => rows.map(present),
  );
}

export async function findWebhook({ db }: Pick<Deps, 'db'>, uuid: string): Promise<Webhook> {
  return present(await findRecord(db, 'webhooks', uuid, GONE));
}

const present = (row: Row<'webhooks'>): Webhook => ({
  uuid: row.uuid,
  name: row.name,
  address: row.address,
  resources: known(WEBHOOK_RESOURCES, parseStored<string[]>(row.resources, [])),
  events: known(WEBHOOK_EVENTS, parseStored<string[]>(row.events, [])),
  enabled: row.enabled === 1,
  off_reason: row.off_reason,
  version: row.version,
  created_at: row.created_at,
  updated_at: row.updated_at,
});

/** Returns the known names in canonical order, without duplicates. Names of another release are ignored. */
const known = (all: object, chosen: readonly string[]) =>
  Object.keys(all).filter((one) => chosen.includes(one));

function foldedColumns({ name, address }: Pick<WebhookInput, 'name' | 'address'>) {
  return { name_key: searchText(name), search: searchText(name, URL.parse(address)?.hostname) };
}

function valuesOf({ name, address, resources, events, enabled }: WebhookInput) {
  if (!mayBePublic(address)) throw invalidField('address', DELIVERY_PROBLEMS.refused_address ?? '');
  return {
    name,
    ...foldedColumns({ name, address }),
    address,
    resources: JSON.stringify(known(WEBHOOK_RESOURCES, resources)),
    events: JSON.stringify(known(WEBHOOK_EVENTS, events)),
    enabled: Number(enabled),
  };
}

const hostOf = ({ address }: Pick<WebhookInput, 'address'>) => new URL(address).host;

/** Audits only the host of the address: the path and query may contain a secret of the receiver. */
const audited = ({ name, address, resources, events, enabled }: Omit<WebhookInput, 'version'>) => ({
  name,
  host: hostOf({ address }),
  resources,
  events,
  enabled,
});

export async function storeWebhook(
  deps: Pick<Deps, 'write' | 'keys'> & NotifyDeps,
  actor: Actor,
  input: WebhookInput,
) {
  const values = valuesOf(input);
  const [uuid, secret] = [randomUUID() as string, newSecret()];
  await change(deps, actor, async (work) => {
    const { trx, now, audit } = work;
    const { count } = await trx
      .selectFrom('webhooks')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where(isPublished('webhooks'))
      .executeTakeFirstOrThrow();
    if (Number(count) >= MAX_WEBHOOKS)
      throw new Failure(
        'conflict',
        `Já existem ${MAX_WEBHOOKS} webhooks. Exclua um que não serve mais antes.`,
      );
    ensureVisibleNames(values, null);
    if (input.enabled) await skipPastEvents(work);
    await trx
      .insertInto('webhooks')
      .values({
        ...values,
        uuid,
        secret: sealSecret(deps.keys, secret),
        user_id: actor.id,
        off_reason: null,
        created_at: now,
        updated_at: now,
      })
      .execute();
    await notifyAdministrators(deps, work, {
      text: `criou o webhook «${input.name}», que avisa ${hostOf(input)} do que muda no site,`,
      path: webhookScreens.at.show({ uuid }),
    });
    await audit({ action: 'create', entity: 'webhooks', uuid, after: audited(input) });
  });
  return { message: 'Guarde o segredo agora: ele não aparece de novo.', uuid, version: 1, secret };
}

/** Returns whether a save changes the address of a webhook. */
export async function changesWebhookAddress({ db }: Pick<Deps, 'db'>, uuid: string, input: WebhookInput) {
  valuesOf(input);
  const before = await findRecord(db, 'webhooks', uuid, GONE);
  await ensureCurrent(db, 'webhooks', before, input.version);
  return before.address !== input.address;
}

export async function updateWebhook(
  deps: WriteDeps & NotifyDeps,
  actor: Actor,
  uuid: string,
  input: WebhookInput,
) {
  const values = valuesOf(input);
  const version = await change(deps, actor, async (work) => {
    const { trx, now, audit } = work;
    const before = await findRecord(trx, 'webhooks', uuid, GONE);
    await ensureCurrent(trx, 'webhooks', before, input.version);
    ensureVisibleNames(values, before);
    const version = before.version + 1;
    const isSwitchedOn = input.enabled && before.enabled === 0;
    if (isSwitchedOn) await skipPastEvents(work);
    await trx
      .updateTable('webhooks')
      .set({
        ...values,
        version,
        updated_at: now,
        ...(isSwitchedOn && { off_reason: null, given_up: 0 }),
      })
      .where('id', '=', before.id)
      .execute();
    if (!input.enabled) await cancelWaitingDeliveries(trx, before.id);
    if (before.address !== input.address)
      await notifyAdministrators(deps, work, {
        text: `mudou o endereço do webhook «${input.name}», que agora avisa ${hostOf(input)},`,
        path: webhookScreens.at.show({ uuid }),
      });
    await audit({
      action: 'update',
      entity: 'webhooks',
      uuid,
      before: audited(present(before)),
      after: audited(input),
    });
    return version;
  });
  const message = input.enabled
    ? 'Vale a partir de agora.'
    : 'Ele está desligado: nada mais é enviado, nem o que estava na fila.';
  return { message, uuid, version };
}

/** Also deletes the log of its deliveries. */
export async function destroyWebhook(deps: WriteDeps, actor: Actor, uuid: string) {
  await change(deps, actor, async ({ trx, now, audit }) => {
    const before = await findRecord(trx, 'webhooks', uuid, GONE);
    await trx
      .updateTable('webhooks')
      .set({ secret: '', enabled: 0, deleted_at: now, updated_at: now, version: before.version + 1 })
      .where('id', '=', before.id)
      .execute();
    await trx.deleteFrom('webhook_deliveries').where('webhook_id', '=', before.id).execute();
    await audit({ action: 'delete', entity: 'webhooks', uuid, before: audited(present(before)) });
  });
  return { message: 'Nada mais é enviado para ele.' };
}

export async function renewSecret(
  deps: Pick<Deps, 'write' | 'keys'> & NotifyDeps,
  actor: Actor,
  uuid: string,
) {
  const secret = newSecret();
  const version = await change(deps, actor, async (work) => {
    const { trx, now, audit } = work;
    const before = await findRecord(trx, 'webhooks', uuid, GONE);
    await trx
      .updateTable('webhooks')
      .set({ secret: sealSecret(deps.keys, secret), updated_at: now })
      .where('id', '=', before.id)
      .execute();
    await notifyAdministrators(deps, work, {
      text: `fez um segredo novo para o webhook «${before.name}»`,
      path: webhookScreens.at.show({ uuid }),
    });
    await audit({ action: 'renew_secret', entity: 'webhooks', uuid });
    return before.version;
  });
  return { message: 'O segredo de antes deixou de valer.', uuid, version, secret };
}

export async function testWebhook(deps: Pick<Deps, 'write' | 'jobs'>, actor: Actor, uuid: string) {
  await change(deps, actor, async (work) => {
    const webhook = await findRecord(work.trx, 'webhooks', uuid, GONE);
    if (webhook.enabled === 0) throw new Failure('conflict', IS_OFF);
    await queueTest(deps, work, webhook);
    await work.audit({ action: 'test', entity: 'webhooks', uuid });
  });
  return { message: 'Veja abaixo o que o outro sistema responder.' };
}

interface DeliveryQuery {
  page: number;
  state?: DeliveryState | undefined;
}

/** Lists the deliveries of a webhook, newest first. */
export async function listDeliveries({ db }: Pick<Deps, 'db'>, uuid: string, { page, state }: DeliveryQuery) {
  const { id } = await findRecord(db, 'webhooks', uuid, GONE);
  const all = db
    .selectFrom('webhook_deliveries')
    .where('webhook_id', '=', id)
    .$if(state !== undefined, (query) => query.where('state', '=', state as DeliveryState));
  const rows = await all
    .selectAll()
    .orderBy('id', 'desc')
    .limit(PAGE_SIZE)
    .offset((page - 1) * PAGE_SIZE)
    .execute();
  const { total } = await db
    .selectFrom(all.select('id').limit(COUNT_LIMIT).as('counted'))
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return { data: rows as WebhookDelivery[], meta: { page, per_page: PAGE_SIZE, total: Number(total) } };
}

/** Queues a delivery again with the same id, so that the receiver recognizes a duplicate. */
export async function resendDelivery(deps: Pick<Deps, 'write' | 'jobs'>, actor: Actor, uuid: string) {
  await change(deps, actor, async (work) => {
    const { trx, now } = work;
    const found = await trx
      .selectFrom('webhook_deliveries')
      .innerJoin('webhooks', 'webhooks.id', 'webhook_deliveries.webhook_id')
      .select(['webhook_deliveries.id', 'webhook_id', 'state', 'enabled', 'webhooks.uuid as of'])
      .where('webhook_deliveries.uuid', '=', uuid)
      .where(isPublished('webhooks'))
      .executeTakeFirst();
    if (!found) throw new Failure('not_found', DELIVERY_GONE);
    if (found.enabled === 0) throw new Failure('conflict', IS_OFF);
    const { numUpdatedRows } = await trx
      .updateTable('webhook_deliveries')
      .set({ state: 'waiting', aside: 1, attempts: 0, asked_at: now, next_at: now })
      .where('id', '=', found.id)
      .where('state', '<>', 'waiting')
      .executeTakeFirst();
    if (numUpdatedRows === 0n) throw new Failure('conflict', WAITS_ALREADY);
    await enqueueSending(deps.jobs, work, found.webhook_id);
    await work.audit({ action: 'resend', entity: 'webhooks', uuid: found.of });
  });
  return { message: 'Veja abaixo o que o outro sistema responder.' };
}

/** Writes without a new content revision: webhooks do not show on the site. */
const change = <T>({ write }: WriteDeps, actor: Actor, work: (work: Work) => Promise<T>): Promise<T> =>
  write(actor, work, { content: false });
