import multipart from '@fastify/multipart';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Failure } from '../contract/failure.ts';
import { tellCode } from '../contract/texts.ts';
import type { Deps } from '../platform/deps.ts';
import { callerOf } from '../platform/http/api.ts';
import { textLimit } from '../platform/http/bounds.ts';
import type { Produced } from '../platform/http/cache.ts';
import { toFailure } from '../platform/http/failures.ts';
import { discardAll, type MultipartContent, noContent, readMultipart } from '../platform/http/multipart.ts';
import { aboutRequest } from '../platform/http/observe.ts';
import { admit, complete, readAddress } from '../platform/http/perform.ts';
import type { PlainForm } from '../platform/http/plainForm.ts';
import type { Route } from '../platform/http/route.ts';
import { type ReturnPage, sendFresh } from './pages.ts';

const KEPT_MS = 5000;

const ELSEWHERE = 'Este envio veio de outro site. Preencha o formulário aqui e envie de novo.';

/** Nothing is read of a form over the limit, so nothing can be given back; the browser still has it. */
const unread = ({ message, retryAfter, code }: Failure) =>
  new Failure(
    code,
    `${message} O que você preencheu não foi lido: volte uma página no navegador para enviar de novo sem digitar tudo outra vez.`,
    retryAfter === undefined ? {} : { retryAfter },
  );

/** A page costs far more than what it refuses, which anybody can send by the thousand: one serves all for a while. */
function keepBriefly<T>() {
  const kept = new Map<string, { until: number; made: Promise<T> }>();
  return (key: string, make: () => Promise<T>): Promise<T> => {
    const now = performance.now();
    for (const [name, { until }] of kept) if (until < now) kept.delete(name);
    const found = kept.get(key) ?? { until: now + KEPT_MS, made: make() };
    kept.set(key, found);
    return found.made;
  };
}

/**
 * Forms as plain documents, for browsers without JavaScript: each posts to its own page, the endpoint's own rules,
 * limits and handler decide, and the answer is a page: a redirect to the thanks, or the form with everything typed
 * and the messages beside the fields. Nobody is signed in here, so that a forged form could do no more than its
 * sender; browsers that say that it comes from another site are refused anyway.
 */
export function registerForms(
  server: FastifyInstance,
  deps: Deps,
  routes: readonly Route[],
  forms: readonly PlainForm[],
  returnPage: ReturnPage,
): void {
  for (const form of forms) {
    const route = routes.find(({ endpoint }) => endpoint === form.endpoint);
    if (!route) throw new Error(`${form.endpoint.path} is not served`);
    registerForm(server, deps, route, form, returnPage);
  }
}

function registerForm(
  server: FastifyInstance,
  deps: Deps,
  route: Route,
  form: PlainForm,
  returnPage: ReturnPage,
): void {
  const { page, endpoint } = form;
  const { body } = endpoint;

  const receive = async (request: FastifyRequest, content: MultipartContent) => {
    if (isFromElsewhere(request, deps.publicUrl())) throw new Failure('forbidden', ELSEWHERE);
    if (!request.isMultipart()) throw new Failure('unsupported_type');
    const admitted = await admit(deps, route, callerOf(request)).catch((error: unknown) => {
      throw error instanceof Failure && error.code === 'too_many' ? unread(error) : error;
    });
    const sent = { ...body, schema: form.sent };
    await readMultipart(request, sent, textLimit(endpoint), deps.receiver, content);
    const fields = form.fieldsOf(content.fields);
    const asked = readAddress(endpoint, request);
    const { body: answer } = await complete(deps, route, admitted, asked, { ...content, fields });
    return form.thanksFor(answer as never);
  };

  const refusals = keepBriefly<Produced>();
  const giveBack = async (
    error: unknown,
    request: FastifyRequest,
    reply: FastifyReply,
    fields: Record<string, string>,
  ) => {
    const failure = toFailure(error);
    if (failure.status >= 500)
      deps.log.error({ ...aboutRequest(request), err: failure.cause ?? error }, failure.code);
    if (failure.retryAfter !== undefined) reply.header('retry-after', String(Math.ceil(failure.retryAfter)));
    const { status } = failure;
    const message = status >= 500 ? `${failure.message} ${tellCode(request.id)}` : failure.message;
    const errors = failure.fields ?? {};
    const values = Object.fromEntries(form.shown.map((name) => [name, fields[name] ?? '']));
    const make = () => returnPage(page, { status, message, errors, values });
    const nobodys = status < 500 && Object.values(values).every((value) => value === '');
    return sendFresh(
      reply,
      await (nobodys ? refusals(JSON.stringify([status, message, errors]), make) : make()),
    );
  };

  server.register(async (app) => {
    await app.register(multipart);
    // What is refused before the handler, such as a body of another kind.
    app.setErrorHandler((error, request, reply) => giveBack(error, request, reply, {}));
    app.post(page, async (request, reply) => {
      const content = noContent(body);
      try {
        const thanks = await receive(request, content);
        return reply.header('cache-control', 'no-store').redirect(thanks, 303);
      } catch (error) {
        // Whoever stopped sending waits for nothing.
        const slow = error instanceof Failure && error.code === 'too_slow';
        return giveBack(error, request, reply, slow ? {} : content.fields);
      } finally {
        await discardAll(content.files, deps.receiver);
      }
    });
  });
}

/** Browsers say where a form was sent from; what says nothing is no browser, or an old one. */
function isFromElsewhere({ headers, host }: FastifyRequest, publicUrl: string): boolean {
  const site = headers['sec-fetch-site'];
  if (site) return site !== 'same-origin' && site !== 'none';
  const { origin } = headers;
  if (!origin || !URL.canParse(origin)) return false;
  const from = new URL(origin).host;
  return from !== host && from !== new URL(publicUrl).host;
}
