import browserScript from 'virtual:browser-script';
import { renderToStaticMarkup } from 'react-dom/server';
import { brand } from '../brand/brand.ts';
import { fontLinks } from '../brand/fonts.ts';
import { Failure } from '../shared/failure.ts';
import { isCountedPage, sitePages } from '../shared/sitePages.ts';
import alertCss from '../ui/site/Alert.css?url';
import { SitePlace } from '../ui/site/SiteLink.tsx';
import { Alerts } from './Alerts.tsx';
import type { DocumentRequest, Documents } from './documents.ts';
import { HEAD_SCRIPT, LAYERS, PREVIEW_SCRIPT, TRANSITIONS } from './headScript.ts';
import { headTags } from './meta.ts';
import pageErrorCss from './PageError.css?inline';
import pageErrorUrl from './PageError.css?url';
import { ErrorMessage, NotFound } from './PageError.tsx';
import { type LoaderInput, PageData, PageNotFound, PageRedirect } from './page.ts';
import { createPageReader } from './pageReader.ts';
import { Offline } from './pages/Offline.tsx';
import { moduleOf, sheetAddressOf } from './pages.ts';
import { PreviewBar } from './preview/PreviewBar.tsx';
import previewCss from './preview/preview.css?url';
import { rebaseLinks, toStaticHtml } from './preview/previewHtml.ts';
import { SiteFooter } from './SiteFooter.tsx';
import { MobileMenu, SiteHeader } from './SiteHeader.tsx';
import { type SiteData, siteDataOf } from './siteData.ts';
import { speculationRules } from './speculation.ts';
import siteCss from './styles/site.css?url';
import { SiteContext } from './useSite.ts';

interface Content {
  status: number;
  sheet?: string | undefined;
  /** Address of `sheet`. */
  sheetUrl?: string | undefined;
  linked?: string | undefined;
  head: Parameters<typeof headTags>[1];
  body: React.ReactNode;
  errors: string[];
}

/** Renders a public page. An internal error is shown as a message and returned to the caller for the log. */
export const renderDocument: Documents['renderDocument'] = async ({ pattern, ...input }) => {
  const { call, url } = input;
  const [site, page] = await Promise.all([
    siteDataOf(createPageReader(call), url.origin),
    loadPage(pattern, { ...input, reader: createPageReader(call) }),
  ]);
  try {
    const content = page(site);
    const counted = content.status === 200 && isCountedPage(pattern) && !input.preview ? pattern : undefined;
    return { status: content.status, html: write(content, site, { ...input, counted }) };
  } catch (error) {
    if (error instanceof PageRedirect)
      return { status: error.status, html: '', location: (input.preview?.base ?? '') + error.location };
    const content = contentFor(error, input.code);
    const isOurs = content.status === 500 && !(error instanceof Failure);
    return { status: content.status, html: write(content, site, input), ...(isOurs && { error }) };
  }
};

