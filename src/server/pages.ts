import { createHash, randomBytes } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { createRequestHandler, RouterContextProvider, type ServerBuild } from 'react-router';
import { OFFICE } from '../contract/addresses.ts';
import type { CallApi } from '../contract/caller.ts';
import { failures } from '../contract/failure.ts';
import type { Preview } from '../contract/preview.ts';
import type { ReturnedForm } from '../contract/returned.ts';
import { tellCode } from '../contract/texts.ts';
import type { Deps, SitePages } from '../platform/deps.ts';
import { escapeHtml } from '../platform/escapeHtml.ts';
import { type Answers, CallerLeft, type Produced, sendFinished } from '../platform/http/cache.ts';
import { sendCompressed } from '../platform/http/compress.ts';
import { toFailure } from '../platform/http/failures.ts';
import { apiHeaders, securityHeaders } from '../platform/http/headers.ts';
import { NO_ROUTE } from '../platform/http/observe.ts';
import { requestSignal } from '../platform/http/requestEnd.ts';
import { callerKey } from '../platform/limits.ts';
import { createPlaces } from '../platform/places.ts';
import { currentTrace } from '../platform/trace.ts';
import type { markContext, Runtime, reportContext, runtimeContext } from '../site/api.ts';
import type { Documents } from '../site/made.ts';
import type { readerContext } from '../ui/reader.ts';
import {
  type Address,
  type Addresses,
  createAddresses,
  NO_PAGE,
  type Read,
  withoutRecord,
} from './addresses.ts';
import type { Reading } from './reader.ts';
import { namesNoRecord } from './unknown.ts';

/** A page that lacks what it should show: kept out of the cache, but sent when there is no earlier good one. */
export class FailedPage extends Error {
  readonly page: Produced;
  constructor(page: Produced) {
    super(`page failed with ${page.status}`);
    this.page = page;
  }
}

const sha256 = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/**
 * A policy without exceptions: inline script and style only where they carry the mark that this one rendering gave
 * to whatever makes them. What else stands in the page (a text that became markup, say) has no way to know it. The
 * mark leaves the page with this.
 */
export function sealPage(
  html: string,
  mark: string,
  origins: { media: string; api: string },
  isOffice = false,
): { html: string; policy: string } {
  const hashesOf = (tag: 'script' | 'style') => [
    ...new Set(
      Array.from(
        html.matchAll(new RegExp(`<${tag}\\b[^>]*\\snonce="${mark}"[^>]*>([\\s\\S]*?)</${tag}>`, 'g')),
        ([, text]) => text ?? '',
      )
        .filter(Boolean)
        .map(sha256),
    ),
  ];
  const join = (...parts: string[]) => parts.filter(Boolean).join(' ');
  const policy = [
    "default-src 'none'",
    join('script-src', "'self'", ...hashesOf('script')),
    join('style-src', "'self'", ...hashesOf('style')),
    join('img-src', "'self'", 'data:', 'blob:', origins.media),
    join('media-src', "'self'", 'blob:', origins.media),
    "font-src 'self'",
    join('connect-src', "'self'", origins.api),
    "manifest-src 'self'",
    "worker-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    // Where a token is kept, no text becomes markup or script, whoever wrote it and whatever library would.
    ...(isOffice ? ["require-trusted-types-for 'script'", 'trusted-types default preview'] : []),
  ].join('; ');
  return { html: html.replaceAll(` nonce="${mark}"`, ''), policy };
}

/** A page for when no other can be made. */
export const plainPage = (text: string, code = currentTrace()?.code) =>
  `<!DOCTYPE html><html lang="pt-BR"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Algo deu errado</title><h1>Algo deu errado</h1><p>${escapeHtml(text)} <a href="/">Voltar à página inicial</a></p>${code ? `<p>${escapeHtml(tellCode(code))}</p>` : ''}</html>`;

const HTML = 'text/html; charset=utf-8';
const UNLISTED = { 'x-robots-tag': 'noindex' };

const fail = (page: Produced): never => {
  throw new FailedPage(page);
};

interface EntryModule extends Documents {
  runtimeContext: typeof runtimeContext;
  markContext: typeof markContext;
  readerContext: typeof readerContext;
  reportContext: typeof reportContext;
  /** The same build, whose screens are loaded for a reader. */
  withScreens: (build: ServerBuild) => ServerBuild;
}

