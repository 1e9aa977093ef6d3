import display from '#brand/fonts/display.woff2?url';
import text from '#brand/fonts/text.woff2?url';

/** Addresses of the brand's fonts. */
const fonts = [display, text];

/** Links that load the fonts while the style sheets load. */
export const fontLinks = fonts.map(
  (href) => ({ rel: 'preload', href, as: 'font', type: 'font/woff2', crossOrigin: 'anonymous' }) as const,
);
