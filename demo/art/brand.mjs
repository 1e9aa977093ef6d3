import { mkdir, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { chromium } from '@playwright/test';
import sharp from 'sharp';
import { brandFolder } from '../../scripts/lib/brand.mjs';
import { chromiumArgs, findChromium } from '../../scripts/lib/chromium.mjs';
import { crisp } from './crisp.mjs';
import { awning, box, colour, disc, logo, pathOf, place, rays, serveEmoji, style, svg } from './draw.mjs';
import { film, instantOf } from './video.mjs';

const require = createRequire(import.meta.url);

/** @param {string} name */
const inPublic = (name) => path.join(brandFolder, 'public', 'brand', name);

/** Draws the mark, for tabs and home screens. @param {number} corner radius out of 64 */
const icon = (corner, scale = 0.8) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64"><rect width="64" height="64" rx="${corner}" fill="${colour.red}"/><path fill="${colour.yellow}" transform="translate(${32 - 25 * scale} ${31.5 - 30 * scale}) scale(${scale})" d="${pathOf('mark')}"/></svg>\n`;

async function writeIcons() {
  const rounded = icon(14);
  await writeFile(inPublic('icon.svg'), rounded);
  /** @type {[string, string, number][]} */
  const pictures = [
    ['icon-192.png', rounded, 192],
    ['icon-512.png', rounded, 512],
    // Inside the circle that every mask leaves.
    ['icon-maskable-512.png', icon(0, 0.72), 512],
    ['apple-touch-icon.png', icon(0), 180],
  ];
  for (const [name, source, size] of pictures) {
    await sharp(Buffer.from(source), { density: (72 * size) / 64 })
      .resize(size, size)
      .png({ palette: true, effort: 10 })
      .toFile(inPublic(name));
  }
  await writeFile(inPublic('favicon.ico'), await favicon(rounded));
}

/**
 * Writes favicon.ico, which browsers request without a link from a page: a PNG in the ICO container.
 * @param {string} source
 */
async function favicon(source) {
  const size = 32;
  const png = await sharp(Buffer.from(source), { density: 144 })
    .resize(size, size)
    .png({ compressionLevel: 9 })
    .toBuffer();
  const head = Buffer.alloc(22);
  head.writeUInt16LE(1, 2); // an icon
  head.writeUInt16LE(1, 4); // of one picture
  head.writeUInt8(size, 6);
  head.writeUInt8(size, 7);
  head.writeUInt16LE(1, 10); // one plane
  head.writeUInt16LE(32, 12); // of 32 bits
  head.writeUInt32LE(png.length, 14);
  head.writeUInt32LE(head.length, 18);
  return Buffer.concat([head, png]);
}

/**
 * Draws the full cart in a square of 1000, scaled around the middle of the trolley.
 * @param {number} x @param {number} y @param {number} scale
 */
function cart(x, y, scale) {
  const groceries = place(
    ['🥖', 270, 400, 250, -28],
    ['🥬', 270, 560, 250, 10],
    ['🍍', 270, 720, 270, 16],
    ['🧃', 220, 330, 400, -14],
    ['🍉', 260, 650, 410, -6],
    ['🍞', 230, 460, 420, 6],
    ['🍇', 210, 770, 430, 12],
    ['🥛', 170, 560, 470, -4],
    ['🧀', 180, 390, 575, -6],
    ['🍅', 170, 540, 600, 4],
    ['🍊', 150, 650, 590, 8],
    ['🍎', 160, 460, 665, 0],
    ['🍋', 150, 600, 680, 8],
    ['🛒', 720, 520, 620, 0],
  );
  return `<div style="position:absolute;left:${x - 520}px;top:${y - 620}px;width:1000px;height:1000px;transform-origin:520px 620px;scale:${scale}">${groceries}</div>`;
}

/** @param {number} weight @param {number} size @param {number} stretch @param {number} leading */
const display = (weight, size, stretch, leading = 0.9) =>
  `font:${weight} ${size}px/${leading} Display;font-stretch:${stretch}%`;

/** @param {string} style @param {string} words */
const line = (style, words) => `<div style="position:absolute;${style}">${words}</div>`;

/** Shown when no banner is published; the left 640 px stay plain for its title. */
const defaultBanner = {
  name: 'banner-padrao.webp',
  width: 1440,
  height: 600,
  background: colour.orange,
  html:
    svg(
      1440,
      600,
      rays(1080, 600, 1400, 44, colour.orangeLight) +
        disc(1080, 600, 436, colour.yellow) +
        disc(1080, 600, 352, colour.red) +
        `<ellipse cx="1068" cy="534" rx="190" ry="13" fill="${colour.wine}"/>`,
    ) + cart(1088, 335, 0.64),
};

const archCart = {
  name: 'carrinho.webp',
  width: 1000,
  height: 1000,
  background: colour.sand,
  html:
    svg(
      1000,
      1000,
      disc(500, 680, 500, colour.orange) +
        rays(500, 680, 500, 36, colour.orangeLight) +
        disc(500, 680, 360, colour.yellow) +
        box(0, 875, 1000, 125, colour.red),
    ) +
    cart(500, 582, 0.98) +
    place(['🧴', 180, 120, 840, -8], ['🧸', 200, 880, 810, 8]),
};

const loginCart = {
  name: 'login.webp',
  width: 760,
  height: 760,
  background: 'transparent',
  html: cart(395, 448, 0.76),
};

/** A counter that people stand behind, in a picture of a page's head. */
const counter = svg(560, 460, box(0, 384, 560, 76, colour.wine) + box(0, 384, 560, 14, colour.red));

/**
 * Pictures in the heads of inner pages, in a box of 560 by 460.
 * @type {Record<string, string>}
 */
const heads = {
  ajuda: place(['🙋🏾‍♀️', 400, 230, 214], ['💡', 200, 440, 130, 14]) + counter,
  acessibilidade: place(['👨🏾‍🦯', 370, 400, 240, 4], ['👩🏽‍🦽', 400, 190, 260, -3]),
  busca: place(['🍍', 280, 150, 260, -14], ['🥛', 230, 300, 310, 8], ['🔎', 390, 370, 210, 6]),
  candidatura: place(['📋', 400, 230, 240, -6], ['✏️', 270, 420, 280, 10]),
  contato: place(['☎️', 380, 210, 260, -6], ['💬', 270, 420, 140, 8]),
  filiais: place(['🗺️', 440, 240, 270, -4], ['📍', 330, 340, 160, 10]),
  lista: place(['📝', 400, 220, 230, -8], ['🍅', 200, 440, 330, 8], ['🥖', 220, 440, 170, 12]),
  lojas: place(['🛍️', 400, 230, 240, -6], ['👟', 240, 430, 350, -10], ['🎈', 200, 460, 130, 12]),
  perdido: place(['🔎', 240, 420, 130, 14], ['🛒', 420, 230, 250]),
  privacidade: place(['🔒', 400, 220, 230, -6], ['🔑', 250, 430, 300, 12]),
  receitas: place(['🧄', 190, 450, 180, 14], ['🍲', 410, 240, 240, -4], ['🍅', 200, 460, 340, 10]),
  sobre: place(
    ['🍿', 270, 400, 150, 10],
    ['🛒', 340, 180, 210, -4],
    ['🛍️', 250, 430, 320, 6],
    ['💳', 230, 250, 350, -10],
  ),
  vagas: place(['👩🏾‍🌾', 280, 110, 270], ['👩🏻‍💼', 280, 450, 270], ['👨🏾‍🍳', 340, 280, 240]) + counter,
};

const headScenes = Object.entries(heads).map(([name, html]) => ({
  name: `${name}.webp`,
  width: 560,
  height: 460,
  background: 'transparent',
  html,
}));

const jobs = {
  name: 'vaga.webp',
  width: 640,
  height: 800,
  background: colour.red,
  html:
    svg(
      640,
      800,
      rays(320, 720, 900, 36, colour.redLight) +
        disc(320, 745, 312, colour.orange) +
        disc(320, 745, 252, colour.yellow) +
        awning({ x: 0, y: -10, width: 640, count: 10, drop: 32, colours: [colour.paper, colour.orange] }),
    ) +
    line(
      `left:40px;top:78px;color:${colour.paper};${display(900, 108, 68, 0.88)}`,
      'Venha<br>trabalhar<br>com a gente',
    ) +
    line(
      `left:43px;top:376px;color:${colour.paper};font:600 26px/1.2 Text`,
      'Conte quem você é. Leva três minutos.',
    ) +
    place(['👩🏾‍🌾', 250, 126, 602, -4], ['👨🏾‍🍳', 290, 320, 572], ['👩🏻‍💼', 250, 514, 602, 4]) +
    svg(640, 800, box(0, 690, 640, 110, colour.wine)) +
    line(
      `left:40px;top:711px;background:${colour.yellow};color:${colour.wine};border-radius:6px;padding:17px 26px 13px;box-shadow:0 4px 0 #c98e12;${display(800, 30, 84, 1.15)}`,
      'Mandar currículo',
    ) +
    logo(190, 'position:absolute;right:36px;top:718px'),
};

const shared = {
  name: 'og.jpg',
  width: 1200,
  height: 630,
  background: colour.red,
  html:
    svg(
      1200,
      630,
      rays(880, 640, 1300, 44, colour.redLight) +
        disc(880, 640, 460, colour.orange) +
        disc(880, 640, 376, colour.yellow) +
        awning({ x: 0, y: -10, width: 1200, count: 20, drop: 32, colours: [colour.paper, colour.orange] }),
    ) +
    cart(888, 409, 0.66) +
    logo(300, 'position:absolute;left:78px;top:104px') +
    line(
      `left:62px;top:254px;color:${colour.paper};${display(900, 93, 70, 0.92)}`,
      'Ofertas<br>todo dia,<br>pertinho<br>de casa.',
    ),
};

/** Shown before the cinema's video plays. */
const theater = { ...film.scene, name: 'sala.webp', html: film.scene.art };

async function writeScenes() {
  const browser = await chromium.launch({
    executablePath: findChromium({ whole: true }),
    args: chromiumArgs,
  });
  const page = await browser.newPage();
  const dense = await browser.newPage({ deviceScaleFactor: 4 / 3 });
  const small = await browser.newPage({ deviceScaleFactor: 0.8 });
  await Promise.all([page, dense, small].map(serveEmoji));
  const scenes = [defaultBanner, archCart, loginCart, jobs, shared, theater, ...headScenes];
  for (const scene of scenes) {
    const { name, width, height, background, html } = scene;
    // The banner is as wide as a screen; pictures in heads are shown at half their size.
    const drawn = scene === defaultBanner ? dense : headScenes.includes(scene) ? small : page;
    await drawn.setViewportSize({ width, height });
    await drawn.setContent(
      `<!doctype html><style>${style}</style><div class="scene" style="width:${width}px;height:${height}px;background:${background}">${html}</div>`,
    );
    await drawn.evaluate('document.fonts.ready');
    if (scene === theater) await drawn.evaluate(instantOf(9));
    const picture = sharp(await drawn.screenshot({ omitBackground: true }));
    const encoded = name.endsWith('.jpg')
      ? picture.flatten({ background: colour.paper }).jpeg({ quality: 80, mozjpeg: true })
      : picture.webp({ quality: 78, alphaQuality: 88, effort: 6, smartSubsample: true });
    await encoded.toFile(inPublic(name));
  }
  await browser.close();
}

/** Writes single objects that overlay a page: the fruit of the daily offers, the cinema's popcorn. */
async function writeThings() {
  const emojiFolder = path.join(
    path.dirname(require.resolve('@lobehub/fluent-emoji-3d/package.json')),
    'assets',
  );
  /** @type {[string, string, number][]} */
  const things = [
    ['abacaxi.webp', '1f34d.webp', 316],
    ['tomate.webp', '1f345.webp', 244],
    ['pipoca.webp', '1f37f.webp', 512],
  ];
  for (const [name, source, size] of things) {
    await sharp(await crisp(path.join(emojiFolder, source)))
      .resize(size, size)
      .webp({ quality: 80, alphaQuality: 80, effort: 6 })
      .toFile(inPublic(name));
  }
}

await mkdir(inPublic(''), { recursive: true });
await writeIcons();
await writeThings();
await writeScenes();