const entryOf = (build: ServerBuild) => build.entry.module as unknown as EntryModule;

export interface PageOptions {
  /** The server build of React Router; a function in development, where it changes. */
  build: ServerBuild | (() => Promise<ServerBuild>);
  call: CallApi;
  runtime: Runtime;
  origins: { media: string; api: string };
  development: boolean;
  /** A render that takes longer gives up its place; see `waitForTurn`. */
  placeMs?: number;
}

/** As `call`, but what is no single record's is read once for all pages that show it, until it changes. */
export const readingOnce =
  ({ reading }: Answers, call: CallApi): CallApi =>
  (endpoint, input) =>
    input?.params || input?.body || input?.files
      ? call(endpoint, input)
      : reading(endpoint.path + (input?.query ? `?${JSON.stringify(input.query)}` : ''), () =>
          call(endpoint, input),
        );

/** Makes the page at `path` as the answer to its own form: for one person, never kept. Queues for `request`. */
export type ReturnPage = (path: string, form: ReturnedForm, request?: FastifyRequest) => Promise<Produced>;

export interface Pages {
  /** For who shows them otherwise than at their own addresses. */
  site: SitePages;
  /** Registers every address that is neither API nor file, and makes screens for whom `readingOf` says. */
  register(app: FastifyInstance, readingOf?: (request: FastifyRequest) => Promise<Reading | null>): void;
  returnPage: ReturnPage;
}

