import { chromiumArgs, findChromium } from '../scripts/lib/chromium.mjs';

export { chromiumArgs };

/** The browser for journeys and measurements, or an error that says how to get one. */
export function chromiumPath(options: { whole?: boolean } = {}): string {
  const found = findChromium(options);
  if (!found) {
    throw new Error(
      'Nenhum Chromium encontrado: rode `npm test` (que instala um) ou aponte CHROMIUM_PATH para um executável.',
    );
  }
  return found;
}
