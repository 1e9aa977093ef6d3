import { OFFICE } from '../contract/addresses.ts';

// What becomes of the HTML of a public page that staff see before shoppers do. React wrote it: in an attribute's value
// it leaves neither quotes nor angle brackets, so that a tag ends with the first of these.

const LINKS = /(<(?:a|area|form)\b[^>]*?\s(?:href|action)=")(\/(?!\/)[^"]*)(?=")/g;

/** Neither a file, nor the API, nor staff's screens. */
const isPage = (path: string, apiBase: string) => {
  const [pathname = ''] = path.split(/[?#]/, 1);
  return (
    !/\.[a-z\d]{2,5}$/i.test(pathname) &&
    ![OFFICE, '/auth', '/media', '/assets', '/brand', apiBase].some((prefix) =>
      `${pathname}/`.startsWith(`${prefix}/`),
    )
  );
};

/** The page's own links and forms lead to what they name as it is seen below `base`. */
export const keptBelow = (html: string, base: string, apiBase: string): string =>
  html.replace(LINKS, (whole, tag: string, path: string) =>
    isPage(path, apiBase) ? `${tag}${base}${path === '/' ? '' : path}` : whole,
  );

/** A picture of a page runs nothing, leads nowhere, and asks for nothing ahead. */
export const asPicture = (html: string): string =>
  html
    .replace(/<script\b[\s\S]*?<\/script>|<link\b[^>]*\brel="(?:preload|expect)"[^>]*>/g, '')
    .replace(/(<(?:a|area)\b[^>]*?)\shref="[^"]*"/g, '$1');
