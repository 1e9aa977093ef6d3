import type { z } from 'zod';
import type { CallApi, CallInput } from '../../shared/caller.ts';
import type { Endpoint, ResponseBody } from '../../shared/endpoint.ts';
import { Failure, type FieldErrors } from '../../shared/failure.ts';
import { type Need, publishPermission } from '../../shared/permissions.ts';
import { planFields } from '../../shared/publicationPlan.ts';
import { PASSWORD_CHANGE_REQUIRED } from '../../shared/text/texts.ts';
import { API_TOKEN_LIMITS } from '../../shared/tokenLimits.ts';
import type { Actor } from '../database/write.ts';
import type { Deps } from '../deps.ts';
import type { ReceivedFile } from '../files/receive.ts';
import { withStagedFiles } from '../files/staged.ts';
import { Batches } from '../processes/batches.ts';
import type { PublicationPlan } from '../publication.ts';
import { type Caller, canCall, isPermitted, isPerson, isRequestWithinBranches } from '../security/access.ts';
import { callerKey, type RateLimitRule, type RateLimits } from '../security/rateLimits.ts';
import { isToken } from '../security/secrets.ts';
import type { PageKey } from './cache/pageKey.ts';
import { invalidFields, toFailure } from './failures.ts';
import { discardAll, emptyContent, parseContent } from './multipart.ts';
import { withPublicationFields } from './publicationFields.ts';
import { encodeResponse } from './responseFields.ts';
import { HandlerResponse, type Route } from './route.ts';

/** A caller that passed authorization. */
export interface AuthorizedCaller {
  actor: Actor | null;
  ip: string;
  agent: string;
  /** The device id that the browser sends (`deviceOf`); empty without one. */
  device: string;
  origin: string;
  /** Returns the signal of the call's request; absent for calls within the process. */
  signal?: () => AbortSignal;
}

/** Parsed parameters and query of a call's address. */
export interface ParsedAddress {
  params: unknown;
  query: unknown;
}

/** Body of a call: fields as they were sent, and received files. */
export interface CallContent {
  fields: object;
  files: Record<string, ReceivedFile[]>;
}

/** Result of a call, encoded as its endpoint declares. */
export interface CallResult {
  status: number;
  /** Null for a response without a body. */
  body: unknown;
  /** The batches of a list that is streamed; `body` is null then. */
  batches?: Batches<unknown>;
  /** Change of the browser's page key: a new one, null to clear, undefined to leave. For browsers only. */
  pageKey?: PageKey | null | undefined;
}

type PipelineDeps = Pick<
  Deps,
  | 'authenticate'
  | 'db'
  | 'permissionFailure'
  | 'recordRefusal'
  | 'confirmation'
  | 'limits'
  | 'receiver'
  | 'publication'
  | 'diskSpace'
  | 'clock'
>;

/**
 * Runs a call through the whole request pipeline, the only way to a handler: authorize, parse, execute,
 * encode. HTTP routes call the steps one by one, because they read the body in between.
 */
export async function runCall(
  deps: PipelineDeps,
  route: Route,
  call: { params?: unknown; query?: unknown; body?: unknown },
  caller: Caller,
): Promise<CallResult> {
  const authorized = await authorize(deps, route, caller);
  const address = parseAddress(route.endpoint, call);
  const content = contentWithoutFiles(route.endpoint, call.body);
  const { batches, ...result } = await executeCall(deps, route, authorized, address, content);
  return batches ? { ...result, body: { data: await batches.toArray() } } : result;
}

