// Describes the logo and the fonts for `demo/art`.

/** Packages of the fonts, with the part of their axes that the style sheets use. */
export const fonts = {
  display: {
    file: '@fontsource-variable/anybody/files/anybody-latin-wdth-normal.woff2',
    name: 'Anybody',
    axes: { wdth: { min: 60, max: 100 }, wght: { min: 400, max: 900 } },
  },
  text: {
    file: '@fontsource-variable/instrument-sans/files/instrument-sans-latin-wght-normal.woff2',
    name: 'Instrument Sans',
    axes: { wght: { min: 400, max: 700 } },
  },
};

/** The logo's words: baseline, size, tracking in em, and position on the display font's axes. */
export const words = [
  { text: 'hiper', x: 66, y: 20, size: 17, tracking: 0.04, axes: { wght: 600, wdth: 110 } },
  { text: 'aurora', x: 64, y: 53, size: 41, tracking: 0, axes: { wght: 900, wdth: 78 } },
];

/** A ray of the sun: a capsule that points away from its centre. @param {number} degrees */
function ray(degrees) {
  const turn = (degrees * Math.PI) / 180;
  const corner = (/** @type {number} */ away, /** @type {number} */ aside) =>
    [25 + away * Math.sin(turn) + aside * Math.cos(turn), 44 - away * Math.cos(turn) + aside * Math.sin(turn)]
      .map((value) => String(Math.round(value * 100) / 100).replace(/^(-?)0\./, '$1.'))
      .join(' ');
  const cap = 'A2.6 2.6 0 0 1 ';
  return `M${corner(32.4, -2.6)}${cap}${corner(32.4, 2.6)}L${corner(27.6, 2.6)}${cap}${corner(27.6, -2.6)}z`;
}

const disc = 'M4 44a21 21 0 0 1 42 0z';

/** The mark, a rising sun, on its ground. */
export const mark = [disc, ...[-72, -36, 0, 36, 72].map(ray)].join('');
