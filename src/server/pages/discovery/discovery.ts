import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { brand } from '../../../brand/brand.ts';
import { siteBranches } from '../../../content/branches/branch.contract.ts';
import { siteMovies } from '../../../content/movies/movie.contract.ts';
import { offersAddress } from '../../../content/offers/offer.address.ts';
import { siteOfferSitemap, siteOfferSitemapPart } from '../../../content/offers/offer.contract.ts';
import { recipeAddress, recipesAddress } from '../../../content/recipes/recipe.address.ts';
import { siteRecipeMap, siteRecipeMapPart } from '../../../content/recipes/recipe.contract.ts';
import {
  branchPage,
  MY_STORE_ADDRESS,
  moviePage,
  offerPage,
  shopPage,
  vacancyPage,
} from '../../../content/recordPages.ts';
import { siteShops } from '../../../content/shops/shop.contract.ts';
import { siteChanges } from '../../../content/sitemapEntries/sitemapEntry.contract.ts';
import { siteVacancies } from '../../../content/vacancies/vacancy.contract.ts';
import type { Deps } from '../../../platform/deps.ts';
import { escapeHtml } from '../../../platform/escapeHtml.ts';
import type { RenderedResponse } from '../../../platform/http/cache/cachedResponse.ts';
import { sendCachedResponse } from '../../../platform/http/cache/sendCachedResponse.ts';
import { contentSecurityPolicy, securityHeaders } from '../../../platform/http/headers.ts';
import { yieldIfLong } from '../../../platform/processes/yieldToEventLoop.ts';
import { PRIVATE_PATHS } from '../../../shared/addresses.ts';
import type { CallApi } from '../../../shared/caller.ts';
import { dayAt } from '../../../shared/dates.ts';
import { Failure } from '../../../shared/failure.ts';
import {
  factsOf,
  type NamedPage,
  OFFLINE_PAGES,
  SITE_PAGES,
  sitemapPages,
} from '../../../shared/sitePages.ts';
import type { PageOptions } from '../pages.ts';

/** Dependencies of the sitemap, manifest and service worker. */
type DiscoveryDeps = Pick<Deps, 'responseCache' | 'clock' | 'config' | 'siteUrl'> & { call: CallApi };

interface Entry {
  path: string;
  changed: string | null;
  images?: (string | null | undefined)[];
}

/** Returns all entries except recipes and offers. */
async function entriesOf({ call, clock }: DiscoveryDeps): Promise<Entry[]> {
  const [changes, branches, recipes, offers, shops, movies, vacancies] = await Promise.all([
    call(siteChanges),
    call(siteBranches),
    call(siteRecipeMap),
    call(siteOfferSitemap),
    call(siteShops),
    call(siteMovies),
    call(siteVacancies),
  ]);
  const pageChanges = new Map(changes.data.pages.map(({ path, changed }) => [path, changed]));
  const recordChanges = new Map(changes.data.records.map(({ uuid, changed }) => [uuid, changed]));
  const changeOf = ({ uuid }: { uuid: string }) => recordChanges.get(uuid) ?? '';
  const today = dayAt(clock.now());
  return [
    ...sitemapPages.map((path) => ({
      path,
      changed: factsOf(path).changesDaily ? today : (pageChanges.get(path) ?? null),
    })),
    ...branches.data.map((branch) => ({
      path: branchPage(branch.uuid),
      changed: changeOf(branch),
      images: [branch.file?.url_s3, ...branch.galleries.url_s3.original.map(({ path }) => path)],
    })),
    ...recipes.data.categories.map(({ slug, changed }) => ({
      path: recipesAddress({ category: slug }),
      changed,
    })),
    ...offers.data.departments.map((department) => ({
      path: offersAddress({ department }),
      changed: pageChanges.get('/offers') ?? null,
    })),
    ...shops.data.map((shop) => ({
      path: shopPage(shop.uuid),
      changed: changeOf(shop),
      images: [shop.file.url_s3, ...shop.gallery.map(({ path }) => path)],
    })),
    ...movies.data
      .filter(({ status }) => status !== 'ended')
      .map((movie) => ({
        path: moviePage(movie.uuid),
        // On its first day, a movie moves from "coming soon" to "showing", so its page changes.
        changed: [changeOf(movie), begun(movie, today)].sort().at(-1) ?? null,
        images: [movie.file.url_s3],
      })),
    ...vacancies.data.map(({ uuid, posted_on }) => ({ path: vacancyPage(uuid), changed: posted_on })),
  ];
}

