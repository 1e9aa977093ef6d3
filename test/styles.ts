import { brotliCompressSync, constants } from 'node:zlib';

export interface PageStyles {
  /** The page as received. */
  html: string;
  /** Addresses of the linked style sheets, in order. */
  sheets: string[];
  /** Text of the linked and inline style sheets. */
  css: string[];
  /**
   * Transferred bytes: the sheets as sent to a browser, plus the growth of the compressed page by inline
   * styles.
   */
  bytes: number;
}

const attribute = (tag: string, name: string) => new RegExp(`\\s${name}="([^"]*)"`).exec(tag)?.[1];

const STYLE = /<style\b[^>]*>([\s\S]*?)<\/style>/g;

/** Returns the size of a page, compressed as the server does. */
export const compressedBytes = (html: string): number =>
  brotliCompressSync(html, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }).length;

/** Returns all styles of the document at `path`, as sent by the server, without a browser. */
export async function stylesOf(url: string, path: string): Promise<PageStyles> {
  const html = await (await fetch(url + path, { headers: { accept: 'text/html' } })).text();
  const plain = html.replace(STYLE, '');
  const sheets = Array.from(html.matchAll(/<link\b[^>]*>/g), ([tag]) => tag)
    .filter((tag) => attribute(tag, 'rel') === 'stylesheet')
    .map((tag) => attribute(tag, 'href') ?? '');
  const inline = Array.from(html.matchAll(STYLE), ([, text = '']) => text);
  const linked = await Promise.all(
    sheets.map(async (address) => {
      const target = new URL(address, url);
      const answer = await fetch(target, { headers: { 'accept-encoding': 'br' } });
      if (!answer.ok) throw new Error(`${address}: ${answer.status}`);
      const bytes = Number(answer.headers.get('content-length'));
      if (answer.headers.get('content-encoding') !== 'br' || !(bytes > 0))
        throw new Error(`${address} is not sent as brotli of a known length`);
      return { bytes, text: await answer.text() };
    }),
  );
  return {
    html,
    sheets,
    css: [...inline, ...linked.map(({ text }) => text)],
    bytes: linked.reduce((sum, { bytes }) => sum + bytes, compressedBytes(html) - compressedBytes(plain)),
  };
}

/** Returns the classes that style sheets have rules for. */
export const classesIn = (css: readonly string[]): Set<string> =>
  new Set(
    css.flatMap((text) =>
      Array.from(text.replace(/url\([^)]*\)/g, '').matchAll(/\.(-?[a-z_][\w-]*)/gi), ([, name = '']) => name),
    ),
  );
