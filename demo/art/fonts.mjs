import { copyFile, readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import subsetFont from 'subset-font';
import { brandFolder } from '../../scripts/lib/brand.mjs';
import { art } from './draw.mjs';
import { named } from './fontCuts.mjs';

const require = createRequire(import.meta.url);

/** Characters of Portuguese: ASCII, its accented letters, quotes, dashes and a few signs. */
const portuguese = [
  ...Array.from({ length: 0x7f - 0x20 }, (_, i) => String.fromCodePoint(0x20 + i)),
  'ÀÁÂÃÇÉÊÍÓÔÕÚàáâãçéêíóôõúü',
  '\u00a0ªº°«»×²·–—“”’…•−→',
].join('');

/** Characters of other languages and rare signs. A browser loads their file for a page that shows one. */
const rare = 'ÄÈËÌÎÏÑÒÖÙÛÜäèëìîïñòöùû§÷±³½¼¾©®¡¿´¨‘←↑↓€';

/** @typedef {'display' | 'text'} Role */

for (const role of /** @type {Role[]} */ (['display', 'text'])) {
  const { file, axes } = art.fonts[role];
  const source = require.resolve(file);
  for (const [name, characters] of [
    [role, portuguese],
    [`${role}-rare`, rare],
  ]) {
    const subset = await subsetFont(await readFile(source), characters, {
      targetFormat: 'woff2',
      variationAxes: axes,
      keepFeatures: ['kern', 'liga', 'tnum'],
      noHinting: true,
    });
    await writeFile(path.join(brandFolder, 'fonts', `${name}.woff2`), subset);
    console.log(`${name}.woff2: ${subset.length} bytes`);
  }
  const licence = path.join(path.dirname(source), '..', 'LICENSE');
  await copyFile(licence, path.join(brandFolder, 'fonts', `${role}-OFL.txt`));
}

const range = Array.from(rare, (character) => `U+${character.codePointAt(0)?.toString(16)}`).join(', ');
const fontFaces = path.join(brandFolder, 'fonts.css');
const faces = await readFile(fontFaces, 'utf8');
await writeFile(fontFaces, faces.replace(/(?<=unicode-range:)[^;]*/g, `\n    ${range}`));

/**
 * Static cuts of the posters' fonts, one file each, because a PDF has no variable axes.
 * @type {{ role: Role, cut: string, variationAxes: Record<string, number> }[]}
 */
const cuts = [
  { role: 'display', cut: 'Price', variationAxes: { wdth: 66, wght: 900 } },
  { role: 'display', cut: 'Poster', variationAxes: { wdth: 72, wght: 900 } },
  { role: 'display', cut: 'Title', variationAxes: { wdth: 84, wght: 800 } },
  { role: 'text', cut: 'Text', variationAxes: { wght: 450 } },
  { role: 'text', cut: 'Strong', variationAxes: { wght: 650 } },
];

for (const { role, cut, variationAxes } of cuts) {
  const { file, name } = art.fonts[role];
  const subset = await subsetFont(await readFile(require.resolve(file)), portuguese + rare, {
    targetFormat: 'truetype',
    variationAxes,
    keepFeatures: ['kern'],
    noHinting: true,
  });
  const font = named(subset, name, cut);
  await writeFile(path.join(brandFolder, 'posters', `${cut.toLowerCase()}.ttf`), font);
  console.log(`${cut.toLowerCase()}.ttf: ${font.length} bytes`);
}
