import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { siteBranches } from '../features/branches/branch.contract.ts';
import { siteMovies } from '../features/movies/movie.contract.ts';
import { recipeAddress, recipesAddress } from '../features/recipes/recipe.address.ts';
import { siteRecipes } from '../features/recipes/recipe.contract.ts';
import { categorySlug } from '../features/recipes/recipe.selection.ts';
import { branchPage, moviePage, shopPage, vacancyPage } from '../features/recordPages.ts';
import { siteChanges } from '../features/records/record.contract.ts';
import { siteShops } from '../features/shops/shop.contract.ts';
import { siteVacancies } from '../features/vacancies/vacancy.contract.ts';
import { SERVER } from '../platform/access.ts';
import { dayAt } from '../platform/clock.ts';
import type { Deps } from '../platform/deps.ts';
import { type Produced, sendFinished } from '../platform/http/cache.ts';
import { securityHeaders } from '../platform/http/headers.ts';

/** Every page that is no record's own, in the order of the sitemap. */
export const PAGES = [
  '/',
  '/branches',
  '/booklets-day',
  '/booklet',
  '/tips-and-recipes',
  '/debit-cards',
  '/shopping',
  '/shops',
  '/cinema',
  '/contacts',
  '/vacancies',
  '/work-with-us',
  '/about',
  '/privacy',
  '/accessibility',
];

interface Entry {
  path: string;
  changed: string | null;
  images?: (string | null | undefined)[];
}

async function entriesOf(deps: Deps): Promise<Entry[]> {
  const call = deps.callAs(SERVER);
  const [changes, branches, recipes, shops, movies, vacancies] = await Promise.all([
    call(siteChanges),
    call(siteBranches),
    call(siteRecipes),
    call(siteShops),
    call(siteMovies),
    call(siteVacancies),
  ]);
  const pageChanges = new Map(changes.data.pages.map(({ path, changed }) => [path, changed]));
  const recordChanges = new Map(changes.data.records.map(({ uuid, changed }) => [uuid, changed]));
  const changeOf = ({ uuid }: { uuid: string }) => recordChanges.get(uuid) ?? '';
  const today = dayAt(deps.clock.now());
  const categories = new Map<string, string>();
  for (const recipe of recipes.data) {
    const slug = categorySlug(recipe.revenue_category_id);
    const changed = changeOf(recipe);
    if (changed >= (categories.get(slug) ?? '')) categories.set(slug, changed);
  }
  return [
    ...PAGES.map((path) => ({
      path,
      // Another page with each day, whenever its offers were put in.
      changed: path === '/booklets-day' ? today : (pageChanges.get(path) ?? null),
    })),
    ...branches.data.map((branch) => ({
      path: branchPage(branch.uuid),
      changed: changeOf(branch),
      images: [branch.file?.url_s3, ...branch.galleries.url_s3.original.map(({ path }) => path)],
    })),
    ...Array.from(categories, ([category, changed]) => ({ path: recipesAddress({ category }), changed })),
    ...recipes.data.map((recipe) => ({
      path: recipeAddress(recipe.uuid),
      changed: changeOf(recipe),
      images: [recipe.file.url_s3],
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
        // With its first day it is another page: no longer one of those to come.
        changed: [changeOf(movie), begun(movie, today)].sort().at(-1) ?? null,
        images: [movie.file.url_s3],
      })),
    ...vacancies.data.map(({ uuid, posted_on }) => ({ path: vacancyPage(uuid), changed: posted_on })),
  ];
}

const begun = ({ release_date }: { release_date: string | null }, today: string) =>
  release_date && release_date <= today ? release_date : '';

const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
};
const escapeXml = (text: string) => text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? '');

async function sitemap(deps: Deps): Promise<string> {
  const origin = deps.publicUrl();
  const address = (path: string) => escapeXml(new URL(path, origin).href);
  const urls = (await entriesOf(deps)).map(({ path, changed, images = [] }) =>
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
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:image="http://www.google.com/schemas/sitemap-image/1.1">',
    ...urls,
    '</urlset>\n',
  ].join('\n');
}

function robots({ publicUrl, config }: Deps): string {
  return [
    'User-agent: *',
    ...['/admin', '/auth', `${config.API_PREFIX}/`].map((path) => `Disallow: ${path}`),
    '',
    `Sitemap: ${publicUrl()}/sitemap.xml\n`,
  ].join('\n');
}

function manifest({ config }: Deps): string {
  const icon = (file: string, size: number, purpose = 'any') => ({
    src: `/brand/${file}`,
    sizes: `${size}x${size}`,
    type: 'image/png',
    purpose,
  });
  const shortcut = (name: string, url: string) => ({ name, url, icons: [icon('icon-192.png', 192)] });
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
    // As the tokens have the header and the page.
    theme_color: '#c4161c',
    background_color: '#fff6e8',
    categories: ['shopping', 'food'],
    icons: [
      icon('icon-192.png', 192),
      icon('icon-512.png', 512),
      icon('icon-maskable-512.png', 512, 'maskable'),
    ],
    shortcuts: [shortcut('Ofertas do dia', '/booklets-day'), shortcut('Filiais', '/branches')],
  });
}

export interface DiscoveryOptions {
  /** What the build made; null in development, where nothing is kept for when there is no connection. */
  built: { directory: string; version: string } | null;
}

/** What search engines and devices ask a site for, at addresses that they know. */
export function registerDiscovery(server: FastifyInstance, deps: Deps, { built }: DiscoveryOptions): void {
  const serve = (path: string, type: string, produce: () => string | Promise<string>, policy = '') =>
    server.get(path, async (request, reply) => {
      const finished = await deps.answers.get(path, async (): Promise<Produced> => {
        const headers = {
          ...securityHeaders,
          'content-security-policy': `default-src 'none'; ${policy}frame-ancestors 'none'`,
        };
        return { status: 200, type, body: await produce(), headers, route: path };
      });
      reply.hijack();
      sendFinished(finished, request.raw, reply.raw);
    });

  serve('/sitemap.xml', 'application/xml; charset=utf-8', () => sitemap(deps));
  serve('/robots.txt', 'text/plain; charset=utf-8', () => robots(deps));
  serve('/manifest.webmanifest', 'application/manifest+json; charset=utf-8', () => manifest(deps));
  serve(
    '/sw.js',
    'text/javascript; charset=utf-8',
    () => serviceWorker(deps, built),
    "connect-src 'self'; script-src 'self'; ",
  );
}

const PUBLIC = join(import.meta.dirname, '../../public');

async function serviceWorker({ config }: Deps, built: DiscoveryOptions['built']): Promise<string> {
  if (!config.OFFLINE || !built) return readFile(join(PUBLIC, 'sw-remove.js'), 'utf8');
  const text = await readFile(join(built.directory, 'sw.js'), 'utf8');
  return text
    .replace("VERSION = 'development'", `VERSION = '${built.version}'`)
    .replace("API_PREFIX = '/api'", `API_PREFIX = '${config.API_PREFIX}'`);
}
