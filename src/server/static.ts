import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import type { OpenFiles } from '../platform/http/limits/openFiles.ts';

const YEAR = 31_536_000;
const DAY = 86_400;

/**
 * Serves the build: hashed files are cached for ever, brand files for a short time. Sends precompressed
 * copies if the build has them.
 */
export function registerStatic(
  server: FastifyInstance,
  directory: string,
  openFiles: Pick<OpenFiles, 'enter'>,
): void {
  server.register(async (files) => serveFiles(files, directory, openFiles));
}

function serveFiles(files: FastifyInstance, directory: string, openFiles: Pick<OpenFiles, 'enter'>): void {
  files.addHook('preHandler', (_request, reply) => openFiles.enter(reply));
  const serve = (folder: string, maxAge: number, immutable: boolean, decorateReply: boolean) =>
    files.register(fastifyStatic, {
      root: join(directory, folder),
      prefix: `/${folder}/`,
      decorateReply,
      preCompressed: true,
      index: false,
      maxAge: maxAge * 1000,
      immutable,
      setHeaders(reply, path) {
        if (/\.svg(\.\w+)?$/.test(path)) reply.header('content-type', 'image/svg+xml; charset=utf-8');
      },
      redirect: false,
    });
  serve('assets', YEAR, true, true);
  serve('brand', DAY, false, false);
  files.get('/favicon.ico', (_request, reply) =>
    reply.sendFile('favicon.ico', join(directory, 'brand'), { maxAge: DAY * 1000, immutable: false }),
  );
}
