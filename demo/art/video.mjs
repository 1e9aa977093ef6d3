import { awning, box, colour, disc, place, rays } from './draw.mjs';
import { fall, layer, lift, oval, shape, slab } from './kitchen.mjs';

// The shop opens: the sun rises, the awning comes down, a cart rolls in and fills, the door opens. Everything that
// moves is a CSS animation, which the build sets to each frame's instant.

const width = 1280;
const height = 720;
const ground = 600;

/** @param {string} shapes */
const sheet = (shapes) => layer(width, height, shapes);

/** What moves by itself, as a box of the whole picture. @param {string} motion @param {string} content @param {string} rule */
const moving = (motion, content, rule = '') =>
  `<div style="position:absolute;inset:0;animation:${motion};${rule}">${content}</div>`;

/** @param {number} y @param {string} fill @param {string} words @param {number} size */
const sign = (y, fill, words, size) =>
  `<text x="640" y="${y}" text-anchor="middle" font-family="Anybody" font-size="${size}" font-weight="900" style="font-stretch:80%" fill="${fill}">${words}</text>`;

/** @param {number} x @param {number} y @param {number} scale */
const cloud = (x, y, scale) =>
  `<g fill="#fff6e8" transform="translate(${x} ${y}) scale(${scale})"><circle cx="50" cy="50" r="46"/><circle cx="116" cy="34" r="58"/><circle cx="190" cy="48" r="48"/><rect x="4" y="52" width="234" height="44" rx="22"/></g>`;

const windows = [
  [222, 176],
  [418, 120],
  [742, 120],
  [882, 176],
];

const front =
  lift(slab(180, 250, 920, ground - 250, '#fff0dc'), 14) +
  windows
    .map(
      ([x = 0, wide = 0]) =>
        slab(x - 8, 372, wide + 16, 176, colour.wine, 4) + slab(x, 380, wide, 160, '#ffe9b0'),
    )
    .join('') +
  slab(548, 366, 184, ground - 366, colour.wine) +
  slab(560, 378, 160, ground - 378, '#fff3c4') +
  shape(`M560 378h160v${ground - 378}H560z`, fall('#ffc83d', '#fff6d8'));

const goods = place(
  ['🍞', 80, 262, 506],
  ['🥖', 84, 346, 500, 10],
  ['🍎', 74, 478, 506],
  ['🧀', 78, 802, 504],
  ['🍇', 80, 926, 504],
  ['🍊', 74, 1010, 508],
);

const glass = windows
  .map(
    ([x = 0, wide = 0]) =>
      `<path d="M${x} 380h${wide}L${x} ${380 + wide}z" fill="#ffffff66"/>` +
      slab(x, 526, wide, 14, colour.red),
  )
  .join('');

const leaf = (/** @type {number} */ x) =>
  slab(x, 378, 78, ground - 378, '#a9dad8') +
  `<path d="M${x} 378h78L${x} 500z" fill="#ffffff88"/>` +
  slab(x + 32, 470, 14, 54, colour.wine, 6);

const scallops = Array.from({ length: 16 }, (_, i) => {
  const piece = awning({
    x: 140 + i * 62.5,
    y: 330,
    width: 62.5,
    count: 1,
    drop: 26,
    colours: i % 2 ? [colour.paper, colour.paper] : [colour.red, colour.red],
  });
  return moving(
    `sway 1.6s ${(i * -0.23).toFixed(2)}s ease-in-out infinite alternate`,
    sheet(piece),
    `transform-origin:${140 + i * 62.5 + 31}px 330px`,
  );
}).join('');

/** Emoji, size, where it comes to rest and how it leans there. @type {import('./draw.mjs').Placed[]} */
const shopping = [
  ['🍍', 122, 300, 482, -12],
  ['🥖', 124, 396, 470, 18],
  ['🥬', 104, 352, 510, 6],
  ['🍉', 100, 292, 548, -8],
  ['🥛', 96, 416, 540, 8],
  ['🍅', 80, 352, 566, 0],
];

const cart =
  sheet(oval(360, 700, 132, 11, '#00000026')) +
  shopping.map((thing, i) => moving(`drop .9s ${(3.7 + i * 0.42).toFixed(2)}s both`, place(thing))).join('') +
  place(['🛒', 270, 350, 572]);

