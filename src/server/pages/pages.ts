import { createHash, randomBytes } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ServerBuild } from 'react-router';
import type { Deps, SitePages } from '../../platform/deps.ts';
import { escapeHtml } from '../../platform/escapeHtml.ts';
import type { RenderedResponse } from '../../platform/http/cache/cachedResponse.ts';
import { sendCompressed } from '../../platform/http/cache/compress.ts';
import { CallerDisconnected, type ResponseCache } from '../../platform/http/cache/responseCache.ts';
import { sendCachedResponse } from '../../platform/http/cache/sendCachedResponse.ts';
import { toFailure } from '../../platform/http/failures.ts';
import { apiHeaders, securityHeaders } from '../../platform/http/headers.ts';
import { requestSignal } from '../../platform/http/limits/requestEnd.ts';
import { currentTrace } from '../../platform/observability/trace.ts';
import { callerKey } from '../../platform/security/rateLimits.ts';
import { BACK_OFFICE } from '../../shared/addresses.ts';
import { createConcurrencyLimit } from '../../shared/async.ts';
import type { CallApi } from '../../shared/caller.ts';
import { failures } from '../../shared/failure.ts';
import type { PreviewContext } from '../../shared/preview.ts';
import type { RejectedForm } from '../../shared/rejectedForm.ts';
import { requestCodeText } from '../../shared/text/texts.ts';
import type { Runtime } from '../../site/api.ts';
import type { Documents } from '../../site/documents.ts';
import { applyContentPolicy } from './contentPolicy.ts';
import { isMissingRecord } from './missingRecord.ts';
import {
  createAddressLookup,
  type PageAddress,
  type PageQuery,
  PRIVATE_PATTERNS,
  readQuery,
  routeOf,
  type Shell,
  shellOf,
  UNKNOWN_PAGE,
  withoutRecord,
} from './pageAddresses.ts';
import type { ScreenAccess } from './screenAccess.ts';
import type { Screens } from './screens.ts';

/** A page that lacks data. It is not cached, but sent if the cache has no earlier good page. */
export class IncompletePage extends Error {
  readonly page: RenderedResponse;
  constructor(page: RenderedResponse) {
    super(`page failed with ${page.status}`);
    this.page = page;
  }
}

/** Returns a minimal page for failures in which no other page can be rendered. */
export const plainPage = (text: string, code = currentTrace()?.code) =>
  `<!DOCTYPE html><html lang="pt-BR"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Algo deu errado</title><h1>Algo deu errado</h1><p>${escapeHtml(text)} <a href="/">Voltar à página inicial</a></p>${code ? `<p>${escapeHtml(requestCodeText(code))}</p>` : ''}</html>`;

const HTML = 'text/html; charset=utf-8';
const UNLISTED = { 'x-robots-tag': 'noindex' };

const fail = (page: RenderedResponse): never => {
  throw new IncompletePage(page);
};

/** Exports of `entry.site.ts`. */
export interface SiteEntry extends Documents {
  /** Changes with the files for browsers. */
  version: string;
  /** Script of the service worker; it needs `VERSION` and `API_PREFIX`. */
  serviceWorker: string;
  /** Script that replaces the service worker and removes its caches. */
  serviceWorkerRemoval: string;
}

export interface PageOptions {
  /** Returns the public pages. In development they change. */
  site: () => Promise<SiteEntry>;
  /**
   * Returns React Router's build: the back office and the sign-in pages. It is called at their first request,
   * because it takes a third of the memory of all code.
   */
  screens: () => Promise<ServerBuild>;
  call: CallApi;
  runtime: Runtime;
  origins: { media: string; api: string };
  development: boolean;
  /** A render that takes longer gives up its slot; see `waitForSlot`. */
  slotMs?: number;
}

/**
 * Returns `call` with shared reads: a response without a record id is read once for all pages, until it
 * changes.
 */
export const withSharedReads =
  ({ sharedRead }: ResponseCache, call: CallApi): CallApi =>
  (endpoint, input) =>
    input?.params || input?.body || input?.files
      ? call(endpoint, input)
      : sharedRead(endpoint.path + (input?.query ? `?${JSON.stringify(input.query)}` : ''), () =>
          call(endpoint, input),
        );