/** Authorizes a call by its caller alone, before anything is read, and counts it towards its limits. */
export async function authorize(
  deps: PipelineDeps,
  { endpoint, limit }: Route,
  caller: Caller,
): Promise<AuthorizedCaller> {
  const { method, needs, path } = endpoint;
  // The server itself has no address to count by, and must not change anything.
  if (caller.kind === 'server' && (limit || method !== 'GET')) throw new Failure('forbidden');
  const ip = caller.kind === 'server' ? '' : caller.ip;
  const actor = needs ? await actorOf(deps, caller, endpoint) : null;
  // One step at a time: the generated password is replaced before two-factor authentication is set up.
  if (actor?.mustChangePassword) {
    if (!endpoint.beforeOwnPassword) throw ownPasswordFirst();
  } else if (actor?.lacksSecondFactor && !endpoint.beforeFactor) throw lacksFactor();
  if (!canCall(actor, endpoint))
    throw actor ? await recordRefusal(deps, needs, { actor, ip }) : new Failure('unauthenticated');
  if (method !== 'GET' && !endpoint.keepsNothing)
    await deps.diskSpace.ensure(method === 'DELETE' || endpoint.erases ? 'erasure' : 'record');
  if (limit)
    await deps.limits
      .consume(path, callerKey(ip), limit)
      .catch(recordLimit(deps, { ip, what: path, ...(actor && { actor }) }));
  const { agent = '', device = '', origin = '' } = caller.kind === 'visitor' ? caller : {};
  return { actor, ip, agent, device, origin };
}

/** Returns the use that `authorize` counted, for a call whose body never arrived completely. */
export async function refundUse(
  { limits }: Pick<PipelineDeps, 'limits'>,
  { endpoint, limit }: Route,
  { ip }: AuthorizedCaller,
): Promise<void> {
  if (limit) await limits.giveBack(endpoint.path, callerKey(ip));
}

const ownPasswordFirst = () =>
  new Failure('forbidden', PASSWORD_CHANGE_REQUIRED, { extra: { change_password: true } });

/** The flag leads browsers to the setup of two-factor authentication. */
const lacksFactor = () =>
  new Failure(
    'forbidden',
    'O seu papel pede a verificação em duas etapas. Ligue-a no seu perfil para continuar.',
    { extra: { lacks_second_factor: true } },
  );

/** Records a missing permission in the audit trail and returns the failure. */
async function recordRefusal(
  deps: Pick<PipelineDeps, 'permissionFailure' | 'recordRefusal'>,
  need: Need | undefined,
  { actor, ip }: { actor: Actor; ip: string },
): Promise<Failure> {
  await deps.recordRefusal('forbidden', { ip, actor, what: need ?? 'other branches' });
  return deps.permissionFailure(need, actor);
}

/** Records a reached limit. */
const recordLimit =
  (deps: Pick<PipelineDeps, 'recordRefusal'>, about: Parameters<PipelineDeps['recordRefusal']>[1]) =>
  async (error: unknown): Promise<never> => {
    if (error instanceof Failure && error.code === 'too_many') await deps.recordRefusal('limit', about);
    throw error;
  };

async function actorOf(
  deps: PipelineDeps,
  caller: Caller,
  { method, path }: Pick<Endpoint, 'method' | 'path'>,
): Promise<Actor | null> {
  if (caller.kind === 'person') return caller.actor;
  if (caller.kind !== 'visitor' || !caller.token) return null;
  const { ip, token, agent = '' } = caller;
  const actor = await deps.authenticate(token, { ip, agent });
  if (!actor && isToken(token)) await deps.recordRefusal('session_refused', { ip });
  if (actor && !isPerson(actor))
    await countTokenCall(deps.limits, actor, method).catch(recordLimit(deps, { ip, actor, what: path }));
  return actor;
}

/** Counts a call by its API token, from whatever address, before permissions are checked. */
async function countTokenCall(
  limits: RateLimits,
  { uuid }: Actor,
  method: Endpoint['method'],
): Promise<void> {
  const { calls, writes } = API_TOKEN_LIMITS;
  await consumeTokenLimit(limits, 'token calls', uuid, calls, 'chamadas');
  if (method !== 'GET') await consumeTokenLimit(limits, 'token writes', uuid, writes, 'mudanças');
}

