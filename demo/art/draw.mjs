import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { brandFolder } from '../../scripts/lib/brand.mjs';
import { crisp } from './crisp.mjs';

const require = createRequire(import.meta.url);
const emojiFolder = path.join(
  path.dirname(require.resolve('@lobehub/fluent-emoji-3d/package.json')),
  'assets',
);

/**
 * A picture: its drawing, and the text over it. The booklet prints them separately, so that its text stays
 * text; pictures combine them.
 * @typedef {{ name: string, width: number, height: number, background: string, art: string, text: string }} Scene
 */

/**
 * An emoji, its size, the centre's x and y, and its rotation in degrees.
 * @typedef {[string, number, number, number, number?]} Placed
 */

/** Data of the brand that is drawn: `BRAND`, or the default. */
/** @type {[{ brand: import('../../src/brand/brand.ts').Brand }, typeof import('../../brands/aurora/art.mjs')]} */
const [{ brand }, art] = await Promise.all(
  ['brand.ts', 'art.mjs'].map((file) => import(path.join(brandFolder, file))),
);

export { art, brand };

const { colours } = brand;

/** Mixes white into a colour. @param {string} colour @param {number} share of white */
const lighter = (colour, share) =>
  `#${[1, 3, 5]
    .map((at) => Number.parseInt(colour.slice(at, at + 2), 16))
    .map((channel) =>
      Math.round(channel + (255 - channel) * share)
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`;

export const colour = {
  red: colours['primary-600'],
  redLight: lighter(colours['primary-600'], 0.07),
  redDark: colours['primary-700'],
  wine: colours['primary-900'],
  wineLight: lighter(colours['primary-900'], 0.07),
  orange: colours['accent-500'],
  orangeLight: lighter(colours['accent-500'], 0.15),
  yellow: colours['highlight-400'],
  yellowLight: lighter(colours['highlight-400'], 0.2),
  paper: colours.paper,
  sand: colours['paper-2'],
  teal: colours['secondary-700'],
  tealLight: lighter(colours['secondary-700'], 0.06),
  tealDark: colours['secondary-900'],
  mint: colours['secondary-100'],
  ink: colours.ink,
};

/** @type {Map<string, string>} */
const loaded = new Map();

/** @param {string} file @param {string} type */
function dataUrl(file, type) {
  let url = loaded.get(file);
  if (!url) {
    url = `data:${type};base64,${readFileSync(file).toString('base64')}`;
    loaded.set(file, url);
  }
  return url;
}

/** A host that does not exist; `serveEmoji` handles its requests. */
const EMOJI = 'https://emoji.invalid/';

/** @param {string} emoji */
const emojiUrl = (emoji) =>
  `${EMOJI}${[...emoji].map((character) => character.codePointAt(0)?.toString(16)).join('-')}`;

/** @type {Map<string, Promise<Buffer>>} */
const drawnLarge = new Map();

/** Serves the emoji that a page requests. @param {import('@playwright/test').Page} page */
export function serveEmoji(page) {
  return page.route(`${EMOJI}*`, async (route) => {
    const name = route.request().url().slice(EMOJI.length);
    const large = drawnLarge.get(name) ?? crisp(path.join(emojiFolder, `${name}.webp`));
    drawnLarge.set(name, large);
    await route.fulfill({ body: await large, contentType: 'image/png' });
  });
}

/**
 * Draws emoji one over the other, the last on top, each with a warm shadow.
 * @param {Placed[]} placed
 */
export function place(...placed) {
  return placed
    .map(([emoji, size, x, y, turn = 0]) => {
      const drop = Math.round(size * 0.05);
      return `<img alt="" src="${emojiUrl(emoji)}" style="position:absolute;width:${size}px;height:${size}px;left:${x - size / 2}px;top:${y - size / 2}px;transform:rotate(${turn}deg);filter:drop-shadow(0 ${drop}px ${drop}px rgb(60 10 0/.38))">`;
    })
    .join('');
}

/** @param {number} width @param {number} height @param {string} shapes */
export function svg(width, height, shapes) {
  return `<svg style="position:absolute;inset:0" width="${width}" height="${height}">${shapes}</svg>`;
}

/** @param {number} x @param {number} y @param {number} radius @param {number} count @param {string} fill @param {number} opacity */
export function rays(x, y, radius, count, fill, opacity = 1) {
  const point = (/** @type {number} */ turn) =>
    `${(x + radius * Math.cos(turn)).toFixed(1)} ${(y + radius * Math.sin(turn)).toFixed(1)}`;
  const step = (Math.PI * 2) / count;
  const wedges = Array.from(
    { length: count },
    (_, i) => `M${x} ${y}L${point(i * step)} ${point((i + 0.5) * step)}Z`,
  );
  return `<path d="${wedges.join('')}" fill="${fill}" opacity="${opacity}"/>`;
}