/**
 * Renders the page at `path` as the response to its own form, for one client and uncached. Takes a slot for
 * `request`.
 */
export type RenderReturnedForm = (
  path: string,
  form: RejectedForm,
  request?: FastifyRequest,
) => Promise<RenderedResponse>;

export interface Pages {
  /** Renders pages at addresses other than their own, such as previews. */
  site: SitePages;
  /** Registers all addresses outside API and files. Screens are preloaded for the user of `screenAccessOf`. */
  register(app: FastifyInstance, readingOf?: (request: FastifyRequest) => Promise<ScreenAccess | null>): void;
  renderReturnedForm: RenderReturnedForm;
}

/** Creates pages from the build and from the data that `call` returns. */
export function createPages(
  deps: Pick<Deps, 'responseCache' | 'log' | 'metrics' | 'siteUrl'>,
  options: PageOptions,
): Pages {
  const read = withSharedReads(deps.responseCache, options.call);

  let lookup: { site: SiteEntry; find: ReturnType<typeof createAddressLookup> } | undefined;
  /** Finds a public page. All addresses of the back office and of the sign-in have one of `PRIVATE_PATTERNS`. */
  const findInSite = async (path: string) => {
    const site = await options.site();
    if (lookup?.site !== site)
      lookup = { site, find: createAddressLookup([...site.documentPatterns, ...PRIVATE_PATTERNS]) };
    return lookup.find(path);
  };

  let screens: Screens | undefined;
  const currentScreens = async () => {
    const { createScreens } = await import('./screens.ts');
    const build = await options.screens();
    if (screens?.build !== build) screens = createScreens(build, options, deps.log);
    return screens;
  };

  const find = async (path: string): Promise<PageAddress> => {
    const address = await findInSite(path);
    return address.isPrivate ? (await currentScreens()).find(path) : address;
  };

  const takeSlot = createConcurrencyLimit(RENDER_SLOTS);
  /** Waits for a render slot of the caller; returns the function that releases it. */
  const waitForSlot = async (request: FastifyRequest) => {
    const signal = requestSignal(request);
    const release = await takeSlot(callerKey(request.ip), signal).catch((error: unknown) => {
      throw signal.aborted ? new CallerDisconnected() : error;
    });
    // After this time a render mostly waits for data, and the processor is free for others.
    const timer = setTimeout(release, options.slotMs ?? SLOT_MS);
    return () => {
      clearTimeout(timer);
      release();
    };
  };

  const renderWithSlot = async (request: FastifyRequest, address: PageAddress, input: RenderInput) => {
    const release = await waitForSlot(request);
    try {
      return await render(address, input);
    } finally {
      release();
    }
  };

  const render = async (address: PageAddress, input: RenderInput = {}): Promise<RenderedResponse> => {
    // The URL always starts with the site's own origin, whatever `Host` the request has.
    const url = new URL(deps.siteUrl());
    url.pathname = address.path;
    url.search = input.query ?? '';
    let incomplete = false;
    let refused = false;
    const reads: PageRead[] = [];
    const call: CallApi = async (endpoint, input) => {
      try {
        const reread = () => deps.responseCache.trackedRead(() => read(endpoint, input));
        const { value, stands } = await reread();
        reads.push({ reread, stands, digest: digestOf(value) });
        return value;
      } catch (error) {
        refused = true;
        const failure = toFailure(error);
        if (failure.status >= 500) {
          incomplete = true;
          deps.log.error({ err: failure.cause ?? error, endpoint: endpoint.path }, failure.code);
        }
        throw failure;
      }
    };
    const make = address.isPrivate ? makeScreen : makePage;
    const begun = performance.now();
    const page = await make(address, input, url, call);
    deps.metrics.renders.observe((performance.now() - begun) / 1000, [routeOf(address)]);
    if (incomplete || page.status >= 500) return fail(page);
    return refused
      ? page
      : {
          ...page,
          same: async () => (await Promise.all(reads.map(isUnchanged)).catch(() => [false])).every(Boolean),
        };
  };

  /** Replaces the nonces by a policy with hashes. In development there is no policy. */
  const sealed = (html: string, nonce: string, headers = {}, isOffice = false) => {
    if (options.development) return { body: html, headers: securityHeaders };
    const { html: body, policy } = applyContentPolicy(html, nonce, options.origins, isOffice);
    return { body, headers: { ...securityHeaders, 'content-security-policy': policy, ...headers } };
  };

  const makePage: Make = async (address, { returned = null, hasUserInput, preview }, url, call) => {
    const nonce = newNonce();
    const { renderDocument } = await options.site();
    const rendered = await renderDocument({
      pattern: address.pattern,
      params: { uuid: address.params.uuid ?? '' },
      url,
      call,
      runtime: options.runtime,
      returned,
      preview,
      nonce,
      code: currentTrace()?.code ?? null,
    });
    if (rendered.error) deps.log.error({ err: rendered.error, page: routeOf(address) }, 'page failed');
    if (rendered.location !== undefined)
      return {
        status: rendered.status,
        type: 'text/plain',
        body: '',
        headers: { ...apiHeaders, location: rendered.location },
      };
    const own = `rel="canonical" href="${url.href.replaceAll('&', '&amp;')}"`;
    return {
      status: rendered.status,
      type: HTML,
      ...sealed(rendered.html, nonce, preview && UNLISTED),
      typed: hasUserInput && !rendered.html.includes(own),
      route: routeOf(address),
    };
  };

  const makeScreen: Make = async (address, { reading = null }, url) => {
    const nonce = newNonce();
    const { render } = await currentScreens();
    const { status, type, text, headers, isHtml } = await render(address, reading, url, nonce);
    // Even the error page failed: React Router's own response is bare English text.
    if (status >= 500 && !isHtml)
      return { status, type: HTML, ...sealed(plainPage(failures.internal.text), nonce, UNLISTED) };
    const page = isHtml
      ? sealed(text, nonce, UNLISTED, true)
      : { body: text, headers: { ...apiHeaders, ...UNLISTED } };
    return {
      status: status === 200 && address.pattern.endsWith('*') ? 404 : status,
      type,
      body: status === 204 ? null : page.body,
      headers: { ...page.headers, ...headers },
    };
  };

  const findPage = async (target: string) => {
    const [path = '/', ...query] = target.split('?');
    const match = await findInSite(path);
    // Screens of the back office are not pages of the site.
    const address = match.isPrivate ? await findInSite(UNKNOWN_PAGE) : match;
    return { address, read: readQuery(address, query.join('?')) };
  };
  const site: SitePages = {
    async hasPage(path) {
      const { address } = await findPage(path);
      const { preloadDocument } = await options.site();
      await preloadDocument(address.pattern);
      return address.pattern !== '*';
    },
    async render({ address: target, call, preview }) {
      const { address, read } = await findPage(target);
      const url = new URL(deps.siteUrl());
      url.pathname = address.path;
      url.search = read.query;
      return makePage(address, { ...read, preview }, url, call);
    },
  };

  /** Returns the cache key: the canonical address. */
  const keyOf = ({ path }: PageAddress, query: string) => `${path}${query && `?${query}`}`;

  /** All missing records of a route share one page. */
  const producerOf = (request: FastifyRequest, address: PageAddress, read: PageQuery) => async () => {
    const missing = withoutRecord(address);
    if (address.path === missing.path || !(await isMissingRecord(options.call, address)))
      return renderWithSlot(request, address, read);
    return { instead: keyOf(missing, ''), produce: () => renderWithSlot(request, missing, {}) };
  };

  /**
   * Renders a page for anonymous callers. It is `no-store`, so that browsers do not show it after a sign-in.
   */
  const renderShell = async ({ address, query }: Shell): Promise<RenderedResponse> => {
    const page = await render(address, { query });
    return {
      ...page,
      headers: { ...page.headers, 'cache-control': 'no-store' },
      route: routeOf(address),
    };
  };

  const register: Pages['register'] = (app, readingOf) => {
    app.route({
      method: ['GET', 'HEAD'],
      url: '/*',
      exposeHeadRoute: false,
      handler: async (request, reply) => {
        const [path = '/', ...rest] = request.url.split('?');
        const address = await find(path);
        const read = readQuery(address, rest.join('?'));
        if (request.trace) request.trace.route = routeOf(address);
        if (address.pattern !== '*' && path !== address.path) {
          if (address.isPrivate) reply.headers({ 'cache-control': 'no-store', 'x-robots-tag': 'noindex' });
          return reply.redirect(address.path + (rest.length > 0 ? `?${rest.join('?')}` : ''), 301);
        }
        try {
          const reading = isScreen(address) ? await readingOf?.(request) : null;
          if (reading) {
            const page = await render(address, { ...read, reading });
            if (!reading.hasFailed) return sendUncached(reply, page, reading.isCompressible);
          }
          const shell = shellOf(address, read.query);
          if (options.development || (address.isPrivate && !shell))
            return sendUncached(
              reply,
              await (shell ? renderShell(shell) : renderWithSlot(request, address, read)),
            );
          const finished = await (shell
            ? deps.responseCache.fixed(
                keyOf(shell.address, shell.query),
                () => renderShell(shell),
                SHELL_SECONDS,
              )
            : deps.responseCache.get(keyOf(address, read.query), producerOf(request, address, read)));
          reply.hijack();
          sendCachedResponse(finished, request.raw, reply.raw);
        } catch (error) {
          return sendUncached(reply, pageOf(error));
        }
      },
    });
  };

  return {
    site,
    register,
    async renderReturnedForm(path, returned, request) {
      const address = await find(path);
      const page = request ? renderWithSlot(request, address, { returned }) : render(address, { returned });
      return page.catch(pageOf);
    },
  };
}

