import type { z } from 'zod';
import type { CallApi } from '../../contract/caller.ts';
import type { Endpoint } from '../../contract/endpoint.ts';
import { Failure, type FieldErrors } from '../../contract/failure.ts';
import { MACHINE_LIMITS } from '../../contract/machines.ts';
import { type Need, toPublish } from '../../contract/needs.ts';
import { planFields } from '../../contract/plan.ts';
import { OWN_PASSWORD_FIRST } from '../../contract/texts.ts';
import { areTheirs, type Caller, isPerson, may, mayCall } from '../access.ts';
import type { Actor } from '../database/write.ts';
import type { Deps } from '../deps.ts';
import type { ReceivedFile } from '../files/receive.ts';
import { discardingStaged } from '../files/staged.ts';
import { callerKey, type Limits, type Rule } from '../limits.ts';
import { Pieces } from '../pieces.ts';
import { type Plan, planned } from '../plan.ts';
import { isToken } from '../secrets.ts';
import { invalidFields, toFailure } from './failures.ts';
import { encodeAnswer } from './fields.ts';
import { discardAll, noContent, parseContent } from './multipart.ts';
import type { PageKey } from './pageKey.ts';
import { Answer, type Route } from './route.ts';
import { withStanding } from './standing.ts';

/** A caller who may call. */
export interface Admitted {
  actor: Actor | null;
  ip: string;
  agent: string;
  /** The secret that the browser keeps of itself (`deviceOf`); empty where it brings none. */
  device: string;
  origin: string;
  /** Returns the signal of the request that brought the call; absent for calls within the process. */
  signal?: () => AbortSignal;
}

/** What a call says in its address, checked. */
export interface Asked {
  params: unknown;
  query: unknown;
}

/** What a call brings: fields as they were sent, and files that were received. */
export interface Content {
  fields: object;
  files: Record<string, ReceivedFile[]>;
}

export interface Answered {
  status: number;
  /** As the endpoint declares it, and nothing else; null for an answer without a body. */
  body: unknown;
  /** The list of an answer that is nothing else, where it comes in pieces; there is no `body` then. */
  pieces?: Pieces<unknown>;
  /** What becomes of the browser's page key; only an answer to a browser can bring it. */
  pageKey?: PageKey | null | undefined;
}

type Door = Pick<
  Deps,
  | 'authenticate'
  | 'db'
  | 'refusal'
  | 'noteRefused'
  | 'confirmation'
  | 'limits'
  | 'receiver'
  | 'publication'
  | 'space'
  | 'clock'
>;

/**
 * The only way to a handler: what the caller may, how often, what the call says, what the handler makes of it, and
 * of that what the endpoint declares. Who reads a body in between calls the steps one by one.
 */
export async function perform(
  deps: Door,
  route: Route,
  call: { params?: unknown; query?: unknown; body?: unknown },
  caller: Caller,
): Promise<Answered> {
  const admitted = await admit(deps, route, caller);
  const asked = readAddress(route.endpoint, call);
  const content = contentOf(route.endpoint, call.body);
  const { pieces, ...answered } = await complete(deps, route, admitted, asked, content);
  return pieces ? { ...answered, body: { data: await pieces.all() } } : answered;
}

/** Needs nothing of the call but its caller, so that nothing has to be read for whoever is refused. */
export async function admit(deps: Door, { endpoint, limit }: Route, caller: Caller): Promise<Admitted> {
  const { method, needs, path } = endpoint;
  // Without an address nobody can be counted, and without anybody nothing may change.
  if (caller.kind === 'server' && (limit || method !== 'GET')) throw new Failure('forbidden');
  const ip = caller.kind === 'server' ? '' : caller.ip;
  const actor = needs ? await actorOf(deps, caller, endpoint) : null;
  // One after the other: what was printed is changed first.
  if (actor?.mustChangePassword) {
    if (!endpoint.beforeOwnPassword) throw ownPasswordFirst();
  } else if (actor?.lacksFactor && !endpoint.beforeFactor) throw lacksFactor();
  if (!mayCall(actor, endpoint))
    throw actor ? await refused(deps, needs, { actor, ip }) : new Failure('unauthenticated');
  if (method !== 'GET' && !endpoint.keepsNothing)
    await deps.space.need(method === 'DELETE' ? 'erasure' : 'record');
  if (limit)
    await deps.limits
      .consume(path, callerKey(ip), limit)
      .catch(reached(deps, { ip, what: path, ...(actor && { actor }) }));
  const { agent = '', device = '', origin = '' } = caller.kind === 'visitor' ? caller : {};
  return { actor, ip, agent, device, origin };
}