async function consumeTokenLimit(
  limits: RateLimits,
  name: string,
  key: string,
  rule: RateLimitRule,
  what: string,
): Promise<void> {
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

/** Parses the address before the body is received. Throws 404 for parameters and 422 for the query. */
export function parseAddress(
  { params, query }: Endpoint,
  call: { params?: unknown; query?: unknown },
): ParsedAddress {
  return {
    params: params && parse(params, call.params ?? {}, () => new Failure('not_found')),
    query: query && parse(query, call.query ?? {}, invalidInput),
  };
}

/**
 * Executes an authorized and parsed call. Publishes due changes first, as far as that is quick. Discards
 * files that the handler did not store, even after a failure.
 */
export async function executeCall(
  deps: Pick<
    PipelineDeps,
    'db' | 'receiver' | 'permissionFailure' | 'recordRefusal' | 'confirmation' | 'publication' | 'clock'
  >,
  route: Route,
  authorized: AuthorizedCaller,
  address: ParsedAddress,
  content: CallContent,
): Promise<CallResult> {
  const { endpoint, handler } = route;
  try {
    await deps.publication.publishDueChangesForRead();
    const plan = endpoint.planned ? readPlan(endpoint, authorized, content, deps.clock.now()) : null;
    await ensureAllowed(deps, endpoint, authorized, address, content, plan);
    const body = await readContent(deps, endpoint, content);
    await ensureConfirmed(deps, route, authorized, address, body, content);
    const result = await withStagedFiles<unknown>(async () =>
      handler({ ...authorized, ...address, body, files: content.files, plan }),
    );
    return encodeResult(
      endpoint,
      await withPublicationFields(deps.publication, endpoint, address.query, result),
      address.query,
    );
  } finally {
    await discardAll(content.files, deps.receiver);
  }
}

/** Checks permissions that depend on the body: for the affected records, and for publishing. */
async function ensureAllowed(
  deps: Pick<PipelineDeps, 'db' | 'permissionFailure' | 'recordRefusal'>,
  endpoint: Endpoint,
  { actor, ip }: AuthorizedCaller,
  { params }: ParsedAddress,
  { fields }: CallContent,
  plan: PublicationPlan | null,
): Promise<void> {
  if (!actor || !endpoint.needs) return;
  const shows = plan && (plan.from !== null || typeof plan.until === 'number');
  for (const need of [
    shows ? publishPermission(endpoint.needs) : undefined,
    endpoint.needsFor?.(fields as Record<string, unknown>),
  ])
    if (!isPermitted(actor, need)) throw await recordRefusal(deps, need, { actor, ip });
  if (!(await isRequestWithinBranches(deps.db, actor, endpoint, params, fields)))
    throw await recordRefusal(deps, undefined, { actor, ip });
}

const NEEDS_PERSON =
  'Isto pede a senha ou a segunda etapa de quem faz, e um token não tem nenhuma delas: entre na retaguarda.';

/** Requires step-up confirmation. Runs last before the handler, because it spends a code or a passkey. */
async function ensureConfirmed(
  { confirmation }: Pick<PipelineDeps, 'confirmation'>,
  { endpoint, confirmsWhen }: Route,
  { actor, ip, origin }: AuthorizedCaller,
  { params }: ParsedAddress,
  body: unknown,
  { fields }: CallContent,
): Promise<void> {
  if (!endpoint.confirms) return;
  if (!actor) throw new Failure('unauthenticated');
  if (confirmsWhen && !(await confirmsWhen({ actor, params, body }))) return;
  if (!isPerson(actor)) throw new Failure('forbidden', NEEDS_PERSON);
  await confirmation.ensure(actor, parse(confirmation.fields, fields, invalidInput) as object, {
    ip,
    origin,
  });
}

/** Parses a call for a preview, as its handler would get it. `replaces` is the id of a pending change. */
export async function parseCallForPreview(
  deps: Pick<PipelineDeps, 'db' | 'receiver' | 'permissionFailure' | 'recordRefusal'>,
  { endpoint }: Route,
  authorized: AuthorizedCaller,
  address: ParsedAddress,
  content: CallContent,
): Promise<{
  call: { params: unknown; body: unknown; files: CallContent['files'] };
  replaces: number | null;
}> {
  await ensureAllowed(deps, endpoint, authorized, address, content, null);
  const { replaces } = (endpoint.planned ? parse(planFields, content.fields, invalidInput) : {}) as {
    replaces?: number;
  };
  const body = await readContent(deps, endpoint, content);
  return { call: { params: address.params, body, files: content.files }, replaces: replaces ?? null };
}

/** Reads when a save is to be published. An instant in the past means now. */
function readPlan(
  { table }: Endpoint,
  { actor }: AuthorizedCaller,
  { fields }: CallContent,
  now: number,
): PublicationPlan {
  const { publish_at, withdraw_at, replaces } = parse(planFields, fields, invalidInput) as z.output<
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

function readContent(
  { receiver }: Pick<PipelineDeps, 'receiver'>,
  { body }: Endpoint,
  content: CallContent,
): unknown {
  if (body?.type === 'multipart') return parseContent(body, content, receiver);
  return body && parse(body.schema, content.fields, invalidInput);
}

/**
 * Returns the content of a call without files. JSON other than an object has no fields, so that each missing
 * field is reported by name.
 */
export function contentWithoutFiles({ body }: Endpoint, fields: unknown): CallContent {
  const isObject = typeof fields === 'object' && fields !== null && !Array.isArray(fields);
  return {
    files: body?.type === 'multipart' ? emptyContent(body).files : {},
    fields: isObject ? fields : {},
  };
}

function parse(schema: z.ZodType, value: unknown, refuse: (error: z.ZodError) => Failure): unknown {
  const result = schema.safeParse(value);
  if (!result.success) throw refuse(result.error);
  return result.data;
}

/** Returns a 422 with the messages by field. A message about a list repeats for each of its items. */
function invalidInput({ issues }: z.ZodError): Failure {
  const fields: FieldErrors = {};
  for (const { path, message } of issues) {
    const field = String(path[0] ?? '');
    fields[field] = [...(fields[field] ?? []), message];
  }
  return invalidFields(fields);
}

/** Encodes a handler's result: null as 204, an `HandlerResponse` by its status, else the first declared status. */
function encodeResult(endpoint: Endpoint, result: unknown, query: unknown): CallResult {
  const { answers, path } = endpoint;
  if (result === null) return { status: 204, body: null };
  const [first] = Object.entries(answers).find(([, schema]) => schema !== null) ?? ['200'];
  const { status, body, pageKey } =
    result instanceof HandlerResponse ? result : { status: Number(first), body: result, pageKey: undefined };
  if (body === null) return { status, body, pageKey };
  const schema = answers[status as 200];
  if (!schema) throw new Error(`${path} declares no response with status ${status}`);
  const list = (body as { data?: unknown }).data;
  if (list instanceof Batches) {
    const encode = (data: unknown[]) => (encodeResponse(schema, { data }, query) as { data: unknown[] }).data;
    return { status, body: null, batches: list.map(encode), pageKey };
  }
  return { status, body: encodeResponse(schema, body, query), pageKey };
}

/** Returns the API of this process without HTTP, for calls in the name of `caller`. */
export function createInProcessApi(deps: PipelineDeps, routes: Route[]): (caller: Caller) => CallApi {
  const byEndpoint = new Map(
    routes.map((route) => [`${route.endpoint.method} ${route.endpoint.path}`, route]),
  );
  return (caller) =>
    async <E extends Endpoint>(endpoint: E, input?: CallInput<E>) => {
      try {
        const route = byEndpoint.get(`${endpoint.method} ${endpoint.path}`);
        if (!route) throw new Failure('not_found');
        return (await runCall(deps, route, input ?? {}, caller)).body as ResponseBody<E>;
      } catch (error) {
        throw toFailure(error);
      }
    };
}
