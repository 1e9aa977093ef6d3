import type { FastifyInstance } from 'fastify';
import type { Deps } from '../../platform/deps.ts';
import { contentDisposition } from '../../platform/http/disposition.ts';
import { registerSignedFiles } from '../../platform/http/signedFiles.ts';
import { RESUME_PATH } from './application.rows.ts';
import { openResume } from './application.service.ts';
import { openResumePage } from './resumePages.service.ts';

/** Serves résumés and their pages by their signed links, under the API and never under the public media path. */
export function registerResumes(app: FastifyInstance, deps: Deps): void {
  registerSignedFiles(app, deps, (resumes) => {
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
