import { copyFile, readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import subsetFont from 'subset-font';

const require = createRequire(import.meta.url);
const folder = path.join(import.meta.dirname, '..', '..', 'src', 'brand', 'fonts');

/** What Portuguese is written with: ASCII, its accented letters, quotes, dashes and a few signs. */
const characters = [
  ...Array.from({ length: 0x7f - 0x20 }, (_, i) => String.fromCodePoint(0x20 + i)),
  'ÀÁÂÃÄÇÈÉÊËÌÍÎÏÑÒÓÔÕÖÙÚÛÜàáâãäçèéêëìíîïñòóôõöùúûü',
  '\u00a0ªº°§«»×÷±²³½¼¾©®¡¿´¨·–—“”‘’…•−→←↑↓€',
].join('');

/**
 * The families, each with the part of its axes that the style sheets use.
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
