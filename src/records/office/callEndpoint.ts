import type { CallInput } from '../../shared/caller.ts';
import type { Endpoint, messageResponse, ResponseBody, uuidParams } from '../../shared/endpoint.ts';
import { Failure } from '../../shared/failure.ts';
import { callUrl, parseResponse, type RawResponse } from '../../shared/httpCall.ts';
import { noConnection } from '../../shared/text/texts.ts';
import { forgetBeforehand } from '../../ui/responsesBeforehand.ts';
import { type Confirmation, requiresConfirmation, withConfirmation } from './dialog/confirmation.ts';
import { canAsk, retryAfterQuestion } from './dialog/questions.ts';
import { expireSession, getSession, mustChangePassword } from './session.ts';

export interface CallOptions {
  /** Receives the bytes sent so far, for calls with files. */
  onProgress?: ((sent: number, total: number) => void) | undefined;
  signal?: AbortSignal | undefined;
  /** The call outlives its page. */
  keepalive?: boolean;
  /** Response to this call, if it has been sent already. */
  sent?: Promise<RawResponse> | undefined;
}

/** An endpoint that deletes one record by its uuid. */
export interface DestroyEndpoint extends Endpoint {
  method: 'DELETE';
  params: typeof uuidParams;
  answers: { 200: typeof messageResponse };
}

/** Returns the base address of the API. The page contains it, so that one build serves every deployment. */
export function apiBase(): string {
  return document.querySelector<HTMLMetaElement>('meta[name="api-base"]')?.content ?? '/api';
}

/** Returns whether the API is on another origin, which renders no pages for a signed-in user. */
export const isApiOnOtherOrigin = (): boolean => new URL(apiBase(), location.href).origin !== location.origin;

/**
 * Calls an endpoint from the browser and returns its body, `null` for 204. Shows the confirmation dialog if
 * the server requires it. Throws `Failure` for every failure, including the network's; an aborted call throws
 * the reason of the signal.
 */
export async function callEndpoint<E extends Endpoint>(
  endpoint: E,
  input?: CallInput<E>,
  options: CallOptions = {},
): Promise<ResponseBody<E>> {
  const { warningField } = endpoint;
  try {
    if (!warningField || !canAsk()) return await callOnce(endpoint, input, options);
    const asked = { [warningField]: true };
    return await callOnce(endpoint, input, options, asked).catch((refused) =>
      retryAfterQuestion(refused, () => callOnce(endpoint, input, { ...options, sent: undefined })),
    );
  } catch (error) {
    if (!endpoint.confirms || !requiresConfirmation(error)) throw error;
    return withConfirmation(error, (confirmation) =>
      callOnce(endpoint, input, { ...options, sent: undefined }, confirmation),
    );
  }
}

async function callOnce<E extends Endpoint>(
  endpoint: E,
  input: CallInput<E> | undefined,
  options: CallOptions,
  confirmation: Confirmation = {},
): Promise<ResponseBody<E>> {
  const { body: fields, files } = (input ?? {}) as {
    body?: Record<string, unknown>;
    files?: Record<string, File | File[] | null | undefined>;
  };
  const body = { ...fields, ...confirmation };
  const url = apiBase() + callUrl(endpoint, input);
  const { token } = getSession();
  const headers = headersFor(token);

  let content: BodyInit | undefined;
  if (endpoint.body?.type === 'multipart') {
    content = formOf(endpoint, body, files);
  } else if (endpoint.body) {
    headers['content-type'] = 'application/json';
    content = JSON.stringify(body);
  }

  const send = options.onProgress && content instanceof FormData ? sendWithProgress : sendPlain;
  const isWrite = endpoint.method !== 'GET';
  let answer: RawResponse;
  if (isWrite) forgetBeforehand();
  try {
    answer = await (options.sent ?? send(endpoint.method, url, headers, content, options));
  } catch (error) {
    if (options.signal?.aborted) throw error;
    throw new Failure('unavailable', noConnection, { cause: error });
  } finally {
    if (isWrite) forgetBeforehand();
  }
  try {
    return parseResponse(answer) as ResponseBody<E>;
  } catch (error) {
    if (error instanceof Failure && error.extra?.change_password) mustChangePassword();
    // A call that needs no session gets 401 for a wrong password.
    if (error instanceof Failure && error.code === 'unauthenticated' && endpoint.needs && token)
      expireSession(token);
    throw error;
  }
}

function headersFor(token: string | null): Record<string, string> {
  return { accept: 'application/json', ...(token && { authorization: `Bearer ${token}` }) };
}

/** Sends a GET of an API address as the user with `token`. */
export function sendGet(url: string, token: string, signal: AbortSignal): Promise<RawResponse> {
  return sendPlain('GET', url, headersFor(token), undefined, { signal });
}

/**
 * Encodes a form. Absent fields are omitted and keep the stored value; `null` is sent as an empty text and
 * clears it. Objects are sent as JSON.
 */
function formOf(
  endpoint: Endpoint,
  body: Record<string, unknown>,
  files: Record<string, File | File[] | null | undefined> | undefined,
): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(body)) {
    if (value !== undefined) form.append(name, formValueOf(value));
  }
  const declared = endpoint.body?.type === 'multipart' ? endpoint.body.files : {};
  for (const [name, value] of Object.entries(files ?? {})) {
    if (value === undefined) continue;
    if (Array.isArray(value)) for (const file of value) form.append(`${name}[]`, file);
    else form.append(declared[name]?.multiple && value ? `${name}[]` : name, value ?? '');
  }
  return form;
}

/** Encodes a value as a form field. */
export function formValueOf(value: unknown): string {
  if (value === null || value === undefined) return '';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

async function sendPlain(
  method: string,
  url: string,
  headers: Record<string, string>,
  body: BodyInit | undefined,
  { signal, keepalive = false }: CallOptions,
): Promise<RawResponse> {
  const answer = await fetch(url, { method, headers, body: body ?? null, signal: signal ?? null, keepalive });
  return { status: answer.status, text: await answer.text(), retryAfter: answer.headers.get('retry-after') };
}

/** Only XMLHttpRequest reports the progress of an upload. */
function sendWithProgress(
  method: string,
  url: string,
  headers: Record<string, string>,
  body: BodyInit | undefined,
  { onProgress, signal }: CallOptions,
): Promise<RawResponse> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open(method, url);
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    request.upload.onprogress = ({ loaded, total }) => onProgress?.(loaded, total);
    request.onload = () =>
      resolve({
        status: request.status,
        text: request.responseText,
        retryAfter: request.getResponseHeader('retry-after'),
      });
    request.onerror = () => reject(new TypeError('network'));
    request.ontimeout = request.onerror;
    request.onabort = () => reject(signal?.reason);
    if (signal?.aborted) return reject(signal.reason);
    signal?.addEventListener('abort', () => request.abort(), { once: true });
    request.send(body as XMLHttpRequestBodyInit);
  });
}
