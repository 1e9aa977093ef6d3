import browserScript from 'virtual:browser-script';
import { renderToStaticMarkup } from 'react-dom/server';
import anybody from '../brand/fonts/anybody.woff2?url';
import instrumentSans from '../brand/fonts/instrument-sans.woff2?url';
import { Failure } from '../contract/failure.ts';
import { SitePlace } from '../ui/site/SiteLink.tsx';
import { Alerts } from './Alerts.tsx';
import { HEAD_SCRIPT, LAYERS } from './headScript.ts';
import type { Documents } from './made.ts';
import { Mark } from './mark.ts';
import { headTags } from './meta.ts';
import { Offline } from './Offline.tsx';
import { NotFound, Sorry } from './PageError.tsx';
import { type Asked, Elsewhere, Loaded, NotHere, type PageModule } from './page.ts';
import { notFound, pages } from './pages.ts';
import { readerOf } from './read.ts';
import { SiteFooter } from './SiteFooter.tsx';
import { MobileMenu, SiteHeader } from './SiteHeader.tsx';
import siteCss from './site.css?url';
import { siteDataOf } from './siteData.ts';
import { Site } from './useSite.ts';

interface Content {
  status: number;
  sheet: string | null;
  head: Parameters<typeof headTags>[1];
  body: React.ReactNode;
  errors: string[];
}

/** Renders a public page. It fails only by what is a mistake of ours. */
export const makeDocument: Documents['makeDocument'] = async ({ pattern, ...given }) => {
  const { call, url, runtime, mark } = given;
  const [site, made] = await Promise.all([
    siteDataOf(readerOf(call), url.origin),
    contentOf(pattern, { ...given, reader: readerOf(call) }),
  ]);
  if (made instanceof Elsewhere) return { status: 302, html: '', to: made.to };
  const { status, sheet, head, body, errors } = made(site);
  const { pathname } = url;
  const html = renderToStaticMarkup(
    <html lang="pt-BR">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="theme-color" content="#c4161c" />
        <meta name="api-base" content={runtime.apiBase} />
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: constants */}
        <script nonce={mark} dangerouslySetInnerHTML={{ __html: HEAD_SCRIPT }} />
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: constants */}
        <style nonce={mark} dangerouslySetInnerHTML={{ __html: LAYERS }} />
        <link rel="icon" href="/brand/icon.svg" type="image/svg+xml" />
        <link rel="apple-touch-icon" href="/brand/apple-touch-icon.png" />
        <link rel="manifest" href="/manifest.webmanifest" />
        {headTags(site, head, mark)}
        <link rel="preload" href={anybody} as="font" type="font/woff2" crossOrigin="anonymous" />
        <link rel="preload" href={instrumentSans} as="font" type="font/woff2" crossOrigin="anonymous" />
        <link rel="stylesheet" href={siteCss} />
        {sheet && <link rel="stylesheet" href={sheet} />}
        <script type="module" src={browserScript} />
      </head>
      <body>
        <Mark value={mark}>
          <Site value={site}>
            <SitePlace value={{ origins: [site.origin], apiBase: runtime.apiBase, pathname }}>
              <Alerts errors={[...site.errors, ...errors]} />
              <a className="skip" href="#conteudo">
                Pular para o conteúdo
              </a>
              <SiteHeader />
              <MobileMenu />
              <main id="conteudo" tabIndex={-1}>
                {body}
              </main>
              <SiteFooter />
              <Offline />
            </SitePlace>
          </Site>
        </Mark>
      </body>
    </html>,
  );
  return { status, html: `<!DOCTYPE html>${html}` };
};

type SiteData = Awaited<ReturnType<typeof siteDataOf>>;

async function contentOf(pattern: string, asked: Asked): Promise<Elsewhere | ((site: SiteData) => Content)> {
  const { load, head, default: Page, sheet } = (await (pages[pattern] ?? notFound)()) as PageModule;
  try {
    const found = await load?.(asked);
    const { data, status } = found instanceof Loaded ? found : { data: found, status: 200 };
    const errors = (data as { errors?: string[] } | null | undefined)?.errors ?? [];
    return (site) => ({
      status,
      sheet,
      head: head({ site, data: data as never }),
      body: <Page data={data as never} />,
      errors,
    });
  } catch (error) {
    if (error instanceof Elsewhere) return error;
    const [status, title, body] =
      error instanceof NotHere || (error instanceof Failure && error.status === 404)
        ? [404, 'Página não encontrada', <NotFound key="none" />]
        : error instanceof Failure
          ? [error.status, 'Algo caiu da prateleira', <Sorry key="sorry" text={error.message} />]
          : [500, 'Algo caiu da prateleira', <Sorry key="sorry" />];
    return () => ({ status, sheet: null, head: { title }, body, errors: [] });
  }
}

export const documentPatterns = Object.keys(pages);