/** Kinds with many records. Each has several sitemap files, split by ranges of record ids. */
const SPLIT_KINDS: Record<string, { parts: (deps: DiscoveryDeps) => Promise<Part[]>; entries: PartReader }> =
  {
    recipes: {
      parts: async (deps) => (await deps.call(siteRecipeMap)).data.parts,
      entries: async (deps, part) =>
        entriesIn(recipeAddress, await deps.call(siteRecipeMapPart, { query: { part } })),
    },
    offers: {
      parts: async (deps) => (await deps.call(siteOfferSitemap)).data.parts,
      entries: async (deps, part) =>
        entriesIn(offerPage, await deps.call(siteOfferSitemapPart, { query: { part } })),
    },
  };

interface Part {
  part: number;
  count: number;
  changed: string;
}
type PartReader = (deps: DiscoveryDeps, part: number) => Promise<Entry[]>;

const entriesIn = (
  pageOf: (uuid: string) => string,
  { data }: { data: { uuid: string; changed: string; image: string | null }[] },
): Entry[] => data.map(({ uuid, changed, image }) => ({ path: pageOf(uuid), changed, images: [image] }));

const begun = ({ release_date }: { release_date: string | null }, today: string) =>
  release_date && release_date <= today ? release_date : '';

const XML_TYPE = 'application/xml; charset=utf-8';
const XML = '<?xml version="1.0" encoding="UTF-8"?>';
const SITEMAPS = 'http://www.sitemaps.org/schemas/sitemap/0.9';
const IMAGES = 'http://www.google.com/schemas/sitemap-image/1.1';
/** Most entries of these kinds that still go into one single sitemap. */
const MAX_IN_ONE_FILE = 2500;
/** Entries that are rendered before the event loop gets a turn. */
const BATCH_SIZE = 250;

const SITE_MAP = '/sitemap-site.xml';
const partMap = (kind: string, part: number) => `/sitemap-${kind}-${part}.xml`;

/** Returns one complete sitemap, or an index of sitemap files if there are many entries. */
async function sitemap(deps: DiscoveryDeps): Promise<string> {
  const all = await Promise.all(
    Object.entries(SPLIT_KINDS).map(async ([kind, { parts }]) =>
      (await parts(deps)).map((part) => ({ kind, ...part })),
    ),
  );
  const parts = all.flat();
  if (parts.reduce((sum, { count }) => sum + count, 0) <= MAX_IN_ONE_FILE) {
    const entries: Entry[] = [];
    for (const { kind, part } of parts)
      entries.push(...((await SPLIT_KINDS[kind]?.entries(deps, part)) ?? []));
    return urlset(deps, [...(await entriesOf(deps)), ...entries]);
  }
  const origin = deps.siteUrl();
  const file = (path: string, changed?: string) =>
    `<sitemap><loc>${escapeHtml(origin + path)}</loc>${changed ? `<lastmod>${changed}</lastmod>` : ''}</sitemap>`;
  return [
    XML,
    `<sitemapindex xmlns="${SITEMAPS}">`,
    file(SITE_MAP),
    ...parts.map(({ kind, part, changed }) => file(partMap(kind, part), changed)),
    '</sitemapindex>\n',
  ].join('\n');
}

async function urlset(deps: DiscoveryDeps, entries: Entry[]): Promise<string> {
  const origin = deps.siteUrl();
  const address = (path: string) => escapeHtml(new URL(path, origin).href);
  const urls: string[] = [];
  for (let at = 0; at < entries.length; at += BATCH_SIZE) {
    for (const { path, changed, images = [] } of entries.slice(at, at + BATCH_SIZE))
      urls.push(
        [
          `<url><loc>${address(path)}</loc>`,
          changed && `<lastmod>${changed}</lastmod>`,
          ...images.map(
            (image) => image && `<image:image><image:loc>${address(image)}</image:loc></image:image>`,
          ),
          '</url>',
        ]
          .filter(Boolean)
          .join(''),
      );
    await yieldIfLong();
  }
  return [XML, `<urlset xmlns="${SITEMAPS}" xmlns:image="${IMAGES}">`, ...urls, '</urlset>\n'].join('\n');
}

function robots({ siteUrl, config }: DiscoveryDeps): string {
  return [
    'User-agent: *',
    ...[...PRIVATE_PATHS, `${config.API_PREFIX}/`].map((path) => `Disallow: ${path}`),
    '',
    `Sitemap: ${siteUrl()}/sitemap.xml\n`,
  ].join('\n');
}

