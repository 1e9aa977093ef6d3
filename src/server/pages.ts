import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { createRequestHandler, RouterContextProvider, type ServerBuild } from 'react-router';
import type { CallApi } from '../contract/caller.ts';
import type { ReturnedForm } from '../contract/returned.ts';
import type { Deps } from '../platform/deps.ts';
import { type Produced, sendFinished } from '../platform/http/cache.ts';
import { toFailure } from '../platform/http/failures.ts';
import { securityHeaders } from '../platform/http/headers.ts';
import type { apiContext, Runtime, returnedFormContext, runtimeContext } from '../site/api.ts';

/** A page that lacks what it should show: kept out of the cache, but sent when there is no earlier good one. */
export class FailedPage extends Error {
  readonly page: Produced;
  constructor(page: Produced) {
    super(`page failed with ${page.status}`);
    this.page = page;
  }
}

const INLINE_SCRIPT = /<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/g;
const INLINE_STYLE = /<style[^>]*>([\s\S]*?)<\/style>/g;

const hashes = (html: string, pattern: RegExp) => [
  ...new Set(
    Array.from(
      html.matchAll(pattern),
      ([, text]) =>
        `'sha256-${createHash('sha256')
          .update(text ?? '')
          .digest('base64')}'`,
    ),
  ),
];

