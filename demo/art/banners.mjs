import { colour, disc, logo, place, price, rays, star, svg } from './draw.mjs';

/** The left 640 px stay plain, because the site writes the banner's title there. */
const width = 1440;
const height = 600;

/**
 * @param {string} name
 * @param {string} background
 * @param {string} art
 * @param {{ art: string, text: string }} [burst]
 * @returns {import('./draw.mjs').Scene}
 */
const banner = (name, background, art, burst = { art: '', text: '' }) => ({
  name: `banner-${name}`,
  width,
  height,
  background,
  art: art + burst.art,
  text: burst.text,
});

/** @param {number} weight @param {number} size @param {number} stretch @param {string} words */
const line = (weight, size, stretch, words) =>
  `<span style="font:${weight} ${size}px/.92 Display;font-stretch:${stretch}%">${words}</span>`;

const card = `<div style="position:absolute;left:850px;top:120px;width:460px;height:290px;background:${colour.red};border-radius:24px;rotate:-10deg;box-shadow:0 30px 50px -18px #6a0d14aa;overflow:hidden">
<svg style="position:absolute;inset:0" width="460" height="290">${disc(370, 290, 200, colour.orange)}${disc(370, 290, 138, colour.yellow)}
<rect x="34" y="128" width="62" height="48" rx="9" fill="#f3d9a4"/><path d="M34 144h20v16H34M96 144H76v16h20M54 128v48M76 128v48" fill="none" stroke="#b98b46" stroke-width="2.5"/></svg>
<div style="position:absolute;left:32px;top:28px">${logo(160)}</div></div>`;

export const banners = [
  banner(
    'churrasco',
    colour.orange,
    svg(
      width,
      height,
      rays(1060, 600, 1400, 44, colour.orangeLight) +
        disc(1060, 600, 480, colour.yellow) +
        disc(1060, 600, 392, colour.paper),
    ) +
      place(
        ['🔥', 270, 866, 396, -6],
        ['🔥', 250, 1300, 408, 8],
        ['🥩', 330, 1052, 262, -8],
        ['🍖', 230, 838, 275, -20],
        ['🍗', 220, 1222, 376, 14],
        ['🍅', 160, 915, 450, -8],
        ['🧅', 150, 1035, 462, 6],
        ['🌶️', 170, 1140, 470, 30],
        ['🫑', 150, 1280, 472, 8],
        ['🧄', 130, 790, 480, -10],
        ['🌿', 130, 1366, 484, 14],
      ),
    star({
      x: 1282,
      y: 172,
      size: 262,
      background: colour.red,
      color: colour.paper,
      html: `${line(800, 29, 80, 'Picanha')}<span style="margin-top:10px">${price('59,90', 94, 'kg')}</span>`,
    }),
  ),
  banner(
    'feira',
    colour.sand,
    svg(width, height, rays(1060, 640, 1300, 40, '#f6d8ae') + disc(1104, 640, 440, colour.red)) +
      place(
        ['🍍', 300, 930, 292, -10],
        ['🍉', 290, 1130, 290, 10],
        ['🍌', 230, 1300, 380, 12],
        ['🥭', 220, 856, 440, -8],
        ['🍇', 220, 1010, 450, 0],
        ['🍊', 180, 1180, 490, 0],
        ['🥑', 180, 1340, 505, 10],
        ['🍓', 150, 930, 520, -10],
      ),
    star({
      x: 1306,
      y: 146,
      size: 230,
      background: colour.orange,
      color: colour.ink,
      html: line(900, 46, 75, 'quarta<br>verde'),
    }),
  ),
  banner(
    'limpeza',
    colour.teal,
    svg(width, height, rays(1080, 300, 1200, 40, colour.tealLight) + disc(1080, 320, 330, colour.mint)) +
      place(
        ['🧴', 300, 960, 290, -8],
        ['🧼', 250, 1150, 230, 8],
        ['🧻', 220, 832, 440, -6],
        ['🪣', 240, 1206, 440, 6],
        ['🧺', 250, 1020, 460, 0],
        ['🧽', 160, 1336, 490, -10],
      ),
    star({
      x: 1316,
      y: 142,
      size: 236,
      background: colour.yellow,
      color: colour.wine,
      html: line(900, 44, 75, 'leve 3') + line(900, 52, 70, 'pague 2'),
    }),
  ),
  banner(
    'cinema',
    colour.wine,
    svg(
      width,
      height,
      rays(1080, 0, 1300, 30, colour.wineLight) +
        `<path d="M730 600 980 0h200l250 600z" fill="${colour.orange}"/>`,
    ) +
      place(
        ['🎬', 220, 880, 190, -12],
        ['🍿', 330, 1080, 330, -4],
        ['🥤', 250, 1280, 420, 10],
        ['🎟️', 260, 860, 440, -18],
      ),
    star({
      x: 1300,
      y: 148,
      size: 240,
      background: colour.yellow,
      color: colour.wine,
      html: line(900, 80, 70, 'meia') + line(800, 23, 80, 'toda segunda'),
    }),
  ),
  banner(
    'cartao',
    colour.yellow,
    svg(width, height, `<path d="M700 600 880 0h560v600z" fill="${colour.orange}"/>`) +
      card +
      place(['🛍️', 270, 1286, 440, 8], ['🎁', 220, 850, 462, -8]),
  ),
];
