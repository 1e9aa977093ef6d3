import type { FastifyInstance } from 'fastify';
import type { Deps } from '../deps.ts';
import { sendFailure } from './api.ts';
import { toFailure } from './failures.ts';
import { contentSecurityPolicy } from './headers.ts';

const headers = {
  'cache-control': 'no-store',
  'content-security-policy': contentSecurityPolicy('sandbox'),
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-robots-tag': 'noindex',
};

/** Registers routes of files that a browser opens by a signed link (`deps.links`), without a token. */
export function registerSignedFiles(
  app: FastifyInstance,
  deps: Deps,
  register: (files: FastifyInstance) => void,
): void {
  app.register(async (files) => {
    // A separate API may have an unrelated host. Cross-origin use is safe, because only the signed link gives access.
    const policy = deps.config.SERVE === 'all' ? 'same-site' : 'cross-origin';
    files.addHook(
      'onRequest',
      async (_request, reply) => void reply.headers({ ...headers, 'cross-origin-resource-policy': policy }),
    );
    files.setErrorHandler((error, request, reply) => {
      // Navigation in a browser: respond with text, not JSON.
      if (request.headers.accept?.includes('text/html')) {
        const failure = toFailure(error);
        if (failure.status < 500)
          return reply.code(failure.status).type('text/plain; charset=utf-8').send(failure.message);
      }
      return sendFailure(deps, error, request, reply);
    });
    register(files);
  });
}