/** Gives the use back that `admit` counted, for a call whose body never came to its end. */
export async function giveBackUse(
  { limits }: Pick<Door, 'limits'>,
  { endpoint, limit }: Route,
  { ip }: Admitted,
): Promise<void> {
  if (limit) await limits.giveBack(endpoint.path, callerKey(ip));
}

const ownPasswordFirst = () =>
  new Failure('forbidden', OWN_PASSWORD_FIRST, { extra: { change_password: true } });

/** Leads browsers to where one is set up. */
const lacksFactor = () =>
  new Failure(
    'forbidden',
    'O seu papel pede a verificação em duas etapas. Ligue-a no seu perfil para continuar.',
    { extra: { lacks_second_factor: true } },
  );

/** What is refused for want of a right leaves an entry. */
async function refused(
  deps: Pick<Door, 'refusal' | 'noteRefused'>,
  need: Need | undefined,
  { actor, ip }: { actor: Actor; ip: string },
): Promise<Failure> {
  await deps.noteRefused('forbidden', { ip, actor, what: need ?? 'other branches' });
  return deps.refusal(need, actor);
}

/** So does a limit that was reached. */
const reached =
  (deps: Pick<Door, 'noteRefused'>, about: Parameters<Door['noteRefused']>[1]) =>
  async (error: unknown): Promise<never> => {
    if (error instanceof Failure && error.code === 'too_many') await deps.noteRefused('limit', about);
    throw error;
  };

async function actorOf(
  deps: Door,
  caller: Caller,
  { method, path }: Pick<Endpoint, 'method' | 'path'>,
): Promise<Actor | null> {
  if (caller.kind === 'person') return caller.actor;
  if (caller.kind !== 'visitor' || !caller.token) return null;
  const { ip, token, agent = '' } = caller;
  const actor = await deps.authenticate(token, { ip, agent });
  if (!actor && isToken(token)) await deps.noteRefused('session_refused', { ip });
  if (actor && !isPerson(actor))
    await countMachine(deps.limits, actor, method).catch(reached(deps, { ip, actor, what: path }));
  return actor;
}

/** Each token by itself, wherever it is used from, before it is asked what it may. */
async function countMachine(limits: Limits, { uuid }: Actor, method: Endpoint['method']): Promise<void> {
  const { calls, writes } = MACHINE_LIMITS;
  await countOf(limits, 'token calls', uuid, calls, 'chamadas');
  if (method !== 'GET') await countOf(limits, 'token writes', uuid, writes, 'mudanças');
}

async function countOf(limits: Limits, name: string, key: string, rule: Rule, what: string): Promise<void> {
  try {
    await limits.consume(name, key, rule);
  } catch (error) {
    if (!(error instanceof Failure) || error.code !== 'too_many') throw error;
    const { retryAfter = rule.seconds } = error;
    const seconds = Math.ceil(retryAfter);
    const text = `Este token já fez ${rule.points} ${what} neste minuto, o máximo. Espere ${seconds === 1 ? '1 segundo' : `${seconds} segundos`} e continue.`;
    throw new Failure('too_many', text, { retryAfter });
  }
}

/** Comes before the body is read: of an address that names nothing, nothing is received. */
export function readAddress({ params, query }: Endpoint, call: { params?: unknown; query?: unknown }): Asked {
  return {
    params: params && parsed(params, call.params ?? {}, () => new Failure('not_found')),
    query: query && parsed(query, call.query ?? {}, invalid),
  };
}