const style = `
@keyframes day{to{opacity:1}}
@keyframes rise{from{transform:translateY(330px)}to{transform:none}}
@keyframes turn{to{transform:rotate(24deg)}}
@keyframes drift{to{transform:translateX(90px)}}
@keyframes unroll{from{transform:scaleY(.04)}70%{transform:scaleY(1.08)}to{transform:none}}
@keyframes sway{from{transform:skewX(-2.4deg) scaleY(.96)}to{transform:skewX(2.4deg) scaleY(1.03)}}
@keyframes lean{from{transform:rotate(-1.6deg)}to{transform:rotate(1.6deg)}}
@keyframes roll{from{transform:translateX(-560px)}to{transform:none}}
@keyframes drop{0%{transform:translateY(-620px);opacity:0;animation-timing-function:cubic-bezier(.5,0,.9,.6)}12%{opacity:1}62%{transform:none;animation-timing-function:ease-out}78%{transform:translateY(-22px);animation-timing-function:ease-in}100%{transform:none;opacity:1}}
@keyframes shut{to{transform:scaleY(0)}}
@keyframes show{from{transform:scaleY(0)}60%{transform:scaleY(1.08)}to{transform:none}}
@keyframes left{to{transform:translateX(-70px)}}
@keyframes right{to{transform:translateX(70px)}}
`;

const html =
  `<style>${style}</style>` +
  sheet(slab(0, 0, width, height, fall('#6a0d14', '#ff7a1a'))) +
  moving(
    'day 2.4s .3s ease-in-out both',
    sheet(slab(0, 0, width, height, fall('#bfe6e4', '#ffe4c8'))),
    'opacity:0',
  ) +
  moving(
    'rise 2.6s .2s cubic-bezier(.2,.7,.2,1) both',
    moving(
      'turn 10s linear both',
      sheet(rays(640, 330, 900, 40, '#ffc83d', 0.34)),
      'transform-origin:640px 330px',
    ) + sheet(disc(640, 330, 292, '#ffd461') + disc(640, 330, 262, colour.yellow)),
  ) +
  moving('drift 10s linear both', sheet(cloud(40, 110, 0.8) + cloud(960, 70, 0.9))) +
  sheet(
    slab(0, ground, width, height - ground, '#d9a877') +
      slab(0, ground, width, 12, '#f0d3ab') +
      slab(0, 690, width, 30, '#b9845a'),
  ) +
  moving(
    'lean 2.8s ease-in-out infinite alternate',
    place(['🌳', 270, 110, 500]),
    'transform-origin:110px 620px',
  ) +
  moving(
    'lean 3.2s -1s ease-in-out infinite alternate',
    place(['🌴', 300, 1180, 480]),
    'transform-origin:1180px 620px',
  ) +
  sheet(front) +
  goods +
  sheet(glass) +
  // The door: two leaves that slide behind the walls.
  `<div style="position:absolute;left:560px;top:378px;width:160px;height:${ground - 378}px;overflow:hidden"><div style="position:absolute;left:-560px;top:-378px;width:${width}px;height:${height}px">${moving('left 1.2s 7.6s ease-in-out both', sheet(leaf(561)))}${moving('right 1.2s 7.6s ease-in-out both', sheet(leaf(641)))}</div></div>` +
  moving(
    'day 1.2s 7.8s ease-in-out both',
    sheet(shape(`M560 ${ground}h160l90 120H470z`, '#ffc83d88')),
    'opacity:0',
  ) +
  sheet(
    lift(shape('M150 250L640 146L1130 250V332H150z', colour.wine), 10) + box(140, 322, 1000, 12, '#4a070d'),
  ) +
  moving(
    'shut .3s 6.9s ease-in both',
    sheet(sign(306, colour.yellow, 'hiper aurora', 84)),
    'transform-origin:640px 280px',
  ) +
  moving(
    'show .6s 7.2s ease-out both',
    sheet(sign(306, colour.yellow, 'bem-vindo', 92)),
    'transform-origin:640px 280px',
  ) +
  moving('unroll 1s 1.5s ease-out both', scallops, 'transform-origin:640px 330px') +
  moving('roll 1.5s 2.2s cubic-bezier(.2,.7,.2,1) both', cart) +
  place(['🌻', 130, 1010, 610], ['🌻', 110, 920, 626], ['🌼', 96, 1080, 632], ['🛍️', 120, 820, 640]);

export const welcome = {
  name: 'bem-vindo',
  fps: 24,
  seconds: 10,
  scene: { name: 'bem-vindo', width, height, background: colour.orange, art: html, text: '' },
};
