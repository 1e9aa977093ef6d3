import type { RawResponse } from '../shared/httpCall.ts';

// Responses for the screen that a user is about to open: those of one screen, requested when its link was pressed.

/** Age in ms at which a response is outdated. */
export const MAX_AGE_MS = 2000;

type Send = (url: string, token: string, signal: AbortSignal) => Promise<RawResponse>;

interface Requested {
  /** A response for another user must not be shown. */
  token: string;
  /** Time of the request (`performance.now()`). */
  at: number;
  response: Promise<RawResponse>;
  controller: AbortController;
}

const requested = new Map<string, Requested>();

/** Requests `urls`, unless it did so a moment ago. Aborts the requests for another screen. */
export function requestBeforehand(
  urls: readonly string[],
  token: string,
  send: Send,
  now = performance.now(),
): void {
  if (urls.every((url) => isUsable(requested.get(url), token, now))) return;
  forgetBeforehand();
  for (const url of urls) {
    const controller = new AbortController();
    const response = send(url, token, controller.signal);
    const request = { token, at: now, response, controller };
    requested.set(url, request);
    // The failure may be over when the screen opens and requests its data itself.
    const drop = () => requested.get(url) === request && requested.delete(url);
    response.then(({ status }) => status >= 400 && drop(), drop);
  }
}

/** Returns the response for `url`, if it was requested with `token` a moment ago. The first caller takes it. */
export function takeBeforehand(
  url: string,
  token: string,
  now = performance.now(),
): Promise<RawResponse> | undefined {
  const request = requested.get(url);
  if (!isUsable(request, token, now)) return undefined;
  requested.delete(url);
  return request?.response;
}

/** Forgets and aborts what no screen has taken. Called for each write, which may change the responses. */
export function forgetBeforehand(): void {
  for (const { controller } of requested.values()) controller.abort();
  requested.clear();
}

const isUsable = (request: Requested | undefined, token: string, now: number) =>
  request?.token === token && now - request.at < MAX_AGE_MS;
