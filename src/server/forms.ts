import multipart from '@fastify/multipart';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Failure } from '../contract/failure.ts';
import { apply } from '../features/applications/application.contract.ts';
import { RECEIVED, vacancyOf } from '../features/applications/application.types.ts';
import type { Deps } from '../platform/deps.ts';
import { toFailure } from '../platform/http/failures.ts';
import {
  discardAll,
  type MultipartContent,
  noContent,
  parseContent,
  readMultipart,
} from '../platform/http/multipart.ts';
import type { Route } from '../platform/http/route.ts';
import { callerKey } from '../platform/limits.ts';
import { OWN_RECRUITMENT } from '../site/menu.ts';
import { type ReturnPage, sendFresh } from './pages.ts';

const ELSEWHERE = 'Este envio veio de outro site. Preencha o formulário aqui e envie de novo.';

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
  const found = routes.find(({ endpoint }) => endpoint === apply);
  if (!found) throw new Error(`${apply.path} is not served`);
  const { handler, limit } = found;
  const { body } = apply;

  const receive = async (request: FastifyRequest, content: MultipartContent) => {
    if (isFromElsewhere(request, deps.publicUrl())) throw new Failure('forbidden', ELSEWHERE);
    if (!request.isMultipart()) throw new Failure('unsupported_type');
    try {
      if (limit) await deps.limits.consume(apply.path, callerKey(request.ip), limit);
    } catch (error) {
      // What was typed is given back; the file is read past.
      await readMultipart(request, { ...body, files: {} }, deps.receiver, content);
      throw error;
    }
    await readMultipart(request, body, deps.receiver, content);
    const { vacancy = '', other_vacancy = '' } = content.fields;
    const fields = { ...content.fields, vacancy: vacancyOf(vacancy, other_vacancy) };
    const answer = await handler({
      params: undefined,
      query: undefined,
      body: (await parseContent(body, { ...content, fields }, deps.receiver)) as never,
      files: content.files as never,
      actor: null,
      ip: request.ip,
    });
    return (answer as { data: { message: string } }).data.message;
  };

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
    const page = await returnPage(OWN_RECRUITMENT, {
      status: failure.status,
      message: failure.message,
      errors: failure.fields ?? {},
      values: Object.fromEntries(SHOWN.map((name) => [name, fields[name] ?? ''])),
    });
    return sendFresh(reply, page);
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
        return giveBack(error, request, reply, content.fields);
      } finally {
        // Browsers read the answer only when they have sent everything: what is left of a refused file too.
        request.raw.resume();
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
