import type { BodyInput, Endpoint, FilesOf, ParamsOf, QueryInput, ResponseBody } from './endpoint.ts';

type RequiredIf<K extends string, T> = undefined extends T ? { [P in K]?: T } : { [P in K]: T };

/** Input of a call of `E`. That of `Endpoint` itself is checked only when it is sent. */
export type CallInput<E extends Endpoint> = RequiredIf<'params', ParamsOf<E>> &
  RequiredIf<'body', BodyInput<E>> & {
    query?: QueryInput<E>;
    files?: { [F in keyof FilesOf<E>]?: File | File[] | null };
  };

/**
 * Calls an endpoint and returns its body (`null` for 204). Throws a `Failure` for every failure. The same
 * type serves pages rendered on the server (a direct call, or HTTP if site and API run apart) and the
 * browser.
 */
export type CallApi = <E extends Endpoint>(endpoint: E, input?: CallInput<E>) => Promise<ResponseBody<E>>;
