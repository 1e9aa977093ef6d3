import type { FastifyInstance } from 'fastify';
import type { Deps } from '../../platform/deps.ts';
import { sendFailure } from '../../platform/http/api.ts';
import { contentDisposition } from '../../platform/http/disposition.ts';
import { toFailure } from '../../platform/http/failures.ts';
import { contentSecurityPolicy } from '../../platform/http/headers.ts';
import { RESUME_PATH } from './application.rows.ts';
import { openResume } from './application.service.ts';
import { openResumePage } from './resumePages.service.ts';

const headers = {
  'cache-control': 'no-store',
  'content-security-policy': contentSecurityPolicy('sandbox'),
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-robots-tag': 'noindex',
};

/** Serves résumés and their pages by their signed links, under the API and never under the public media path. */
export function registerResumes(app: FastifyInstance, deps: Deps): void {
  app.register(async (resumes) => {
    // A separate API may have an unrelated host. Cross-origin use is safe, because only the signed link gives access.
    const policy = deps.config.SERVE === 'all' ? 'same-site' : 'cross-origin';
    resumes.addHook(
      'onRequest',
      async (_request, reply) => void reply.headers({ ...headers, 'cross-origin-resource-policy': policy }),
    );
    resumes.setErrorHandler((error, request, reply) => {
      // Navigation in a browser: respond with text, not JSON.
      if (request.headers.accept?.includes('text/html')) {
        const failure = toFailure(error);
        if (failure.status < 500)
          return reply.code(failure.status).type('text/plain; charset=utf-8').send(failure.message);
      }
      return sendFailure(deps, error, request, reply);
    });
    resumes.get<{ Params: { link: string } }>(
      `${deps.config.API_PREFIX}${RESUME_PATH}:link`,
      { exposeHeadRoute: false },
      async (request, reply) => {
        await deps.openFiles.enter(reply);
        const { stream, bytes, type, name } = await openResume(deps, request.params.link);
        return reply
          .type(type)
          .headers({
            'content-length': bytes,
            'content-disposition': contentDisposition('attachment', name, '.pdf'),
          })
          .send(stream);
      },
    );
    resumes.get<{ Params: { link: string } }>(
      `${deps.config.API_PREFIX}${RESUME_PATH}page/:link`,
      { exposeHeadRoute: false },
      async (request, reply) => {
        await deps.openFiles.enter(reply);
        const { stream, bytes, type } = await openResumePage(deps, request.params.link);
        return reply.type(type).header('content-length', bytes).send(stream);
      },
    );
  });
}
