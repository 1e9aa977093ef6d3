import type { AnswerBody, BodyInput, Endpoint, FilesOf, ParamsOf, QueryInput } from './endpoint.ts';

type Needed<K extends string, T> = T extends undefined ? { [P in K]?: undefined } : { [P in K]: T };

/** What a call of `E` takes besides `E` itself. */
export type CallInput<E extends Endpoint> = Needed<'params', ParamsOf<E>> &
  Needed<'body', BodyInput<E>> & {
    query?: QueryInput<E>;
    files?: { [F in keyof FilesOf<E>]?: File | File[] | null };
  };

/**
 * Calls an endpoint and answers its body (`null` for 204); throws `Failure` for every failure. The same type
 * serves pages rendered on the server (a direct call, or HTTP where site and API are apart) and the browser.
 */
export type CallApi = <E extends Endpoint>(endpoint: E, input?: CallInput<E>) => Promise<AnswerBody<E>>;
