import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Actor } from '../../platform/database/write.ts';
import type { Deps } from '../../platform/deps.ts';
import { toFailure } from '../../platform/http/failures.ts';
import { apiHeaders } from '../../platform/http/headers.ts';
import { onRequestEnd } from '../../platform/http/limits/requestEnd.ts';
import { isPermitted, mustCompleteSignIn, SERVER } from '../../platform/security/access.ts';
import { missingForSitePreview } from '../../records/define/sitePreview.ts';
import { PROFILE } from '../../shared/addresses.ts';
import { DAY_MS, MINUTE_MS } from '../../shared/dates.ts';
import { Failure } from '../../shared/failure.ts';
import {
  MAX_DAYS_AHEAD,
  PREVIEW_LIMIT,
  PREVIEW_PATH,
  PREVIEW_REDIRECT_PATH,
  previewAt,
} from '../../shared/preview.ts';
import { wallClock } from '../../shared/text/wallClock.ts';
import { toInstant } from '../../shared/text/zonedTime.ts';
import { plainPage, sendUncached } from './pages.ts';
import { actorOfPageKey } from './screenAccess.ts';

const LOCAL = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/;
const NOT_FOR_CACHES = { 'cache-control': 'no-store', 'x-robots-tag': 'noindex' };

/**
 * Registers the site as of a future minute. It has an address of its own, so that shared caches need no
 * special rule. A page key opens it; page keys cannot write.
 */
export function registerPreview(app: FastifyInstance, deps: Deps): void {
  const show = async (request: FastifyRequest, reply: FastifyReply) => {
    reply.headers(NOT_FOR_CACHES);
    try {
      const actor = await actorOfPageKey(deps, request);
      if (!actor) return reply.redirect(`/auth/login?${new URLSearchParams({ next: request.url })}`, 302);
      if (mustCompleteSignIn(actor)) return reply.redirect(PROFILE, 302);
      return await showTo(actor, request, reply);
    } catch (error) {
      const failure = toFailure(error);
      if (failure.status >= 500) deps.log.error({ err: failure.cause ?? error }, 'preview failed');
      if (failure.retryAfter) reply.header('retry-after', String(Math.ceil(failure.retryAfter)));
      const body = plainPage(failure.message);
      const type = 'text/html; charset=utf-8';
      return sendUncached(reply, { status: failure.status, type, body, headers: apiHeaders });
    }
  };

  const showTo = async (actor: Actor, request: FastifyRequest, reply: FastifyReply) => {
    const { at: local = '' } = request.params as { at?: string };
    const now = deps.clock.now();
    const at = LOCAL.test(local) ? Date.parse(toInstant(local)) : Number.NaN;
    if (Number.isNaN(at) || at > now + MAX_DAYS_AHEAD * DAY_MS) return reply.redirect(PREVIEW_PATH, 302);
    const base = previewAt(local);
    const path = request.url.slice(request.url.indexOf('/', `${PREVIEW_PATH}/`.length)).replace(/#.*/, '');
    const target = path === request.url || !path.startsWith('/') ? '/' : path;
    if (at < now - MINUTE_MS) return reply.redirect(previewAt(wallClock(now), target), 302);
    const missing = missingForSitePreview((permission) => isPermitted(actor, permission));
    if (missing) throw await deps.permissionFailure(missing, actor);
    await deps.limits.consume('preview', actor.uuid, PREVIEW_LIMIT);
    const { pages } = deps;
    if (!pages) throw new Failure('not_found');
    await pages.hasPage(target);
    const aborter = new AbortController();
    onRequestEnd(reply, () => aborter.abort(new Failure('too_slow')));
    const page = await deps.preview({
      caller: SERVER,
      reader: actor,
      signal: aborter.signal,
      async act({ call, moveClockTo }) {
        // Show the state at the end of the minute: instants that came through the API may have seconds.
        await moveClockTo(Math.max(at + MINUTE_MS - 1, now));
        return pages.render({ address: target, call, preview: { at, base } });
      },
    });
    return sendUncached(reply, page);
  };

  /** Redirects a form with day, minute and current page to the preview. */
  const redirectToPreview = async (request: FastifyRequest, reply: FastifyReply) => {
    const { em = '', pagina = '/' } = request.query as { em?: string; pagina?: string };
    reply.headers(NOT_FOR_CACHES);
    const path = /^\/(?![/\\])[^\s\\#]*$/.test(pagina) ? pagina : '/';
    return reply.redirect(LOCAL.test(em) ? previewAt(em, path) : PREVIEW_PATH, 302);
  };

  const method = ['GET', 'HEAD'] as ['GET', 'HEAD'];
  app.route({ method, url: PREVIEW_REDIRECT_PATH, handler: redirectToPreview, exposeHeadRoute: false });
  app.route({ method, url: `${PREVIEW_PATH}/:at`, handler: show, exposeHeadRoute: false });
  app.route({ method, url: `${PREVIEW_PATH}/:at/*`, handler: show, exposeHeadRoute: false });
}
