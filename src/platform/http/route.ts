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

/** Who the door lets through to an endpoint: what needs a session, people alone. */
type ActorOf<E extends Endpoint> = E extends { needs: 'signed-in' }
  ? E extends { machines: true }
    ? Actor
    : Person
  : E extends { needs: Need }
    ? Actor
    : null;

/** What a handler gets: everything checked, and who calls where the endpoint needs somebody. */
export interface Call<E extends Endpoint> {
  params: ParamsOf<E>;
  query: QueryOutput<E>;
  body: BodyOutput<E>;
  /** Received files by field, checked by content and waiting in a temporary place that goes with the request. */
  files: {
    [F in keyof FilesOf<E>]: FilesOf<E>[F] extends { required: true; or?: undefined }
      ? [ReceivedFile, ...ReceivedFile[]]
      : ReceivedFile[];
  };
  actor: ActorOf<E>;
  /** Empty where no address is behind the call. */
  ip: string;
  /** What the visitor's browser says that it is; empty where none does. */
  agent: string;
  /** The secret that their browser keeps of itself; empty where it brings none. */
  device: string;
  /** Of the page that asks, as the visitor's browser says it; empty where none does. */
  origin: string;
  /** Returns the signal of the request, which aborts when its caller leaves; absent for calls within the process. */
  signal?: () => AbortSignal;
}

/** An answer with a status of its own, where the endpoint declares several, or with a word on the page key. */
export class Answer<T> {
  readonly status: number;
  readonly body: T;
  /** Given to the browser; null takes what it has; undefined leaves it. */
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
  /** Computes the draft that the call would save, by reading alone; a preview shows it. */
  draft?: (call: Pick<Call<E>, 'params' | 'body' | 'files'>) => Promise<FormDraft>;
  /** How often one address may call it, by whatever way; counted before anything of a body is read. */
  limit?: Rule;
  /** Tells whether a call must be confirmed, where its endpoint `confirms` only sometimes; refuses what cannot be done at all. */
  confirmsWhen?: (call: Pick<Call<E>, 'actor' | 'params' | 'body'>) => Promise<boolean>;
  /**
   * For whoever asks for `text/event-stream`: after the handler's answer, tells more of them as there is something
   * to tell, until what it answers is called (`streams.ts`).
   */
  follow?: Follow<E>;
}

export type Follow<E extends Endpoint> = (
  call: Pick<Call<E>, 'actor' | 'query' | 'params'>,
  tell: (answer: AnswerBody<E>) => void,
) => Promise<() => void>;

export interface Route extends RouteOptions {
  endpoint: Endpoint;
  handler: (call: Call<Endpoint>) => Promise<unknown>;
}

/**
 * Ties an endpoint to what it does. A body of `null` is answered with 204; anything else with the endpoint's
 * first declared status, unless the handler returns an `Answer`.
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