/** Makes pages out of the build and what `call` answers. */
export function createPages(
  deps: Pick<Deps, 'answers' | 'log' | 'metrics' | 'siteUrl'>,
  options: PageOptions,
): Pages {
  const mode = options.development ? 'development' : 'production';
  const rendererOf = (build: ServerBuild): Renderer => ({
    build,
    render: createRequestHandler(build, mode),
    renderFor: createRequestHandler(entryOf(build).withScreens(build), mode),
    addresses: createAddresses(build.routes, entryOf(build).documentPatterns),
  });
  const { build } = options;
  const read = readingOnce(deps.answers, options.call);
  const finished = typeof build === 'function' ? null : rendererOf(build);
  const current = async () => finished ?? rendererOf(await (build as () => Promise<ServerBuild>)());

  const takePlace = createPlaces(RENDERS);
  /** Waits for a place among the pages that are rendered for callers; returns the function that gives it back. */
  const waitForTurn = async (request: FastifyRequest) => {
    const signal = requestSignal(request);
    const giveBack = await takePlace(callerKey(request.ip), signal).catch((error: unknown) => {
      throw signal.aborted ? new CallerLeft() : error;
    });
    // A render then waits for its data, and the processor is free for others.
    const timer = setTimeout(giveBack, options.placeMs ?? PLACE_MS);
    return () => {
      clearTimeout(timer);
      giveBack();
    };
  };

  const produceInTurn = async (request: FastifyRequest, address: Address, asked: Asked) => {
    const giveBack = await waitForTurn(request);
    try {
      return await produce(address, asked);
    } finally {
      giveBack();
    }
  };

  const produce = async (address: Address, asked: Asked = {}): Promise<Produced> => {
    const renderer = await current();
    // Always below the site's own address.
    const url = new URL(deps.siteUrl());
    url.pathname = address.path;
    url.search = asked.query ?? '';
    let incomplete = false;
    let refused = false;
    const told: Told[] = [];
    const call: CallApi = async (endpoint, input) => {
      try {
        const again = () => deps.answers.standing(() => read(endpoint, input));
        const { value, stands } = await again();
        told.push({ again, stands, mark: markOf(value) });
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
    const page = await make(renderer, address, asked, url, call);
    deps.metrics.renders.observe((performance.now() - begun) / 1000, [routeOf(address)]);
    if (incomplete || page.status >= 500) return fail(page);
    return refused
      ? page
      : {
          ...page,
          same: async () => (await Promise.all(told.map(isSame)).catch(() => [false])).every(Boolean),
        };
  };

  /** What carries the mark leaves with a policy that allows it by its hash; while one develops there is none. */
  const sealed = (html: string, mark: string, headers = {}, isOffice = false) => {
    if (options.development) return { body: html, headers: securityHeaders };
    const { html: body, policy } = sealPage(html, mark, options.origins, isOffice);
    return { body, headers: { ...securityHeaders, 'content-security-policy': policy, ...headers } };
  };

  const makePage: Make = async ({ build }, address, { returned = null, isTyped, preview }, url, call) => {
    const mark = newMark();
    const made = await entryOf(build).makeDocument({
      pattern: address.pattern,
      params: { uuid: address.params.uuid ?? '' },
      url,
      call,
      runtime: options.runtime,
      returned,
      preview,
      mark,
      code: currentTrace()?.code ?? null,
    });
    if (made.error) deps.log.error({ err: made.error, page: routeOf(address) }, 'page failed');
    if (made.to !== undefined)
      return {
        status: made.status,
        type: 'text/plain',
        body: '',
        headers: { ...apiHeaders, location: made.to },
      };
    const own = `rel="canonical" href="${url.href.replaceAll('&', '&amp;')}"`;
    return {
      status: made.status,
      type: HTML,
      ...sealed(made.html, mark, preview && UNLISTED),
      typed: isTyped && !made.html.includes(own),
      route: routeOf(address),
    };
  };

  const makeScreen: Make = async (renderer, address, { reading = null }, url) => {
    const mark = newMark();
    const entry = entryOf(renderer.build);
    const context = new RouterContextProvider();
    context.set(entry.runtimeContext, options.runtime);
    context.set(entry.markContext, mark);
    context.set(entry.readerContext, reading);
    context.set(entry.reportContext, (error) =>
      deps.log.error({ err: error, page: routeOf(address) }, 'screen failed'),
    );
    const render = reading ? renderer.renderFor : renderer.render;
    const signal = AbortSignal.timeout(30_000);
    const response = await render(new Request(url, { signal }), context);
    const type = response.headers.get('content-type') ?? 'text/plain; charset=utf-8';
    const isHtml = type.startsWith('text/html');
    let { status } = response;
    const text = await response.text();
    // Even the error page failed: React Router's own answer is bare English text.
    if (status >= 500 && !isHtml)
      return { status, type: HTML, ...sealed(plainPage(failures.internal.text), mark, UNLISTED) };
    const { body, headers } = isHtml
      ? sealed(text, mark, UNLISTED, true)
      : { body: text, headers: { ...apiHeaders, ...UNLISTED } };
    const passed = [...response.headers].filter(
      ([name]) => name === 'location' || name.startsWith('x-remix'),
    );
    if (status === 200 && address.pattern.endsWith('*')) status = 404;
    return {
      status,
      type,
      body: status === 204 ? null : body,
      headers: { ...headers, ...Object.fromEntries(passed) },
    };
  };

  const findPage = async (asked: string) => {
    const renderer = await current();
    const [path = '/', ...query] = asked.split('?');
    const found = renderer.addresses.find(path);
    // Staff's screens are none of the site's.
    const address = found.isPrivate ? renderer.addresses.find(NO_PAGE) : found;
    return { renderer, address, read: renderer.addresses.read(address, query.join('?')) };
  };
  const site: SitePages = {
    async ready(path) {
      const { renderer, address } = await findPage(path);
      await entryOf(renderer.build).readyDocument(address.pattern);
      return address.pattern !== '*';
    },
    async draw({ address: asked, call, preview }) {
      const { renderer, address, read } = await findPage(asked);
      const url = new URL(deps.siteUrl());
      url.pathname = address.path;
      url.search = read.query;
      return makePage(renderer, address, { ...read, preview }, url, call);
    },
  };

  /** The one way to write the address, by which a hit is found. */
  const keyOf = ({ path }: Address, query: string) => `${path}${query && `?${query}`}`;

  /** A page whose record there is not is made once, whatever record was asked for. */
  const producer = (request: FastifyRequest, address: Address, read: Read) => async () => {
    const none = withoutRecord(address);
    if (address.path === none.path || !(await namesNoRecord(options.call, address)))
      return produceInTurn(request, address, read);
    return { instead: keyOf(none, ''), produce: () => produceInTurn(request, none, {}) };
  };

  /** Renders a page for callers without a session: browsers keep none, so that none is shown after a sign-in. */
  const produceShell = async ({ address, query }: Shell): Promise<Produced> => {
    const page = await produce(address, { query });
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
        const { addresses } = await current();
        const address = addresses.find(path);
        const read = addresses.read(address, rest.join('?'));
        if (request.trace) request.trace.route = routeOf(address);
        if (address.pattern !== '*' && path !== address.path) {
          if (address.isPrivate) reply.headers({ 'cache-control': 'no-store', 'x-robots-tag': 'noindex' });
          return reply.redirect(address.path + (rest.length > 0 ? `?${rest.join('?')}` : ''), 301);
        }
        try {
          const reading = isScreen(address) ? await readingOf?.(request) : null;
          if (reading) {
            const page = await produce(address, { ...read, reading });
            if (!reading.failed) return sendFresh(reply, page, reading.compressible);
          }
          const shell = addresses.shell(address, read.query);
          if (options.development || (address.isPrivate && !shell))
            return sendFresh(
              reply,
              await (shell ? produceShell(shell) : produceInTurn(request, address, read)),
            );
          const finished = await (shell
            ? deps.answers.fixed(keyOf(shell.address, shell.query), () => produceShell(shell), SHELL_SECONDS)
            : deps.answers.get(keyOf(address, read.query), producer(request, address, read)));
          reply.hijack();
          sendFinished(finished, request.raw, reply.raw);
        } catch (error) {
          return sendFresh(reply, pageOf(error));
        }
      },
    });
  };

  return {
    site,
    register,
    async returnPage(path, returned, request) {
      const { addresses } = await current();
      const address = addresses.find(path);
      const page = request ? produceInTurn(request, address, { returned }) : produce(address, { returned });
      return page.catch(pageOf);
    },
  };
}