/** A read of the API that a page depends on. */
interface PageRead {
  reread: () => ReturnType<ResponseCache['trackedRead']>;
  stands: () => boolean;
  digest: string;
}

/** Returns whether a read still has the same result; reads again if it may have changed. */
async function isUnchanged(read: PageRead): Promise<boolean> {
  if (read.stands()) return true;
  const { value, stands } = await read.reread();
  read.stands = stands;
  return digestOf(value) === read.digest;
}

const digests = new WeakMap<object, string>();

/** Returns a digest of the content of `answer`. The digest of an object that pages share is computed once. */
function digestOf(answer: unknown): string {
  if (typeof answer !== 'object' || answer === null) return String(answer);
  let digest = digests.get(answer);
  if (!digest) {
    digest = createHash('sha1').update(JSON.stringify(answer)).digest('base64');
    digests.set(answer, digest);
  }
  return digest;
}

const isScreen = ({ pattern }: PageAddress) =>
  pattern === BACK_OFFICE || pattern.startsWith(`${BACK_OFFICE}/`);

type Make = (address: PageAddress, input: RenderInput, url: URL, call: CallApi) => Promise<RenderedResponse>;

const newNonce = () => randomBytes(18).toString('base64url');

/** Cache time of a shell. The sign-in page greets by the time of day, so its shell must stay young. */
const SHELL_SECONDS = 60;

/** Public pages that are rendered at once. One caller gets at most half, in turn with the others. */
const RENDER_SLOTS = { max: 8, maxPerCaller: 4 };
const SLOT_MS = 2000;

interface RenderInput extends Partial<PageQuery> {
  returned?: RejectedForm | null;
  /** How the page is shown to staff in a preview. */
  preview?: PreviewContext;
  /** The signed-in user that a screen of the back office is preloaded for. */
  reading?: ScreenAccess | null;
}

function pageOf(error: unknown): RenderedResponse {
  if (error instanceof IncompletePage) return error.page;
  throw error;
}

/** Sends a page as `no-store`. */
export function sendUncached(reply: FastifyReply, page: RenderedResponse, isCompressible = true) {
  reply
    .code(page.status)
    .headers({ ...page.headers, 'cache-control': 'no-store' })
    .type(page.type);
  const body = page.body ?? '';
  return isCompressible ? sendCompressed(reply, body) : reply.send(body);
}
