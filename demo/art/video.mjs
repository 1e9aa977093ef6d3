import { readFileSync } from 'node:fs';
import path from 'node:path';
import { awning, box, colour, disc, logo, place, rays } from './draw.mjs';
import { fall, layer, lift, oval, shape, slab } from './kitchen.mjs';

// The cinema's own film: the curtain opens, the leader counts down, posters of the current films pass over
// the screen, and the house wishes a good session. All motion is CSS animation, which the build sets to the
// instant of each frame.

const width = 1280;
const height = 720;
const screen = { x: 230, y: 92, width: 820, height: 440 };

/** @param {string} shapes */
const sheet = (shapes) => layer(width, height, shapes);

/**
 * Draws animated content in a box of the whole picture.
 * @param {string} motion @param {string} content @param {string} rule
 */
const moving = (motion, content, rule = '') =>
  `<div style="position:absolute;inset:0;animation:${motion};${rule}">${content}</div>`;

/**
 * Draws content that is visible between two instants, in seconds.
 * @param {number} from @param {number} to @param {string} content
 */
const during = (from, to, content) =>
  `<div style="position:absolute;inset:0;opacity:0;animation:there .01s ${from}s both,gone .25s ${to}s forwards">${content}</div>`;

/** @param {string} content */
const onScreen = (content) =>
  `<div style="position:absolute;left:${screen.x}px;top:${screen.y}px;width:${screen.width}px;height:${screen.height}px;overflow:hidden">${content}</div>`;

const curtainFolds = 9;
/** Draws one half of the curtain, as wide as half the stage, in folds. @param {number} x */
const curtain = (x) => {
  const fold = 460 / curtainFolds;
  return Array.from({ length: curtainFolds }, (_, i) =>
    [
      slab(x + i * fold, 60, fold / 2 + 1, 500, fall('#c4161c', '#8d0f15')),
      slab(x + (i + 0.5) * fold, 60, fold / 2 + 1, 500, fall('#a51018', '#6a0d14')),
    ].join(''),
  ).join('');
};

const leader = (/** @type {number} */ count, /** @type {number} */ from) =>
  during(
    from,
    from + 0.75,
    onScreen(
      `<div style="position:absolute;inset:0;background:${colour.sand}"></div>` +
        `<svg style="position:absolute;inset:0" width="${screen.width}" height="${screen.height}"><g fill="none" stroke="${colour.ink}" stroke-width="3"><path d="M0 220H820M410 0V440" opacity=".5"/><circle cx="410" cy="220" r="178" stroke-width="6"/><circle cx="410" cy="220" r="158"/></g></svg>` +
        `<div style="position:absolute;left:232px;top:42px;width:356px;height:356px;border-radius:50%;background:conic-gradient(#2b120a33 var(--swept),#0000 0);animation:sweep .75s ${from}s linear both"></div>` +
        `<div style="position:absolute;inset:0;display:grid;place-content:center;font:900 250px/1 Display;font-stretch:70%;color:${colour.red};padding-top:26px">${count}</div>`,
    ),
  );

/** @param {string} name */
const poster = (name) =>
  `data:image/webp;base64,${readFileSync(path.join(import.meta.dirname, '..', 'assets', `filme-${name}.webp`)).toString('base64')}`;

const passing = ['dragao-da-serra', 'lua-de-pipoca', 'forro-em-marte', 'mare-alta', 'operacao-guarana']
  .map(
    (name, i) =>
      `<img alt="" src="${poster(name)}" style="position:absolute;left:${i * 296 + 30}px;top:26px;width:258px;height:387px;object-fit:cover;box-shadow:0 14px 30px #2b120a66">`,
  )
  .join('');

/**
 * Draws a seat of the front row, seen from behind.
 * @param {number} x @param {number} y @param {number} scale
 */
const seat = (x, y, scale) =>
  `<g transform="translate(${x} ${y}) scale(${scale})">${slab(-66, 0, 132, 150, fall('#7d1219', '#3c070b'), 30)}${slab(-50, 16, 100, 40, '#8f1a20', 18)}${slab(-84, 70, 26, 100, '#2e0508', 12)}${slab(58, 70, 26, 100, '#2e0508', 12)}</g>`;

const seats = [
  ...Array.from({ length: 9 }, (_, i) => seat(80 + i * 140, 566, 0.9)),
  ...Array.from({ length: 10 }, (_, i) => seat(10 + i * 140, 632, 1)),
].join('');

/** Popcorn that jumps out of the bucket. */
const kernels = Array.from({ length: 14 }, (_, i) => {
  const far = ((i * 53) % 200) - 100;
  const high = 120 + ((i * 37) % 110);
  return moving(
    `pop 1s ${(7.9 + i * 0.11).toFixed(2)}s both`,
    sheet(
      `<g transform="translate(${640 + far * 0.35} 470)">${disc(-8, 2, 11, '#fff6e8')}${disc(8, 0, 12, '#fff0c7')}${disc(0, -10, 11, '#ffffff')}${disc(2, 4, 5, colour.yellow)}</g>`,
    ),
    `--far:${far}px;--high:${-high}px`,
  );
}).join('');

