import { OFFICE } from '../contract/addresses.ts';

/**
 * What a browser may make ready while a pointer rests on its link or a finger goes down on it: pages of shoppers, which
 * count nobody and start nothing before they are shown. Never staff's, the API's, nor a file; whoever saves data or
 * battery has it done for no page. In the page, because what a header names is fetched before its first paint.
 */
export function speculationRules(apiBase: string): string {
  const prefixes = [OFFICE, '/auth', '/media', '/assets', '/brand', apiBase];
  const elsewhere = [...prefixes.flatMap((prefix) => [prefix, `${prefix}/*`]), '/*.*'];
  const where = {
    and: [
      { href_matches: '/*' },
      { not: { href_matches: elsewhere } },
      { not: { selector_matches: '[target=_blank], [download], [href^="#"]' } },
    ],
  };
  return JSON.stringify({ prerender: [{ where, eagerness: 'moderate' }] });
}
