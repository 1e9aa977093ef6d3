import multipart from '@fastify/multipart';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Failure } from '../contract/failure.ts';
import { applicationInput, apply } from '../features/applications/application.contract.ts';
import { RECEIVED, vacancyOf } from '../features/applications/application.types.ts';
import type { Deps } from '../platform/deps.ts';
import { callerOf } from '../platform/http/api.ts';
import { textLimit } from '../platform/http/bounds.ts';
import type { Produced } from '../platform/http/cache.ts';
import { toFailure } from '../platform/http/failures.ts';
import { discardAll, type MultipartContent, noContent, readMultipart } from '../platform/http/multipart.ts';
import { admit, complete, readAddress } from '../platform/http/perform.ts';
import type { Route } from '../platform/http/route.ts';
import { OWN_RECRUITMENT } from '../site/menu.ts';
import { type ReturnPage, sendFresh } from './pages.ts';

const KEPT_MS = 5000;

const ELSEWHERE = 'Este envio veio de outro site. Preencha o formulário aqui e envie de novo.';

/** What the form sends beside the endpoint's own fields. */
const formInput = applicationInput.extend({ other_vacancy: applicationInput.shape.vacancy });

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

/** What goes back into the form's fields; nothing else of a request is shown again. */
const SHOWN = ['name', 'email', 'phone', 'vacancy', 'other_vacancy', 'talent_pool'];

/**
 * The job application as a plain document, for browsers without JavaScript: the form posts to its own page, the
 * endpoint's own rules, limits and handler decide, and the answer is a page: a redirect to the thanks, or the
 * form with everything typed and the messages beside the fields. Nobody is signed in here, so that a forged
 * form could do no more than its sender; browsers that say that it comes from another site are refused anyway.
 */
export function registerForms(
  server: FastifyInstance,
  deps: Deps,
  routes: readonly Route[],
  returnPage: ReturnPage,
): void {
  const route = routes.find(({ endpoint }) => endpoint === apply);
  if (!route) throw new Error(`${apply.path} is not served`);
  const { body } = apply;

  const receive = async (request: FastifyRequest, content: MultipartContent) => {
    if (isFromElsewhere(request, deps.publicUrl())) throw new Failure('forbidden', ELSEWHERE);
    if (!request.isMultipart()) throw new Failure('unsupported_type');
    const admitted = await admit(deps, route, callerOf(request)).catch((error: unknown) => {
      throw error instanceof Failure && error.code === 'too_many' ? unread(error) : error;
    });
    await readMultipart(request, { ...body, schema: formInput }, textLimit(apply), deps.receiver, content);
    const { vacancy = '', other_vacancy = '' } = content.fields;
    const fields = { ...content.fields, vacancy: vacancyOf(vacancy, other_vacancy) };
    const asked = readAddress(apply, request);
    const { body: answer } = await complete(deps, route, admitted, asked, { ...content, fields });
    return (answer as { data: { message: string } }).data.message;
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
      deps.log.error(
        { err: failure.cause ?? error, method: request.method, path: OWN_RECRUITMENT },
        failure.code,
      );
    if (failure.retryAfter !== undefined) reply.header('retry-after', String(Math.ceil(failure.retryAfter)));
    const { status, message } = failure;
    const errors = failure.fields ?? {};
    const values = Object.fromEntries(SHOWN.map((name) => [name, fields[name] ?? '']));
    const make = () => returnPage(OWN_RECRUITMENT, { status, message, errors, values });
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
    app.post(OWN_RECRUITMENT, async (request, reply) => {
      const content = noContent(body);
      try {
        const message = await receive(request, content);
        const [key] = Object.entries(RECEIVED).find(([, text]) => text === message) ?? ['recebida'];
        return reply.header('cache-control', 'no-store').redirect(`${OWN_RECRUITMENT}?enviada=${key}`, 303);
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