const style = `
@property --swept{syntax:"<percentage>";inherits:false;initial-value:0%}
@keyframes sweep{to{--swept:100%}}
@keyframes there{to{opacity:1}}
@keyframes gone{to{opacity:0}}
@keyframes left{to{transform:translateX(-372px) scaleX(.9)}}
@keyframes right{to{transform:translateX(372px) scaleX(.9)}}
@keyframes pass{from{transform:translateX(420px)}to{transform:translateX(-690px)}}
@keyframes lit{from{opacity:0}to{opacity:1}}
@keyframes rise{from{transform:translateY(260px)}to{transform:none}}
@keyframes grow{from{transform:scale(.2);opacity:0}65%{transform:scale(1.06);opacity:1}to{transform:none;opacity:1}}
@keyframes pop{0%{transform:none;opacity:0;animation-timing-function:ease-out}10%{opacity:1}50%{transform:translate(calc(var(--far)*.7),var(--high));animation-timing-function:ease-in}92%{opacity:1}100%{transform:translate(var(--far),60px);opacity:0}}
@keyframes turn{to{transform:rotate(20deg)}}
@keyframes sway{from{transform:skewX(-1.2deg)}to{transform:skewX(1.2deg)}}
`;

const html =
  `<style>${style}</style>` +
  sheet(
    slab(0, 0, width, height, fall('#3c070b', '#240406')) +
      slab(150, 40, 980, 540, '#1c0304') +
      slab(0, 560, width, 160, fall('#4a070d', '#1c0304')),
  ) +
  sheet(lift(slab(screen.x, screen.y, screen.width, screen.height, '#fbe7cc'), 20)) +
  // Light that falls from the screen on the first rows.
  moving(
    'lit 1.2s 1.4s both',
    sheet(shape('M230 532H1050L1210 720H70z', '#ffc83d30') + oval(640, 560, 470, 40, '#ffc83d26')),
    'opacity:0',
  ) +
  leader(3, 2.1) +
  leader(2, 2.85) +
  leader(1, 3.6) +
  during(
    4.4,
    7.55,
    onScreen(
      `<div style="position:absolute;inset:0;background:${colour.wine}"></div>${moving('pass 3.2s 4.4s linear both', passing)}`,
    ),
  ) +
  during(
    7.4,
    60,
    onScreen(
      `<svg style="position:absolute;inset:0" width="820" height="440">${box(0, 0, 820, 440, colour.orange)}</svg>` +
        moving(
          'turn 6s 7.4s linear both',
          `<svg style="position:absolute;inset:0;overflow:visible" width="820" height="440">${rays(410, 440, 900, 40, colour.orangeLight)}</svg>`,
          'transform-origin:410px 440px',
        ) +
        moving(
          'rise 1s 7.5s cubic-bezier(.2,.7,.2,1) both',
          `<svg style="position:absolute;inset:0;overflow:visible" width="820" height="440">${disc(410, 470, 250, colour.yellow)}${disc(410, 470, 200, colour.paper)}</svg>`,
        ) +
        moving(
          'grow .7s 7.9s both',
          `<div style="position:absolute;inset:0;display:grid;justify-items:center;align-content:start;padding-top:60px;font:900 118px/.9 Display;font-stretch:72%;color:${colour.ink}">Boa sessão</div>`,
          'transform-origin:410px 110px',
        ),
    ),
  ) +
  moving(
    'left 1.9s .7s cubic-bezier(.6,0,.2,1) both',
    moving('sway 2.4s ease-in-out infinite alternate', sheet(curtain(186)), 'transform-origin:400px 60px'),
    'transform-origin:180px 60px',
  ) +
  moving(
    'right 1.9s .7s cubic-bezier(.6,0,.2,1) both',
    moving(
      'sway 2.2s -1s ease-in-out infinite alternate',
      sheet(curtain(634)),
      'transform-origin:880px 60px',
    ),
    'transform-origin:1100px 60px',
  ) +
  // The walls, behind which the curtain disappears.
  sheet(
    slab(0, 0, 180, height, fall('#6a0d14', '#2e0508')) +
      slab(1100, 0, 180, height, fall('#6a0d14', '#2e0508')) +
      [60, 1184]
        .map(
          (x) => slab(x, 190, 36, 70, colour.yellow, 8) + shape(`M${x - 46} 0h128l-40 190h-48z`, '#ffc83d22'),
        )
        .join(''),
  ) +
  sheet(
    lift(awning({ x: 120, y: 0, width: 1040, count: 16, drop: 66, colours: [colour.red, colour.paper] }), 8),
  ) +
  sheet(lift(slab(508, -20, 264, 96, colour.wine, 14), 6)) +
  `<div style="position:absolute;left:546px;top:12px">${logo(188)}</div>` +
  kernels +
  moving('rise .9s 7.2s cubic-bezier(.2,.7,.2,1) both', place(['🍿', 236, 640, 560])) +
  sheet(seats) +
  place(['🥤', 104, 262, 600, -4], ['🎟️', 110, 1010, 606, -12]);

/** Returns the script that stops a page at an instant, in seconds. @param {number} seconds */
export const instantOf = (seconds) =>
  `for (const animation of document.getAnimations()) { animation.pause(); animation.currentTime = ${seconds * 1000}; }`;

export const film = {
  name: 'sala-de-cinema',
  fps: 24,
  seconds: 11,
  scene: { name: 'sala-de-cinema', width, height, background: colour.wine, art: html, text: '' },
};