/**
 * Due changes are published first, as far as that takes a short time. The files of `content` that the handler did not keep are
 * gone afterwards, whatever happened.
 */
export async function complete(
  deps: Pick<Door, 'db' | 'receiver' | 'refusal' | 'noteRefused' | 'confirmation' | 'publication' | 'clock'>,
  route: Route,
  admitted: Admitted,
  asked: Asked,
  content: Content,
): Promise<Answered> {
  const { endpoint, handler } = route;
  try {
    await deps.publication.settle();
    const plan = endpoint.planned ? readPlan(endpoint, admitted, content, deps.clock.now()) : null;
    await ensureAllowed(deps, endpoint, admitted, asked, content, plan);
    const body = await readContent(deps, endpoint, content);
    await ensureConfirmed(deps, route, admitted, asked, body, content);
    const handle = () =>
      discardingStaged<unknown>(async () =>
        handler({ ...admitted, ...asked, body, files: content.files } as never),
      );
    const result = plan ? told(await planned(plan, handle), plan) : await handle();
    return encoded(
      endpoint,
      await withStanding(deps.publication, endpoint, asked.query, result),
      asked.query,
    );
  } finally {
    await discardAll(content.files, deps.receiver);
  }
}

/** What the door could not know before the call was read: what it is done to, and when it is to show. */
async function ensureAllowed(
  deps: Pick<Door, 'db' | 'refusal' | 'noteRefused'>,
  endpoint: Endpoint,
  { actor, ip }: Admitted,
  { params }: Asked,
  { fields }: Content,
  plan: Plan | null,
): Promise<void> {
  if (!actor || !endpoint.needs) return;
  const shows = plan && (plan.from !== null || typeof plan.until === 'number');
  for (const need of [
    shows ? toPublish(endpoint.needs) : undefined,
    endpoint.needsFor?.(fields as Record<string, unknown>),
  ])
    if (!may(actor, need)) throw await refused(deps, need, { actor, ip });
  if (!(await areTheirs(deps.db, actor, endpoint, params, fields)))
    throw await refused(deps, undefined, { actor, ip });
}

const NO_MACHINE =
  'Isto pede a senha ou a segunda etapa de quem faz, e um token não tem nenhuma delas: entre na retaguarda.';

/** Runs last before the handler, because it spends a code or a passkey: everything else must be known to be good. */
async function ensureConfirmed(
  { confirmation }: Pick<Door, 'confirmation'>,
  { endpoint, confirmsWhen }: Route,
  { actor, ip, origin }: Admitted,
  { params }: Asked,
  body: unknown,
  { fields }: Content,
): Promise<void> {
  if (!endpoint.confirms) return;
  if (!actor) throw new Failure('unauthenticated');
  if (confirmsWhen && !(await confirmsWhen({ actor, params, body } as never))) return;
  if (!isPerson(actor)) throw new Failure('forbidden', NO_MACHINE);
  await confirmation.ensure(actor, parsed(confirmation.fields, fields, invalid) as object, { ip, origin });
}

/** Checks a call that is only looked at, as far as its handler would get it. `replaces` names a pending change. */
export async function readCall(
  deps: Pick<Door, 'db' | 'receiver' | 'refusal' | 'noteRefused'>,
  { endpoint }: Route,
  admitted: Admitted,
  asked: Asked,
  content: Content,
): Promise<{ call: { params: unknown; body: unknown; files: Content['files'] }; replaces: number | null }> {
  await ensureAllowed(deps, endpoint, admitted, asked, content, null);
  const { replaces } = (endpoint.planned ? parsed(planFields, content.fields, invalid) : {}) as {
    replaces?: number;
  };
  const body = await readContent(deps, endpoint, content);
  return { call: { params: asked.params, body, files: content.files }, replaces: replaces ?? null };
}

