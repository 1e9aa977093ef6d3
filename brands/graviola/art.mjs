// Describes the logo and the fonts for `demo/art`.

/** Packages of the fonts, with the part of their axes that the style sheets use. */
export const fonts = {
  display: {
    file: '@fontsource-variable/archivo/files/archivo-latin-wdth-normal.woff2',
    name: 'Archivo',
    axes: { wdth: { min: 62, max: 100 }, wght: { min: 400, max: 900 } },
  },
  text: {
    file: '@fontsource-variable/figtree/files/figtree-latin-wght-normal.woff2',
    name: 'Figtree',
    axes: { wght: { min: 400, max: 700 } },
  },
};

/** The logo's words: baseline, size, tracking in em, and position on the display font's axes. */
export const words = [
  { text: 'hiper', x: 66, y: 19, size: 17, tracking: 0.02, axes: { wght: 600, wdth: 100 } },
  { text: 'graviola', x: 64, y: 50, size: 40, tracking: -0.01, axes: { wght: 900, wdth: 78 } },
];

/** The mark, two leaves on a stem, on its ground. */
export const mark = [
  'M23 44V25a2 2 0 0 1 4 0V44z',
  'M21.5 36C7 38 -.5 27 1.5 12C15.5 11.5 24 21 21.5 36z',
  'M28.5 30C26 16 34 6 48.5 7.5C49.5 22 42 31.5 28.5 30z',
].join('');