/** A policy without exceptions: inline script and style only as they stand in this very page. */
export function contentSecurityPolicy(html: string, origins: { media: string; api: string }): string {
  const join = (...parts: string[]) => parts.filter(Boolean).join(' ');
  return [
    "default-src 'none'",
    join('script-src', "'self'", ...hashes(html, INLINE_SCRIPT)),
    join('style-src', "'self'", ...hashes(html, INLINE_STYLE)),
    join('img-src', "'self'", 'data:', 'blob:', origins.media),
    join('media-src', "'self'", 'blob:', origins.media),
    "font-src 'self'",
    join('connect-src', "'self'", origins.api),
    "manifest-src 'self'",
    "worker-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}

// Starts the page's scripts when the browser has nothing better to do, or at the first touch; a page that only reads
// waits for that touch. Everything on a public page works before that.
const HYDRATE = `(()=>{let done;const go=()=>{if(done)return;done=1;const s=document.createElement('script');s.type='module';s.textContent=document.getElementById('hydrate').textContent;document.body.append(s)};for(const t of['pointerdown','keydown','touchstart'])addEventListener(t,go,{once:true,passive:true,capture:true});'still'in document.body.dataset||addEventListener('load',()=>window.requestIdleCallback?requestIdleCallback(go,{timeout:4000}):setTimeout(go,2000))})()`;

const MODULE_SCRIPT = /<script type="module"[^>]*>([\s\S]*?)<\/script>/;
const MODULE_PRELOAD = /<link rel="modulepreload"[^>]*>/g;

/** Script never stands before the first paint: no preloads, and the entry waits as inert text. */
export function deferHydration(html: string): string {
  return html
    .replace(MODULE_PRELOAD, '')
    .replace(
      MODULE_SCRIPT,
      (_, text: string) =>
        `<script type="text/plain" id="hydrate">${text}</script><script>${HYDRATE}</script>`,
    );
}

/** Parameters that campaigns add and no page reads; they must not make pages of their own in the cache. */
const TRACKING = /^(utm_\w+|gclid|fbclid|msclkid)$/;

/** Always below the site's own address: `//elsewhere/x` and `http://elsewhere/x` are paths here, not hosts. */
function pageUrl(request: FastifyRequest, base: string): URL {
  const [path = '/', ...query] = request.url.split('?');
  const url = new URL(base);
  url.pathname = path;
  url.search = query.join('?');
  for (const name of [...url.searchParams.keys()]) if (TRACKING.test(name)) url.searchParams.delete(name);
  return url;
}

const LAST_RESORT = `<!DOCTYPE html><html lang="pt-BR"><meta charset="utf-8"><title>Algo deu errado</title><h1>Algo deu errado do nosso lado</h1><p>Tente de novo em instantes. <a href="/">Voltar à página inicial</a></p></html>`;

const fail = (page: Produced): never => {
  throw new FailedPage(page);
};

/** React Router's request for a page's data alone, made on navigation. */
const isData = (url: URL) => url.pathname.endsWith('.data');

const isPrivate = (path: string) => /^\/(admin|auth)(\/|$)/.test(path);

interface EntryModule {
  apiContext: typeof apiContext;
  runtimeContext: typeof runtimeContext;
  returnedFormContext: typeof returnedFormContext;
}

/** What page loaders of this build find in their context. */
export function pageContext(
  build: ServerBuild,
  call: CallApi,
  runtime: Runtime,
  returned: ReturnedForm | null = null,
): RouterContextProvider {
  const entry = build.entry.module as unknown as EntryModule;
  const context = new RouterContextProvider();
  context.set(entry.apiContext, call);
  context.set(entry.runtimeContext, runtime);
  if (returned) context.set(entry.returnedFormContext, returned);
  return context;
}

export interface PageOptions {
  /** The server build of React Router; a function in development, where it changes. */
  build: ServerBuild | (() => Promise<ServerBuild>);
  call: CallApi;
  runtime: Runtime;
  origins: { media: string; api: string };
  development: boolean;
}

/** Makes the page at `path` as the answer to its own form: for one person, never kept. */
export type ReturnPage = (path: string, form: ReturnedForm) => Promise<Produced>;

/** Registers every address that is neither API nor file: pages, and the data that they fetch on navigation. */
export function registerPages(app: FastifyInstance, deps: Deps, options: PageOptions): ReturnPage {
  const rendererOf = (build: ServerBuild) => ({
    build,
    render: createRequestHandler(build, options.development ? 'development' : 'production'),
  });
  const { build } = options;
  const finished = typeof build === 'function' ? null : rendererOf(build);
  const current = async () => finished ?? rendererOf(await (build as () => Promise<ServerBuild>)());

  const produce = async (url: URL, returned: ReturnedForm | null = null): Promise<Produced> => {
    const { build, render } = await current();
    let incomplete = false;
    const call: CallApi = async (endpoint, input) => {
      try {
        return await options.call(endpoint, input);
      } catch (error) {
        incomplete ||= toFailure(error).status >= 500;
        throw error;
      }
    };
    const context = pageContext(build, call, options.runtime, returned);
    const signal = AbortSignal.timeout(30_000);
    const response = await render(new Request(url, { signal }), context);
    const type = response.headers.get('content-type') ?? 'text/plain; charset=utf-8';
    let body: string | null = await response.text();
    const headers: Record<string, string> = { ...securityHeaders };
    const location = response.headers.get('location');
    if (location) headers.location = location;
    for (const [name, value] of response.headers) if (name.startsWith('x-remix')) headers[name] = value;
    if (type.startsWith('text/html')) {
      if (!isPrivate(url.pathname) && !options.development) body = deferHydration(body);
      if (!options.development)
        headers['content-security-policy'] = contentSecurityPolicy(body, options.origins);
    }
    if (isPrivate(url.pathname)) headers['x-robots-tag'] = 'noindex';
    if (response.status === 204) body = null;
    // Even the error page failed: React Router's own answer is bare English text.
    if (response.status >= 500 && !type.startsWith('text/html') && !isData(url)) {
      return fail({ status: response.status, type: 'text/html; charset=utf-8', body: LAST_RESORT, headers });
    }
    const page = { status: response.status, type, body, headers };
    return incomplete || response.status >= 500 ? fail(page) : page;
  };

  app.route({
    method: ['GET', 'HEAD'],
    url: '/*',
    exposeHeadRoute: false,
    handler: async (request, reply) => {
      const url = pageUrl(request, deps.publicUrl());
      const fresh = () => produce(url);
      try {
        if (options.development || isPrivate(url.pathname)) return sendFresh(reply, await fresh());
        const finished = await deps.answers.get(`page ${url.pathname}${url.search}`, fresh);
        reply.hijack();
        sendFinished(finished, request.raw, reply.raw);
      } catch (error) {
        return sendFresh(reply, pageOf(error));
      }
    },
  });

  return (path, form) => produce(new URL(path, deps.publicUrl()), form).catch(pageOf);
}

function pageOf(error: unknown): Produced {
  if (error instanceof FailedPage) return error.page;
  throw error;
}

/** Sends a page that nobody may keep. */
export function sendFresh(reply: FastifyReply, page: Produced) {
  return reply
    .code(page.status)
    .headers({ ...page.headers, 'cache-control': 'no-store' })
    .type(page.type)
    .send(page.body ?? '');
}
