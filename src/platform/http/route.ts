import type {
  AnswerBody,
  BodyOutput,
  Endpoint,
  FilesOf,
  ParamsOf,
  QueryOutput,
} from '../../contract/endpoint.ts';
import type { Need } from '../../contract/needs.ts';
import type { FormDraft } from '../database/drafts.ts';
import type { Actor, Person } from '../database/write.ts';
import type { ReceivedFile } from '../files/receive.ts';
import type { Rule } from '../limits.ts';
import type { InPieces } from '../pieces.ts';
import type { PageKey } from './pageKey.ts';

/** The actor of a handler: a person for an endpoint that needs only a session, unless it allows tokens. */
type ActorOf<E extends Endpoint> = E extends { needs: 'signed-in' }
  ? E extends { machines: true }
    ? Actor
    : Person
  : E extends { needs: Need }
    ? Actor
    : null;

/** Input of a handler: checked parameters, query, body and files, and the caller. */
export interface Call<E extends Endpoint> {
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
export class Answer<T> {
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

export type Handler<E extends Endpoint> = (
  call: Call<E>,
) => Promise<AnswerBody<E> | InPieces<AnswerBody<E>> | Answer<AnswerBody<E>>>;

export interface RouteOptions<E extends Endpoint = Endpoint> {
  /** Computes the draft that the call would save, without writing. Previews show it. */
  draft?: (call: Pick<Call<E>, 'params' | 'body' | 'files'>) => Promise<FormDraft>;
  /** Limit of calls by address, counted before the body is read. */
  limit?: Rule;
  /**
   * Returns whether a call must be confirmed, for an endpoint that `confirms` only sometimes. Throws if the
   * call cannot succeed at all.
   */
  confirmsWhen?: (call: Pick<Call<E>, 'actor' | 'params' | 'body'>) => Promise<boolean>;
  /**
   * Serves `text/event-stream`: emits further responses after the handler's own, until the function that it
   * returns is called (`streams.ts`).
   */
  follow?: Follow<E>;
}

export type Follow<E extends Endpoint> = (
  call: Pick<Call<E>, 'actor' | 'query' | 'params'>,
  emit: (answer: AnswerBody<E>) => void,
) => Promise<() => void>;

export interface Route extends RouteOptions {
  endpoint: Endpoint;
  handler: (call: Call<Endpoint>) => Promise<unknown>;
}

/**
 * Binds a handler to an endpoint. A result of `null` becomes a 204. Any other gets the endpoint's first
 * declared status, unless the handler returns an `Answer`.
 */
export function route<const E extends Endpoint>(
  endpoint: E,
  handler: Handler<E>,
  options: RouteOptions<E> = {},
): Route {
  if ((endpoint.confirms === 'sometimes') !== (options.confirmsWhen !== undefined))
    throw new Error(`${endpoint.path} does not say when it must be confirmed`);
  return { ...(options as RouteOptions), endpoint, handler: handler as unknown as Route['handler'] };
}
