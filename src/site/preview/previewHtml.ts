import { FILE_PATHS, PRIVATE_PATHS } from '../../shared/addresses.ts';

// Transforms the HTML of a preview. React escapes quotes and angle brackets in attributes, so a tag ends at
// the first `>`.

const LINKS = /(<(?:a|area|form)\b[^>]*?\s(?:href|action)=")(\/(?!\/)[^"]*)(?=")/g;

/** Returns whether `path` is a public page: no file, no API endpoint, no screen. */
const isPage = (path: string, apiBase: string) => {
  const [pathname = ''] = path.split(/[?#]/, 1);
  return (
    !/\.[a-z\d]{2,5}$/i.test(pathname) &&
    ![...PRIVATE_PATHS, ...FILE_PATHS, apiBase].some((prefix) => `${pathname}/`.startsWith(`${prefix}/`))
  );
};

/** Returns `html` with its links and forms below `base`. */
export const rebaseLinks = (html: string, base: string, apiBase: string): string =>
  html.replace(LINKS, (whole, tag: string, path: string) =>
    isPage(path, apiBase) ? `${tag}${base}${path === '/' ? '' : path}` : whole,
  );

/** Returns `html` without scripts, links and preloads. */
export const toStaticHtml = (html: string): string =>
  html
    .replace(/<script\b[\s\S]*?<\/script>|<link\b[^>]*\brel="(?:preload|expect)"[^>]*>/g, '')
    .replace(/(<(?:a|area)\b[^>]*?)\shref="[^"]*"/g, '$1');
