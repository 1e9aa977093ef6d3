import { FILE_PATHS, PRIVATE_PATHS } from '../shared/addresses.ts';

/**
 * Returns the speculation rules: browsers may prerender a page while a pointer rests on its link or a finger
 * goes down. Public pages count no view and start no work before they are visible. Excluded are the back
 * office, the API and files. Browsers ignore the rules if data or battery saving is on. The rules are inline,
 * because a browser fetches rules of a header before the first paint.
 */
export function speculationRules(apiBase: string): string {
  const prefixes = [...PRIVATE_PATHS, ...FILE_PATHS, apiBase];
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
