import { chromiumArgs, findChromium } from '../scripts/lib/chromium.mjs';

export { chromiumArgs };

/**
 * Returns the path of the browser for journeys and measurements. Throws with installation advice if there is
 * none.
 */
export function chromiumPath(options: { whole?: boolean } = {}): string {
  const found = findChromium(options);
  if (!found) {
    throw new Error(
      'Nenhum Chromium encontrado: rode `npm test` (que instala um) ou aponte CHROMIUM_PATH para um executável.',
    );
  }
  return found;
}