/** A minute that has passed is now. */
function readPlan({ table }: Endpoint, { actor }: Admitted, { fields }: Content, now: number): Plan {
  const { publish_at, withdraw_at, replaces } = parsed(planFields, fields, invalid) as z.output<
    typeof planFields
  >;
  const at = publish_at && publish_at !== 'later' ? Date.parse(publish_at) : null;
  return {
    from: !publish_at || (at !== null && at <= now) ? 'now' : at,
    until: withdraw_at === undefined ? undefined : withdraw_at ? Date.parse(withdraw_at) : null,
    replaces: replaces ?? null,
    table,
    branches: actor ? actor.branches : [],
  };
}

const WAITS = {
  draft: 'Rascunho guardado: só a equipe vê.',
  change: 'Mudança guardada. O site continua como está até alguém publicar.',
  minute: 'Tudo guardado. Entra no site sozinho, na hora marcada.',
};

/** What was saved to wait is not what its service says of it. */
function told(result: unknown, { from, waits }: Plan): unknown {
  if (!waits) return result;
  const message = from !== null ? WAITS.minute : waits.isShown ? WAITS.change : WAITS.draft;
  const body = (result instanceof Answer ? result.body : result) as { data: { version?: number } };
  const { version } = body.data;
  const data = { ...body.data, message, ...(version !== undefined && { version: waits.version }) };
  return result instanceof Answer ? new Answer(result.status, { ...body, data }) : { ...body, data };
}

function readContent({ receiver }: Pick<Door, 'receiver'>, { body }: Endpoint, content: Content): unknown {
  if (body?.type === 'multipart') return parseContent(body, content, receiver);
  return body && parsed(body.schema, content.fields, invalid);
}

/** The content of a call without files. JSON that is no object has no fields: what is missing is then told by name. */
export function contentOf({ body }: Endpoint, fields: unknown): Content {
  const isObject = typeof fields === 'object' && fields !== null && !Array.isArray(fields);
  return {
    files: body?.type === 'multipart' ? noContent(body).files : {},
    fields: isObject ? fields : {},
  };
}

function parsed(schema: z.ZodType, value: unknown, refuse: (error: z.ZodError) => Failure): unknown {
  const result = schema.safeParse(value);
  if (!result.success) throw refuse(result.error);
  return result.data;
}

/** A message stands once for each item of a list that it is about. */
function invalid({ issues }: z.ZodError): Failure {
  const fields: FieldErrors = {};
  for (const { path, message } of issues) {
    const field = String(path[0] ?? '');
    fields[field] = [...(fields[field] ?? []), message];
  }
  return invalidFields(fields);
}

/** A body of `null` is 204; any other the endpoint's first declared answer, where the handler names none. */
function encoded(endpoint: Endpoint, result: unknown, query: unknown): Answered {
  const { answers, path } = endpoint;
  if (result === null) return { status: 204, body: null };
  const [first] = Object.entries(answers).find(([, schema]) => schema !== null) ?? ['200'];
  const { status, body, pageKey } =
    result instanceof Answer ? result : { status: Number(first), body: result, pageKey: undefined };
  if (body === null) return { status, body, pageKey };
  const schema = answers[status as 200];
  if (!schema) throw new Error(`${path} declares no answer ${status}`);
  const list = (body as { data?: unknown }).data;
  if (list instanceof Pieces) {
    const encode = (data: unknown[]) => (encodeAnswer(schema, { data }, query) as { data: unknown[] }).data;
    return { status, body: null, pieces: list.map(encode), pageKey };
  }
  return { status, body: encodeAnswer(schema, body, query), pageKey };
}

/** The API of this process without HTTP, as `caller`. */
export function createCalls(deps: Door, routes: Route[]): (caller: Caller) => CallApi {
  const byEndpoint = new Map(
    routes.map((route) => [`${route.endpoint.method} ${route.endpoint.path}`, route]),
  );
  return (caller) =>
    async (endpoint, input = {} as never) => {
      try {
        const route = byEndpoint.get(`${endpoint.method} ${endpoint.path}`);
        if (!route) throw new Failure('not_found');
        return (await perform(deps, route, input, caller)).body as never;
      } catch (error) {
        throw toFailure(error);
      }
    };
}
