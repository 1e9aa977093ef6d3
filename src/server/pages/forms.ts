import multipart from '@fastify/multipart';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { applicationForm } from '../../content/applications/application.form.ts';
import type { Deps } from '../../platform/deps.ts';
import { callerOf } from '../../platform/http/api.ts';
import type { RenderedResponse } from '../../platform/http/cache/cachedResponse.ts';
import { CallerDisconnected } from '../../platform/http/cache/responseCache.ts';
import { toFailure } from '../../platform/http/failures.ts';
import { textLimit } from '../../platform/http/limits/bodyLimits.ts';
import {
  discardAll,
  emptyContent,
  type MultipartContent,
  readMultipart,
} from '../../platform/http/multipart.ts';
import { requestLogFields } from '../../platform/http/observe.ts';
import {
  authorize,
  executeCall as completeCall,
  parseAddress,
  refundUse,
} from '../../platform/http/pipeline.ts';
import type { PlainForm } from '../../platform/http/plainForm.ts';
import type { Route } from '../../platform/http/route.ts';
import { Failure } from '../../shared/failure.ts';
import type { RejectedForm } from '../../shared/rejectedForm.ts';
import { requestCodeText } from '../../shared/text/texts.ts';
import { type RenderReturnedForm, sendUncached } from './pages.ts';

const KEPT_MS = 5000;

const ELSEWHERE = 'Este envio veio de outro site. Preencha o formulário aqui e envie de novo.';

/**
 * Returns a refusal of a form that was not read because of a limit. The browser still has the fields, the
 * server does not.
 */
export const unreadForm = ({ message, retryAfter, code }: Failure) =>
  new Failure(
    code,
    `${message} O que você preencheu não foi lido: volte uma página no navegador para enviar de novo sem digitar tudo outra vez.`,
    retryAfter === undefined ? {} : { retryAfter },
  );

/**
 * A refused request is cheap to send and its page expensive to render, so callers share one page for a while.
 */
function createBriefCache<T>() {
  const entries = new Map<string, { until: number; made: Promise<T> }>();
  return (key: string, make: () => Promise<T>): Promise<T> => {
    const now = performance.now();
    for (const [name, { until }] of entries) if (until < now) entries.delete(name);
    const found = entries.get(key) ?? { until: now + KEPT_MS, made: make() };
    entries.set(key, found);
    return found.made;
  };
}

/** Result of a form: a redirect, or the form with its messages. */
export type FormOutcome = { to: string } | { returned: RejectedForm; retryAfter?: number | undefined };

export interface FormReceiver {
  /** Registers the body parsers of the form routes. */
  registerParsers(app: FastifyInstance): Promise<void>;
  receive(form: PlainForm, request: FastifyRequest): Promise<FormOutcome>;
}

/** Forms that work without JavaScript. */
export const plainForms: readonly PlainForm[] = [applicationForm];

/** Receives forms in this process, by the rules, limits and handler of their endpoints. */
export function createLocalReceiver(deps: Deps, routes: readonly Route[]): FormReceiver {
  const routeOfForm = new Map(
    plainForms.map((form) => {
      const route = routes.find(({ endpoint }) => endpoint === form.endpoint);
      if (!route) throw new Error(`${form.endpoint.path} is not served`);
      return [form, route];
    }),
  );
  const complete = async (form: PlainForm, request: FastifyRequest, content: MultipartContent) => {
    const route = routeOfForm.get(form) as Route;
    const { endpoint } = form;
    if (!request.isMultipart()) throw new Failure('unsupported_type');
    const admitted = await authorize(deps, route, callerOf(request)).catch((error: unknown) => {
      throw error instanceof Failure && error.code === 'too_many' ? unreadForm(error) : error;
    });
    const sent = { ...endpoint.body, schema: form.schema };
    try {
      await readMultipart(request, sent, textLimit(endpoint), deps.receiver, content);
    } catch (error) {
      if (request.raw.destroyed && !request.raw.complete) await refundUse(deps, route, admitted);
      throw error;
    }
    const fields = form.fieldsOf(content.fields);
    const address = parseAddress(endpoint, request);
    const { body: answer } = await completeCall(deps, route, admitted, address, { ...content, fields });
    return { to: form.thanksFor(answer) };
  };
  return {
    async registerParsers(app) {
      await app.register(multipart);
    },
    async receive(form, request) {
      const content = emptyContent(form.endpoint.body);
      try {
        return await complete(form, request, content);
      } catch (error) {
        // A client that stopped sending no longer needs its fields.
        const slow = error instanceof Failure && error.code === 'too_slow';
        return giveBack(deps, error, request, form, slow ? {} : content.fields);
      } finally {
        await discardAll(content.files, deps.receiver);
      }
    },
  };
}