function manifest({ config }: DiscoveryDeps): string {
  const icon = (file: string, size: number, purpose = 'any') => ({
    src: `/brand/${file}`,
    sizes: `${size}x${size}`,
    type: 'image/png',
    purpose,
  });
  const shortcut = (url: string, name: string) => ({ name, url, icons: [icon('icon-192.png', 192)] });
  const shortcutTo = (page: NamedPage) => shortcut(page, SITE_PAGES[page].name);
  return JSON.stringify({
    id: '/',
    name: config.SITE_NAME,
    short_name: config.SITE_NAME,
    description: 'Ofertas do dia, encarte, filiais, receitas, shopping e cinema.',
    lang: 'pt-BR',
    dir: 'ltr',
    start_url: '/',
    scope: '/',
    display: 'standalone',
    // Same colours as the header and the page in the design tokens.
    theme_color: brand.colours['primary-600'],
    background_color: brand.colours.paper,
    categories: ['shopping', 'food'],
    icons: [
      icon('icon-192.png', 192),
      icon('icon-512.png', 512),
      icon('icon-maskable-512.png', 512, 'maskable'),
    ],
    // A link opens in the app that is open already.
    launch_handler: { client_mode: ['navigate-existing', 'auto'] },
    shortcuts: [
      shortcutTo('/list'),
      shortcutTo('/offers'),
      shortcut(MY_STORE_ADDRESS, 'Minha loja'),
      shortcutTo('/booklets-day'),
    ],
  });
}

/** Registers sitemap, `robots.txt`, web app manifest and service worker. */
export function registerDiscovery(
  server: FastifyInstance,
  deps: DiscoveryDeps,
  pages: Pick<PageOptions, 'site' | 'development'>,
): void {
  const send = async (
    request: FastifyRequest,
    reply: FastifyReply,
    type: string,
    produce: () => string | Promise<string>,
    { path = '', policy = '', typed = false } = {},
  ) => {
    const route = request.routeOptions.url ?? '';
    const finished = await deps.responseCache.get(path || route, async (): Promise<RenderedResponse> => {
      const headers = {
        ...securityHeaders,
        'content-security-policy': contentSecurityPolicy(policy),
      };
      return { status: 200, type, body: await produce(), headers, typed, route };
    });
    reply.hijack();
    sendCachedResponse(finished, request.raw, reply.raw);
  };
  const serve = (path: string, type: string, produce: () => string | Promise<string>, policy = '') =>
    server.get(path, (request, reply) => send(request, reply, type, produce, { policy }));

  serve('/sitemap.xml', XML_TYPE, () => sitemap(deps));
  serve(SITE_MAP, XML_TYPE, async () => urlset(deps, await entriesOf(deps)));
  for (const [kind, { entries: read }] of Object.entries(SPLIT_KINDS))
    server.get<{ Params: { part: string } }>(
      `/sitemap-${kind}-:part(^[1-9]\\d{0,5}).xml`,
      (request, reply) => {
        const part = Number(request.params.part);
        const produce = async () => {
          const entries = await read(deps, part);
          if (entries.length === 0) throw new Failure('not_found');
          return urlset(deps, entries);
        };
        // Sitemap files are long and must not evict pages from the cache.
        return send(request, reply, XML_TYPE, produce, { path: partMap(kind, part), typed: true });
      },
    );
  serve('/robots.txt', 'text/plain; charset=utf-8', () => robots(deps));
  serve('/manifest.webmanifest', 'application/manifest+json; charset=utf-8', () => manifest(deps));
  serve(
    '/sw.js',
    'text/javascript; charset=utf-8',
    () => serviceWorker(deps, pages),
    "connect-src 'self'; script-src 'self'; ",
  );
}

/** Returns the service worker of the build. In development nothing is cached for offline use. */
async function serviceWorker(
  { config }: DiscoveryDeps,
  { site, development }: Pick<PageOptions, 'site' | 'development'>,
): Promise<string> {
  const { serviceWorker, serviceWorkerRemoval, version } = await site();
  if (!config.OFFLINE || development) return serviceWorkerRemoval;
  return `const VERSION = '${version}';
const API_PREFIX = '${config.API_PREFIX}';
const OFFLINE_PAGES = ${JSON.stringify(OFFLINE_PAGES)};
${serviceWorker}`;
}