function write(
  { sheet, sheetUrl, linked, head, body, errors }: Content,
  site: SiteData,
  {
    url: { pathname, search },
    runtime,
    nonce,
    code,
    counted,
    preview,
  }: Omit<DocumentRequest, 'pattern'> & { counted?: string | undefined },
): string {
  const alerts = [...site.errors, ...errors];
  // The frame of a form's preview has the policy of the back office, which allows no inline styles but the layers.
  const isFramed = preview?.base === null;
  const html = renderToStaticMarkup(
    <html lang="pt-BR" data-now={preview && new Date(preview.at).toISOString()}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="theme-color" content={brand.colours['primary-600']} />
        <meta name="api-base" content={runtime.apiBase} />
        {counted && <meta name="counted" content={counted} />}
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: constants */}
        <script nonce={nonce} dangerouslySetInnerHTML={{ __html: preview ? PREVIEW_SCRIPT : HEAD_SCRIPT }} />
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: constants */}
        <style nonce={nonce} dangerouslySetInnerHTML={{ __html: LAYERS }} />
        {!preview && (
          // biome-ignore lint/security/noDangerouslySetInnerHtml: a constant
          <style nonce={nonce} dangerouslySetInnerHTML={{ __html: TRANSITIONS }} />
        )}
        <link rel="icon" href="/brand/icon.svg" type="image/svg+xml" />
        <link rel="apple-touch-icon" href="/brand/apple-touch-icon.png" />
        {!preview && <link rel="manifest" href="/manifest.webmanifest" />}
        {/* A preview is not indexed. */}
        {headTags(site, preview ? { ...head, path: undefined } : head, nonce)}
        {/* Preloaded at low priority after the styles: fallback fonts with matching metrics show until then. */}
        {fontLinks.map((font) => (
          <link key={font.href} {...font} fetchPriority="low" />
        ))}
        <link rel="stylesheet" href={linked ?? siteCss} />
        {sheet &&
          (isFramed ? (
            <link rel="stylesheet" href={sheetUrl} />
          ) : (
            // biome-ignore lint/security/noDangerouslySetInnerHtml: a file of this project
            <style nonce={nonce} dangerouslySetInnerHTML={{ __html: sheet }} />
          ))}
        {alerts.length > 0 && <link rel="stylesheet" href={alertCss} />}
        {preview && <link rel="stylesheet" href={previewCss} />}
        <script type="module" src={browserScript} fetchPriority="low" />
      </head>
      <body>
        <SiteContext value={site}>
          <SitePlace value={{ origins: [site.origin], apiBase: runtime.apiBase, pathname }}>
            <Alerts errors={alerts} code={code} />
            <a className="skip" href="#conteudo">
              Pular para o conteúdo
            </a>
            <SiteHeader />
            <MobileMenu />
            <main id="conteudo" tabIndex={-1}>
              {body}
            </main>
            <SiteFooter />
            {!preview && <Offline />}
          </SitePlace>
        </SiteContext>
        {preview?.base && <PreviewBar at={preview.at} base={preview.base} page={pathname + search} />}
        {!preview && (
          <script
            type="speculationrules"
            nonce={nonce}
            // biome-ignore lint/security/noDangerouslySetInnerHtml: JSON of this project
            dangerouslySetInnerHTML={{ __html: speculationRules(runtime.apiBase) }}
          />
        )}
      </body>
    </html>,
  );
  const page = `<!DOCTYPE html>${html}`;
  if (!preview) return page;
  return preview.base === null ? toStaticHtml(page) : rebaseLinks(page, preview.base, runtime.apiBase);
}

/** Returns the content of the page, or the error page for a failure of its loader. */
async function loadPage(pattern: string, input: LoaderInput): Promise<(site: SiteData) => Content> {
  try {
    const { load, head, default: Page, sheet, linked } = await moduleOf(pattern);
    const result = await load?.(input);
    const { data, status } = result instanceof PageData ? result : { data: result, status: 200 };
    const errors = (data as { errors?: string[] } | null | undefined)?.errors ?? [];
    return (site) => ({
      status,
      sheet,
      sheetUrl: sheetAddressOf(pattern) ?? pageErrorUrl,
      linked,
      head: head({ site, data }),
      body: <Page data={data} />,
      errors,
    });
  } catch (error) {
    return () => {
      throw error;
    };
  }
}

function contentFor(error: unknown, code: string | null): Content {
  const none = { sheet: pageErrorCss, sheetUrl: pageErrorUrl, errors: [] };
  if (error instanceof PageNotFound || (error instanceof Failure && error.status === 404))
    return { ...none, status: 404, head: { title: 'Página não encontrada' }, body: <NotFound /> };
  const [status, text] = error instanceof Failure ? [error.status, error.message] : [500];
  return {
    ...none,
    status,
    head: { title: 'Algo caiu da prateleira' },
    body: <ErrorMessage text={text} code={code} />,
  };
}

export const documentPatterns = sitePages;

export const preloadDocument: Documents['preloadDocument'] = moduleOf;