/** What a page was told. */
interface Told {
  again: () => ReturnType<Answers['standing']>;
  stands: () => boolean;
  mark: string;
}

/** What does not stand any more is asked again. */
async function isSame(told: Told): Promise<boolean> {
  if (told.stands()) return true;
  const { value, stands } = await told.again();
  told.stands = stands;
  return markOf(value) === told.mark;
}

const marks = new WeakMap<object, string>();

/** The same for what says the same. What is read once for all pages is marked once. */
function markOf(answer: unknown): string {
  if (typeof answer !== 'object' || answer === null) return String(answer);
  let mark = marks.get(answer);
  if (!mark) {
    mark = createHash('sha1').update(JSON.stringify(answer)).digest('base64');
    marks.set(answer, mark);
  }
  return mark;
}

/** As counts and lines name it. */
const routeOf = ({ pattern }: Address) => (pattern === '*' ? NO_ROUTE : pattern);

const isScreen = ({ pattern }: Address) => pattern === OFFICE || pattern.startsWith(`${OFFICE}/`);

interface Renderer {
  build: ServerBuild;
  render: ReturnType<typeof createRequestHandler>;
  /** With what the screen shows, for whom it is made. */
  renderFor: ReturnType<typeof createRequestHandler>;
  addresses: Addresses;
}

type Make = (
  renderer: Renderer,
  address: Address,
  asked: Asked,
  url: URL,
  call: CallApi,
) => Promise<Produced>;

const newMark = () => randomBytes(18).toString('base64url');

type Shell = NonNullable<ReturnType<Addresses['shell']>>;

/** The sign-in greets by the time of day, so its shell must not be much older. */
const SHELL_SECONDS = 60;

/** Public pages that are rendered at once; one caller gets at most half, in turn with the others. */
const RENDERS = { most: 8, each: 4 };
const PLACE_MS = 2000;

interface Asked extends Partial<Read> {
  returned?: ReturnedForm | null;
  /** How it is shown to staff alone. */
  preview?: Preview;
  /** For whom a screen of the back office is made. */
  reading?: Reading | null;
}

function pageOf(error: unknown): Produced {
  if (error instanceof FailedPage) return error.page;
  throw error;
}

/** Sends a page that nobody may keep. */
export function sendFresh(reply: FastifyReply, page: Produced, isCompressible = true) {
  reply
    .code(page.status)
    .headers({ ...page.headers, 'cache-control': 'no-store' })
    .type(page.type);
  const body = page.body ?? '';
  return isCompressible ? sendCompressed(reply, body) : reply.send(body);
}
