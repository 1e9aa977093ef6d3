import type {
  BodyOutput,
  Endpoint,
  FilesOf,
  ParamsOf,
  QueryOutput,
  ResponseBody,
} from '../../shared/endpoint.ts';
import type { Need } from '../../shared/permissions.ts';
import type { Actor, SignedInUser } from '../database/write.ts';
import type { ReceivedFile } from '../files/receive.ts';
import type { Streamed } from '../processes/batches.ts';
import type { PlanMark, PublicationPlan } from '../publication.ts';
import type { RateLimitRule } from '../security/rateLimits.ts';
import type { PageKey } from './cache/pageKey.ts';

/** Null, or any `T` for `Endpoint` itself, which is known only at run time. */
type NullOr<T, E> = Endpoint extends E ? T | null : null;

/** The actor of a handler: a person for an endpoint that needs only a session, unless it allows tokens. */
type ActorOf<E extends Endpoint> = E extends { needs: 'signed-in' }
  ? E extends { machines: true }
    ? Actor
    : SignedInUser
  : E extends { needs: Need }
    ? Actor
    : NullOr<Actor, E>;

/** Input of a handler: checked parameters, query, body and files, and the caller. */
export interface HandlerInput<E extends Endpoint> {
  params: ParamsOf<E>;
  query: QueryOutput<E>;
  body: BodyOutput<E>;
  /** Received files by field, checked by content. They are temporary and deleted after the request. */
  files: {
    [F in keyof FilesOf<E>]: FilesOf<E>[F] extends { required: true; or?: undefined }
      ? [ReceivedFile, ...ReceivedFile[]]
      : ReceivedFile[];
  };
  actor: ActorOf<E>;
  /** When shoppers see the save of a planned endpoint; null for others. */
  plan: E extends { planned: true } ? PublicationPlan : NullOr<PublicationPlan, E>;
  /** Empty for calls within the process. */
  ip: string;
  /** The `User-Agent` of the browser, or empty. */
  agent: string;
  /** The device id that the browser sends, or empty. */
  device: string;
  /** The `Origin` of the request, or empty. */
  origin: string;
  /** Returns the request's signal, which aborts when the caller leaves; absent for calls in the process. */
  signal?: () => AbortSignal;
}

/** A response with its own status, where an endpoint declares several, or with a change of the page key. */
export class HandlerResponse<T> {
  readonly status: number;
  readonly body: T;
  /** A key to set; null clears the browser's key, undefined leaves it. */
  readonly pageKey: PageKey | null | undefined;
  constructor(status: number, body: T, pageKey?: PageKey | null) {
    this.status = status;
    this.body = body;
    this.pageKey = pageKey;
  }
}

/** Body of a handler's response. A planned endpoint can only return what followed the plan. */
type HandlerBody<E extends Endpoint> = ResponseBody<E> &
  (E extends { planned: true } ? { data: PlanMark } : unknown);

export type Handler<E extends Endpoint> = (
  call: HandlerInput<E>,
) => Promise<HandlerBody<E> | Streamed<HandlerBody<E>> | HandlerResponse<HandlerBody<E>>>;

/** The record engine adds the draft of a call by declaration merging. */
export interface RouteOptions<E extends Endpoint = Endpoint> {
  /** Limit of calls by address, counted before the body is read. */
  limit?: RateLimitRule;
  /**
   * Returns whether a call must be confirmed, for an endpoint that `confirms` only sometimes. Throws if the
   * call cannot succeed at all.
   */
  confirmsWhen?: (call: Pick<HandlerInput<E>, 'actor' | 'params' | 'body'>) => Promise<boolean>;
  /**
   * Serves `text/event-stream`: emits further responses after the handler's own, until the function that it
   * returns is called (`eventStreams.ts`).
   */
  follow?: EventSource<E>;
}

export type EventSource<E extends Endpoint> = (
  call: Pick<HandlerInput<E>, 'actor' | 'query' | 'params'>,
  emit: (answer: ResponseBody<E>) => void,
) => Promise<() => void>;

export interface Route extends RouteOptions {
  endpoint: Endpoint;
  handler: (call: HandlerInput<Endpoint>) => Promise<unknown>;
}

/**
 * Binds a handler to an endpoint. A result of `null` becomes a 204. Any other gets the endpoint's first
 * declared status, unless the handler returns an `HandlerResponse`.
 */
export function route<const E extends Endpoint>(
  endpoint: E,
  handler: Handler<E>,
  options: RouteOptions<E> = {},
): Route {
  if ((endpoint.confirms === 'sometimes') !== (options.confirmsWhen !== undefined))
    throw new Error(`${endpoint.path} does not declare when it needs confirmation`);
  return { ...(options as RouteOptions), endpoint, handler: handler as Route['handler'] };
}
