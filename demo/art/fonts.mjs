import { copyFile, readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import subsetFont from 'subset-font';
import { named } from './fontCuts.mjs';

const require = createRequire(import.meta.url);
const folder = path.join(import.meta.dirname, '..', '..', 'src', 'brand', 'fonts');

/** Characters of Portuguese: ASCII, accented letters, quotes, dashes and a few signs. */
const characters = [
  ...Array.from({ length: 0x7f - 0x20 }, (_, i) => String.fromCodePoint(0x20 + i)),
  'ÀÁÂÃÄÇÈÉÊËÌÍÎÏÑÒÓÔÕÖÙÚÛÜàáâãäçèéêëìíîïñòóôõöùúûü',
  '\u00a0ªº°§«»×÷±²³½¼¾©®¡¿´¨·–—“”‘’…•−→←↑↓€',
].join('');

/**
 * Font families with the part of their axes that the style sheets use.
 * @type {{ family: string, axis: string, variationAxes: Record<string, { min: number, max: number }> }[]}
 */
const fonts = [
  {
    family: 'anybody',
    axis: 'wdth',
    variationAxes: { wdth: { min: 60, max: 100 }, wght: { min: 400, max: 900 } },
  },
  { family: 'instrument-sans', axis: 'wght', variationAxes: { wght: { min: 400, max: 700 } } },
];

for (const { family, axis, variationAxes } of fonts) {
  const source = require.resolve(`@fontsource-variable/${family}/files/${family}-latin-${axis}-normal.woff2`);
  const subset = await subsetFont(await readFile(source), characters, {
    targetFormat: 'woff2',
    variationAxes,
    keepFeatures: ['kern', 'liga', 'tnum'],
    noHinting: true,
  });
  await writeFile(path.join(folder, `${family}.woff2`), subset);
  await copyFile(
    require.resolve(`@fontsource-variable/${family}/LICENSE`),
    path.join(folder, `${family}-OFL.txt`),
  );
  console.log(`${family}.woff2: ${subset.length} bytes`);
}

/**
 * Static cuts of the posters' fonts, one file each, because a PDF has no variable axes.
 * @type {{ family: string, name: string, axis: string, cut: string, variationAxes: Record<string, number> }[]}
 */
const cuts = [
  { family: 'anybody', name: 'Anybody', axis: 'wdth', cut: 'Price', variationAxes: { wdth: 66, wght: 900 } },
  { family: 'anybody', name: 'Anybody', axis: 'wdth', cut: 'Poster', variationAxes: { wdth: 72, wght: 900 } },
  { family: 'anybody', name: 'Anybody', axis: 'wdth', cut: 'Title', variationAxes: { wdth: 84, wght: 800 } },
  {
    family: 'instrument-sans',
    name: 'Instrument Sans',
    axis: 'wght',
    cut: 'Text',
    variationAxes: { wght: 450 },
  },
  {
    family: 'instrument-sans',
    name: 'Instrument Sans',
    axis: 'wght',
    cut: 'Strong',
    variationAxes: { wght: 650 },
  },
];
const ofLeaflets = path.join(folder, '..', '..', 'features', 'leaflets', 'drawing', 'fonts');

for (const { family, name, axis, cut, variationAxes } of cuts) {
  const source = require.resolve(`@fontsource-variable/${family}/files/${family}-latin-${axis}-normal.woff2`);
  const subset = await subsetFont(await readFile(source), characters, {
    targetFormat: 'truetype',
    variationAxes,
    keepFeatures: ['kern'],
    noHinting: true,
  });
  const font = named(subset, name, cut);
  await writeFile(path.join(ofLeaflets, `${cut.toLowerCase()}.ttf`), font);
  console.log(`${cut.toLowerCase()}.ttf: ${font.length} bytes`);
}