/** @param {number} x @param {number} y @param {number} radius @param {string} fill */
export function disc(x, y, radius, fill) {
  return `<circle cx="${x}" cy="${y}" r="${radius}" fill="${fill}"/>`;
}

/** @param {number} x @param {number} y @param {number} width @param {number} height @param {string} fill @param {number} radius */
export function box(x, y, width, height, fill, radius = 0) {
  return `<rect x="${x}" y="${y}" width="${width}" height="${height}" rx="${radius}" fill="${fill}"/>`;
}

/**
 * Draws the shop's awning: a row of scallops in two colours.
 * @param {{ x: number, y: number, width: number, count: number, drop: number, colours: [string, string] }} awning
 */
export function awning({ x, y, width, count, drop, colours }) {
  const step = width / count;
  const scallops = Array.from(
    { length: count },
    (_, i) =>
      `<path d="M${x + i * step} ${y}h${step}v${drop}a${step / 2} ${step / 2} 0 0 1 ${-step} 0z" fill="${colours[i % 2]}"/>`,
  );
  return scallops.join('') + box(x, y, width, 10, '#0003');
}

const scalloped = Array.from({ length: 160 }, (_, i) => {
  const turn = (i / 160) * Math.PI * 2;
  const radius = 45 + 5 * Math.abs(Math.sin((Math.PI * (i % 8)) / 8));
  return `${(50 + radius * Math.cos(turn)).toFixed(1)}% ${(50 + radius * Math.sin(turn)).toFixed(1)}%`;
}).join(',');

/**
 * Draws the offer's star.
 * @param {{ x: number, y: number, size: number, background: string, color: string, html: string }} star
 */
export function star({ x, y, size, background, color, html }) {
  const frame = `position:absolute;left:${x - size / 2}px;top:${y - size / 2}px;width:${size}px;height:${size}px;rotate:-8deg`;
  return {
    art: `<div style="${frame};filter:drop-shadow(0 8px 10px rgb(60 10 0/.35))"><div style="width:100%;height:100%;background:${background};clip-path:polygon(${scalloped})"></div></div>`,
    text: `<div style="${frame};display:grid;place-content:center;justify-items:center;text-align:center;color:${color}">${html}</div>`,
  };
}

/** @param {string} value "59,90" @param {number} size height of the figures, in px @param {string} unit */
export function price(value, size, unit = '') {
  const [units, cents] = value.split(',');
  const end = unit ? `<span>${unit}</span>` : '';
  return `<span class="price" style="font-size:${size}px"><small>R$</small><b>${units}</b><span class="cents"><i>,${cents}</i>${end}</span></span>`;
}

/** Returns the path data of a part of the logo. @param {'mark' | 'name'} part */
export const pathOf = (part) =>
  new RegExp(`id="${part}" d="([^"]+)"`).exec(readFileSync(path.join(brandFolder, 'logo.svg'), 'utf8'))?.[1];

/** Draws the logo on a coloured background. @param {number} width @param {string} style */
export function logo(width, style = '') {
  return `<svg style="overflow:visible;${style}" viewBox="0 0 218 60" width="${width}" height="${Math.round((width * 60) / 218)}"><path fill="${colour.yellow}" d="${pathOf('mark')}"/><path fill="${colour.paper}" d="${pathOf('name')}"/></svg>`;
}

/** @param {string} family @param {string} file @param {string} range */
function fontFace(family, file, range) {
  const source = dataUrl(require.resolve(file), 'font/woff2');
  return `@font-face{font-family:${family};src:url(${source});${range}}`;
}

/** Style sheet of every scene. */
export const style = `
${fontFace('Display', art.fonts.display.file, 'font-weight:100 900;font-stretch:50% 150%')}
${fontFace('Text', art.fonts.text.file, 'font-weight:400 700')}
*{box-sizing:border-box}
body{margin:0}
.scene{position:relative;overflow:hidden}
.price{display:inline-flex;align-items:flex-start;font-family:Display;font-weight:900;font-stretch:66%;line-height:.8;white-space:nowrap;font-feature-settings:"tnum"}
.price b{font-weight:900}
.price small{font-size:.26em;margin:.15em .2em 0 0;font-weight:800;line-height:1}
.price .cents{display:flex;flex-direction:column;line-height:.85}
.price i{font-style:normal;font-size:.46em;line-height:.85}
.price .cents span{font-size:.24em;font-weight:700;margin-top:.2em;padding-left:.3em;line-height:.85}
`;