/** Returns the form with the typed fields and the messages of `error`. */
function giveBack(
  { log }: Pick<Deps, 'log'>,
  error: unknown,
  request: FastifyRequest,
  { refilledFields }: PlainForm,
  fields: Record<string, string> = {},
): FormOutcome {
  const failure = toFailure(error);
  const { status, retryAfter } = failure;
  if (status >= 500) log.error({ ...requestLogFields(request), err: failure.cause ?? error }, failure.code);
  const message = status >= 500 ? `${failure.message} ${requestCodeText(request.id)}` : failure.message;
  const values = Object.fromEntries(refilledFields.map((name) => [name, fields[name] ?? '']));
  return { returned: { status, message, errors: failure.fields ?? {}, values }, retryAfter };
}

/**
 * Registers forms as plain documents, for browsers without JavaScript. Each form posts to its own page. The
 * response is a redirect to the thanks, or the form with all typed values and messages at the fields. These
 * pages have no session, so a forged form could do no more than its sender. Requests that the browser marks
 * as cross-site are refused anyway.
 */
export function registerForms(
  server: FastifyInstance,
  deps: Pick<Deps, 'log' | 'siteUrl'>,
  { registerParsers, receive }: FormReceiver,
  returnPage: RenderReturnedForm,
): void {
  const refusals = createBriefCache<RenderedResponse>();
  const show = async (
    form: PlainForm,
    outcome: FormOutcome,
    request: FastifyRequest,
    reply: FastifyReply,
  ) => {
    if ('to' in outcome) return reply.header('cache-control', 'no-store').redirect(outcome.to, 303);
    const { returned, retryAfter } = outcome;
    if (retryAfter !== undefined) reply.header('retry-after', String(Math.ceil(retryAfter)));
    const { status, message, errors, values } = returned;
    const nobodys = status < 500 && Object.values(values).every((value) => value === '');
    const page = nobodys
      ? refusals(JSON.stringify([form.page, status, message, errors]), () => returnPage(form.page, returned))
      : returnPage(form.page, returned, request);
    return sendUncached(reply, await page);
  };
  server.register(async (app) => {
    await registerParsers(app);
    for (const form of plainForms)
      app.post(form.page, {
        // Handles refusals before the handler, such as an unsupported body type.
        errorHandler: (error, request, reply) =>
          error instanceof CallerDisconnected
            ? reply.hijack()
            : show(form, giveBack(deps, error, request, form), request, reply),
        handler: async (request, reply) => {
          if (isFromElsewhere(request, deps.siteUrl())) throw new Failure('forbidden', ELSEWHERE);
          return show(form, await receive(form, request), request, reply);
        },
      });
  });
}

/** Returns the endpoint, below the API prefix, that receives forms from a separate site process. */
export const formEndpointOf = ({ page }: PlainForm) => `/site/forms${page}`;

/** Serves the same forms to a site process on another host, which renders the pages. Responds with JSON. */
export function registerFormApi(
  server: FastifyInstance,
  deps: Pick<Deps, 'log' | 'config'>,
  { registerParsers, receive }: FormReceiver,
): void {
  const send = (outcome: FormOutcome, reply: FastifyReply) =>
    reply.code(200).header('cache-control', 'no-store').send(outcome);
  server.register(async (app) => {
    await registerParsers(app);
    for (const form of plainForms)
      app.post(deps.config.API_PREFIX + formEndpointOf(form), {
        errorHandler: (error, request, reply) => send(giveBack(deps, error, request, form), reply),
        handler: async (request, reply) => send(await receive(form, request), reply),
      });
  });
}

/** Browsers send `Sec-Fetch-Site` or `Origin`. A request with neither is not from a current browser. */
function isFromElsewhere({ headers, host }: FastifyRequest, publicUrl: string): boolean {
  const site = headers['sec-fetch-site'];
  if (site) return site !== 'same-origin' && site !== 'none';
  const { origin } = headers;
  if (!origin || !URL.canParse(origin)) return false;
  const from = new URL(origin).host;
  return from !== host && from !== new URL(publicUrl).host;
}
