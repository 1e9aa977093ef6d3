import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, RouteOptions } from 'fastify';
import type { z } from 'zod';
import type { ResponseCache } from '../platform/http/cache/responseCache.ts';
import { sendCachedResponse } from '../platform/http/cache/sendCachedResponse.ts';
import { contentSecurityPolicy, securityHeaders } from '../platform/http/headers.ts';

/** Files of Swagger UI. The plugin around them would load YAML and a file server of its own at each start. */
const FILES = join(
  dirname(createRequire(import.meta.url).resolve('@fastify/swagger-ui/package.json')),
  'static',
);

/** Stricter than Swagger UI needs elsewhere, because the reference runs in an origin that stores tokens. */
const POLICY = contentSecurityPolicy(
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
);

/** Returns the page of the reference at `address`. */
const pageOf = (address: string) => `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="UTF-8">
<title>API · Vitrine</title>
<link rel="stylesheet" href="${address}/static/swagger-ui.css">
<link rel="stylesheet" href="${address}/static/index.css">
<link rel="icon" type="image/png" href="${address}/static/favicon-32x32.png" sizes="32x32">
<link rel="icon" type="image/png" href="${address}/static/favicon-16x16.png" sizes="16x16">
</head>
<body>
<div id="swagger-ui"></div>
<script src="${address}/static/swagger-ui-bundle.js"></script>
<script src="${address}/static/swagger-initializer.js"></script>
</body>
</html>
`;

/** Returns the script that fills the page from the document at `document`. */
const scriptOf = (document: string) => `SwaggerUIBundle({
  url: ${JSON.stringify(document)},
  dom_id: '#swagger-ui',
  deepLinking: true,
  presets: [SwaggerUIBundle.presets.apis],
  layout: 'BaseLayout',
  validatorUrl: null,
  docExpansion: 'list',
  filter: true,
});
`;

/**
 * Serves the OpenAPI document at `/api/docs/json` and a browsable reference at `/api/docs`, from the
 * endpoints. The document is generated at its first request, then served by the response cache: compressed,
 * with an ETag.
 */
export function registerApiReference(
  server: FastifyInstance,
  prefix: string,
  answers: Pick<ResponseCache, 'fixed'>,
  confirmation: z.ZodObject,
): void {
  const routes = new Map<string, RouteOptions[]>();
  server.addHook('onRoute', (route) => {
    if (!route.config?.endpoint || route.method === 'HEAD') return;
    routes.getOrInsertComputed(route.url, () => []).push(route);
  });
  const address = `${prefix}/docs`;
  const path = `${address}/json`;
  const produce = async () => {
    const { openApiText } = await import('./openApi.ts');
    return {
      status: 200,
      type: 'application/json; charset=utf-8',
      body: await openApiText([...routes.values()], prefix, confirmation),
      headers: { ...securityHeaders, 'content-security-policy': POLICY },
      route: path,
    };
  };
  server.get(path, async (request, reply) => {
    const finished = await answers.fixed(path, produce);
    reply.hijack();
    for (const [name, value] of Object.entries(reply.getHeaders()))
      reply.raw.setHeader(name, value as string);
    sendCachedResponse(finished, request.raw, reply.raw);
  });
  const page = pageOf(address);
  const script = scriptOf(path);
  server.register(
    async (reference) => {
      reference.addHook('onSend', async (_request, reply) => {
        reply.header('content-security-policy', POLICY);
      });
      reference.get('/', (_request, reply) => reply.type('text/html; charset=utf-8').send(page));
      reference.get('/static/index.html', (_request, reply) => reply.redirect(`${address}/`));
      reference.get('/static/swagger-initializer.js', (_request, reply) =>
        reply.type('application/javascript; charset=utf-8').send(script),
      );
      reference.register(fastifyStatic, { root: FILES, prefix: '/static', decorateReply: false });
    },
    { prefix: address },
  );
}
