import { spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { chromium } from '@playwright/test';
import sharp from 'sharp';
import { brandFolder, isDefaultBrand } from '../../scripts/lib/brand.mjs';
import { chromiumArgs, findChromium } from '../../scripts/lib/chromium.mjs';
import { derive } from '../derive.ts';
import { banners } from './banners.mjs';
import { booklet } from './booklet.mjs';
import { branches } from './branches.mjs';
import { leaflets } from './dailyOffers.mjs';
import { brand, colour, serveEmoji, style } from './draw.mjs';
import { gallery } from './gallery.mjs';
import { movies } from './movies.mjs';
import { offers } from './offers.mjs';
import { recipes } from './recipes.mjs';
import { shops } from './shops.mjs';
import { film, instantOf } from './video.mjs';

/** @typedef {import('./draw.mjs').Scene} Scene */

/** The default brand's pictures are those of the demo; another brand's own replace them. */
const folder = isDefaultBrand
  ? path.join(import.meta.dirname, '..', 'assets')
  : path.join(brandFolder, 'demo');
const prefix = process.argv[2] ?? '';
const a4 = { width: 210, height: 297 };

/**
 * Width and quality of each kind of picture. Banners are as wide as a screen, whose pixels are denser than
 * CSS pixels.
 * @type {[Scene[], number, number][]}
 */
const pictures = [
  [banners, 2560, 84],
  [branches, 1000, 88],
  [gallery, 1000, 86],
  [leaflets, 760, 86],
  [recipes, 1200, 70],
  [movies, 800, 76],
  [shops, 1200, 74],
  [offers, 640, 82],
];

/** @param {Scene} scene @param {string} html */
const sheet = ({ width, height, background }, html) =>
  `<div class="scene" style="width:${width}px;height:${height}px;background:${background}">${html}</div>`;

/** @param {string} html @param {string} extraStyle */
const document = (html, extraStyle = '') =>
  `<!doctype html><html lang="pt-BR"><meta charset="utf-8"><title>${brand.name}: encarte da quinzena</title><style>${style}${extraStyle}</style>${html}</html>`;

/** @param {import('@playwright/test').Page} page @param {Scene} scene @param {string} html */
async function screenshot(page, scene, html) {
  await page.setViewportSize({ width: scene.width, height: scene.height });
  await page.setContent(document(sheet(scene, html)));
  await page.evaluate('document.fonts.ready');
  return page.locator('.scene').screenshot();
}

/**
 * Prints pages of real text over drawings that were flattened to JPEG, which a PDF stores unchanged.
 * @param {import('@playwright/test').Page} page
 */
async function printBooklet(page) {
  const sheets = [];
  for (const scene of booklet) {
    const drawing = await sharp(await screenshot(page, scene, scene.art))
      .flatten({ background: colour.paper })
      .resize({ width: 1000 })
      .jpeg({ quality: 60, mozjpeg: true, chromaSubsampling: '4:4:4' })
      .toBuffer();
    const source = `data:image/jpeg;base64,${drawing.toString('base64')}`;
    const picture = `<img alt="" src="${source}" style="position:absolute;inset:0;width:100%;height:100%">`;
    sheets.push(sheet(scene, picture + scene.text));
  }
  const zoom = ((a4.width / 25.4) * 96) / booklet[0].width;
  const print = `@page{size:${a4.width}mm ${a4.height}mm;margin:0}.scene{zoom:${zoom};break-after:page;print-color-adjust:exact}.scene:last-child{break-after:auto}`;
  await page.setContent(document(sheets.join(''), print));
  await page.evaluate('document.fonts.ready');
  const pdf = await page.pdf({ preferCSSPageSize: true, printBackground: true, tagged: true });
  return withoutDates(pdf);
}

/** Blanks the dates of the file's properties, so that two builds give the same bytes. @param {Buffer} pdf */
const withoutDates = (pdf) =>
  Buffer.from(
    pdf.toString('latin1').replace(/\/(Creation|Mod)Date \(D:[^)]*\)/g, (date) => ' '.repeat(date.length)),
    'latin1',
  );

/**
 * Takes a screenshot of each frame of the cinema's film and encodes them with ffmpeg. Without ffmpeg, the
 * video stays unchanged.
 * @param {import('@playwright/test').Page} page
 */
async function shoot(page) {
  if (spawnSync('ffmpeg', ['-version']).error) {
    process.stdout.write(`${film.name}.mp4 left as it is: ffmpeg is not installed\n`);
    return;
  }
  const frames = await mkdtemp(path.join(tmpdir(), 'vitrine-film-'));
  try {
    await screenshot(page, film.scene, film.scene.art);
    for (let frame = 0; frame < film.fps * film.seconds; frame++) {
      await page.evaluate(instantOf(frame / film.fps));
      const name = `${String(frame).padStart(4, '0')}.jpg`;
      await page.screenshot({ path: path.join(frames, name), type: 'jpeg', quality: 95 });
    }
    const video = path.join(frames, 'film.mp4');
    const encoder = spawnSync('ffmpeg', [
      ...['-loglevel', 'error', '-framerate', String(film.fps), '-i', path.join(frames, '%04d.jpg')],
      ...['-c:v', 'libx264', '-preset', 'slow', '-crf', '25', '-threads', '1', '-vf', 'scale=out_range=tv'],
      ...[
        '-pix_fmt',
        'yuv420p',
        '-color_range',
        'tv',
        '-fflags',
        '+bitexact',
        '-movflags',
        '+faststart',
        video,
      ],
    ]);
    if (encoder.status !== 0) throw new Error(encoder.stderr.toString());
    await save(`${film.name}.mp4`, await readFile(video));
  } finally {
    await rm(frames, { recursive: true });
  }
}

/** Keeps an unchanged file as it is, with its date. @param {string} name @param {Buffer} bytes */
async function save(name, bytes) {
  const file = path.join(folder, name);
  const before = await readFile(file).catch(() => undefined);
  if (before?.equals(bytes)) return;
  await writeFile(file, bytes);
  process.stdout.write(`${name} ${Math.round(bytes.length / 1024)} KB\n`);
}

/** @param {number} deviceScaleFactor */
async function newPage(deviceScaleFactor) {
  const page = await browser.newPage({ deviceScaleFactor });
  await serveEmoji(page);
  return page;
}

const executablePath = findChromium({ whole: true });
if (!executablePath) throw new Error('No Chromium found: install one, or name it in CHROMIUM_PATH.');
await mkdir(folder, { recursive: true });
const browser = await chromium.launch({ executablePath, args: chromiumArgs });
try {
  const page = await newPage(1);
  const dense = await newPage(2);
  for (const [scenes, width, quality] of pictures) {
    for (const scene of scenes.filter(({ name }) => name.startsWith(prefix))) {
      const drawn = await screenshot(width > scene.width ? dense : page, scene, scene.art + scene.text);
      await save(`${scene.name}.webp`, await sharp(drawn).resize({ width }).webp({ quality }).toBuffer());
    }
  }
  if ('encarte-quinzenal'.startsWith(prefix)) await save('encarte-quinzenal.pdf', await printBooklet(page));
  if (film.name.startsWith(prefix)) await shoot(page);
} finally {
  await browser.close();
}
if (isDefaultBrand) await derive(prefix, 'encarte-quinzenal.pdf');
