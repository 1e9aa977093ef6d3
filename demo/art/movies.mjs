import { colour, disc, place, rays } from './draw.mjs';
import { at, dice, fall, glow, layer, lift, oval, shape, slab, spread, stroke } from './kitchen.mjs';

const width = 800;
const height = 1200;

/** @param {string} shapes */
const sheet = (shapes) => layer(width, height, shapes);

/**
 * @typedef {object} Lettering
 * @property {string} title
 * @property {string} credit
 * @property {number} size
 * @property {string} fill
 * @property {string} [creditFill]
 * @property {number} [top] where the title begins; without it, it stands on the foot
 * @property {'left' | 'center'} [align]
 * @property {string} [rule] more style of the title
 */

/** @param {string} name @param {string} background @param {Lettering} lettering @param {string[]} layers @returns {import('./draw.mjs').Scene} */
const poster = (
  name,
  background,
  { title, credit, size, fill, creditFill = fill, top, align = 'left', rule = '' },
  ...layers
) => ({
  name: `filme-${name}`,
  width,
  height,
  background,
  art: layers.join(''),
  text:
    `<div style="position:absolute;left:46px;right:46px;${top === undefined ? 'bottom:100px' : `top:${top}px`};color:${fill};font:900 ${size}px/.84 Display;font-stretch:62%;letter-spacing:-.012em;text-align:${align};${rule}">${title}</div>` +
    `<div style="position:absolute;left:48px;right:48px;bottom:46px;color:${creditFill};font:600 24px/1.1 Text;text-align:${align}">${credit}</div>`,
});

/** @param {number} x @param {number} y @param {number} scale @param {string} fill @param {number} opacity */
const cloud = (x, y, scale, fill, opacity = 1) =>
  `<g fill="${fill}" opacity="${opacity}" transform="translate(${x} ${y}) scale(${scale})"><circle cx="50" cy="50" r="46"/><circle cx="116" cy="34" r="58"/><circle cx="190" cy="48" r="48"/><rect x="4" y="52" width="234" height="44" rx="22"/></g>`;

/** @param {number} x @param {number} y @param {number} scale @param {string} fill */
const pine = (x, y, scale, fill) =>
  at(
    x,
    y,
    0,
    shape('M0-200L52-110H28L76-34H44L96 50H-96L-44-34H-76L-28-110H-52z', fill) + slab(-9, 50, 18, 40, fill),
    scale,
  );

/** @param {number} seed @param {number} count @param {number} bottom */
const stars = (seed, count, bottom) => {
  const roll = dice(seed);
  return Array.from({ length: count }, () =>
    disc(Math.round(roll() * width), Math.round(roll() * bottom), 1.4 + roll() * 2.6, '#fff6e8'),
  ).join('');
};

const dragon = poster(
  'dragao-da-serra',
  colour.orange,
  { title: 'O dragão<br>da serra', credit: 'Uma aventura de Lia Montenegro', size: 190, fill: colour.paper },
  sheet(
    rays(400, 520, 1200, 40, colour.orangeLight) +
      disc(400, 470, 338, colour.yellow) +
      disc(400, 470, 300, colour.red) +
      shape('M-20 800L150 560L260 690L420 470L560 660L680 540L830 780V1200H-20z', '#a51018') +
      shape('M420 470L372 540L402 556L424 540L452 562L468 536z', '#ffb066') +
      cloud(-70, 610, 1.1, '#ffb066', 0.85) +
      cloud(590, 560, 1, '#ffb066', 0.85),
  ),
  place(['🐉', 540, 402, 430, -2]),
  sheet(
    cloud(60, 640, 1.1, '#fff6e8') +
      cloud(500, 668, 1, '#fff6e8') +
      shape('M-20 900L120 720L260 850L400 730L570 860L700 740L830 900V1200H-20z', colour.wine) +
      [
        [40, 820, 0.8],
        [764, 830, 0.9],
        [120, 850, 0.6],
      ]
        .map(([x = 0, y = 0, scale = 1]) => pine(x, y, scale, '#4a070d'))
        .join('') +
      // The girl with her lantern, on the ridge.
      at(
        646,
        800,
        0,
        shape('M-16 0L-11-52Q0-66 11-52L16 0z', '#2b0508') +
          oval(0, -68, 14, 15, '#2b0508') +
          shape('M-14-76Q0-98 16-76L24-60L10-70z', '#2b0508') +
          stroke('M10-44L36-30', '#2b0508', 7) +
          disc(40, -14, 30, '#ffc83d55') +
          disc(40, -14, 11, colour.yellow),
        1.35,
      ),
  ),
);

const moon = poster(
  'lua-de-pipoca',
  '#1c2f5c',
  {
    title: 'Lua de<br>pipoca',
    credit: 'Animação para ver no colo',
    size: 204,
    fill: colour.yellow,
    creditFill: '#ffe9b0',
    align: 'center',
  },
  sheet(
    slab(0, 0, width, height, fall('#16244a', '#3a2f6b')) +
      stars(4, 110, 900) +
      disc(400, 400, 372, '#ffffff12') +
      disc(400, 400, 330, '#ffe9b022') +
      disc(400, 400, 296, '#ffe4a8'),
  ),
  place(['🌝', 520, 400, 400, -6]),
  sheet(
    // Popcorn falls instead of snow.
    spread(8, 26, 400, 480, 400, 440)
      .filter((s) => Math.hypot(s.x - 400, s.y - 400) > 290)
      .map((s) =>
        lift(
          at(
            s.x,
            s.y,
            s.turn,
            oval(-12, 0, 17, 16, glow('#ffffff', '#fff3d0', '#e0b860')) +
              oval(12, -4, 17, 16, glow('#ffffff', '#fff3d0', '#e0b860')) +
              oval(0, 12, 17, 15, glow('#ffffff', '#fff3d0', '#e0b860')) +
              oval(0, 2, 7, 6, '#e8a52c'),
            0.8 + s.pick * 0.6,
          ),
          5,
        ),
      )
      .join('') +
      shape('M-20 820Q200 700 400 790T820 760V1200H-20z', '#24306b') +
      shape('M-20 900Q240 780 460 880T820 850V1200H-20z', '#141b3f') +
      [
        [120, 730],
        [690, 690],
        [610, 800],
      ]
        .map(
          ([x = 0, y = 0]) =>
            disc(x, y, 34, '#ffe68033') + disc(x, y, 17, '#ffe68077') + disc(x, y, 8, '#fffbe0'),
        )
        .join(''),
  ),
  place(['🍿', 250, 636, 600, 12]),
);

const tin = poster(
  'lata-e-flor',
  colour.teal,
  { title: 'Lata<br>e Flor', credit: 'De Nara Queiroz. Para toda a família', size: 208, fill: colour.paper },
  sheet(
    rays(400, 470, 1300, 34, colour.tealLight) +
      disc(400, 440, 340, colour.yellow) +
      disc(400, 440, 282, colour.yellowLight) +
      cloud(20, 110, 0.8, '#d5edea', 0.9) +
      cloud(590, 190, 0.8, '#d5edea', 0.9) +
      shape('M-20 740Q180 610 400 690T820 640V1200H-20z', '#1f6b3a') +
      shape('M-20 830Q220 720 440 800T820 760V1200H-20z', '#17532c'),
  ),
  place(['🌻', 290, 676, 590, 6], ['🌻', 150, 120, 690, -8], ['🌻', 130, 726, 700, 10]),
  sheet(
    // The robot's body: a tin of the market, with its label.
    at(
      50,
      -10,
      0,
      lift(
        slab(250, 560, 44, 150, fall('#c9d3dc', '#8a97a5'), 22) +
          slab(462, 560, 44, 150, fall('#c9d3dc', '#8a97a5'), 22) +
          slab(288, 540, 180, 220, fall('#eef3f7', '#a9b5c1'), 16) +
          slab(288, 584, 180, 120, colour.red) +
          disc(378, 644, 42, colour.yellow) +
          slab(312, 752, 50, 50, '#7a8794', 10) +
          slab(394, 752, 50, 50, '#7a8794', 10),
        12,
      ) + shape('M346 658l14-34 16 20 14-28 12 42z', colour.red),
    ),
  ),
  place(
    ['🤖', 390, 428, 374, -5],
    ['🦋', 190, 150, 330, -16],
    ['🦋', 120, 690, 250, 20],
    ['🌱', 120, 540, 680, 4],
  ),
  sheet(
    spread(5, 40, 560, 900, 300, 130)
      .filter(({ x, y }) => x > 470 && y > 830 - (x - 400) * 0.08)
      .map((s) =>
        at(
          s.x,
          s.y,
          s.turn,
          [0, 72, 144, 216, 288]
            .map((a) => at(0, 0, a, oval(0, -9, 7, 9, s.pick > 0.5 ? '#f9a8c2' : '#fff6e8')))
            .join('') + disc(0, 0, 6, colour.yellow),
        ),
      )
      .join(''),
  ),
);

const ghostTrain = poster(
  'estacao-fantasma',
  colour.tealDark,
  {
    title: 'Estação<br>fantasma',
    credit: 'Um filme de Otávio Prado. O último trem não para.',
    size: 182,
    fill: colour.mint,
  },
  sheet(
    slab(0, 0, width, height, fall('#02262b', '#04616b')) +
      // The tunnel, stone by stone.
      Array.from({ length: 6 }, (_, i) => {
        const r = 470 - i * 62;
        return shape(
          `M${400 - r} 900V${520}a${r} ${r} 0 0 1 ${r * 2} 0V900z`,
          ['#021e22', '#03343b', '#044049', '#055460', '#0a6f79', '#bfe6e4'][i] ?? '',
        );
      }).join('') +
      Array.from({ length: 15 }, (_, i) => {
        const a = Math.PI * (1 + i / 14);
        return stroke(
          `M${(400 + 410 * Math.cos(a)).toFixed(0)} ${(520 + 410 * Math.sin(a)).toFixed(0)}L${(400 + 468 * Math.cos(a)).toFixed(0)} ${(520 + 468 * Math.sin(a)).toFixed(0)}`,
          '#0a6f79',
          5,
        );
      }).join('') +
      // Rails and the light that runs along them.
      shape('M400 560L-120 1200H920z', '#d5edea26') +
      shape('M366 780L120 1200H190L380 780zM434 780L680 1200H610L420 780z', '#8cc3c4') +
      Array.from({ length: 8 }, (_, i) => {
        const y = 800 + i * i * 7;
        const w = 90 + i * 74;
        return slab(400 - w / 2, y, w, 8 + i * 3, '#02262b');
      }).join(''),
  ),
  place(['👻', 380, 404, 290, -6]),
  sheet(cloud(250, 430, 0.9, '#eef7f6', 0.85) + cloud(390, 400, 0.8, '#eef7f6', 0.85)),
  place(['🚆', 330, 400, 620, 0]),
  sheet(
    `<defs><linearGradient id="night" x1="0" y1="0" x2="0" y2="1"><stop stop-color="#02262b" stop-opacity="0"/><stop offset=".55" stop-color="#02262b" stop-opacity=".92"/><stop offset="1" stop-color="#02262b"/></linearGradient></defs>` +
      slab(0, 700, width, 500, 'url(#night)') +
      // The platform's clock, at 23:47.
      lift(
        slab(640, 0, 14, 96, '#021e22') + disc(647, 160, 72, '#021e22') + disc(647, 160, 60, '#fff6e8'),
        10,
      ) +
      stroke('M647 160L642 124M647 160L600 176', '#2b120a', 8) +
      disc(647, 160, 7, '#c4161c') +
      [0, 90, 180, 270]
        .map(
          (turn) =>
            `<rect x="644" y="106" width="6" height="12" fill="#2b120a" transform="rotate(${turn} 647 160)"/>`,
        )
        .join(''),
  ),
);

const badlands = poster(
  'sertao-de-sangue',
  colour.red,
  {
    title: 'Sertão<br>de sangue',
    credit: 'Um faroeste de Davi Sá',
    size: 184,
    fill: colour.orange,
    creditFill: '#ffb066',
  },
  sheet(
    slab(0, 0, width, 800, fall('#a51018', '#ff7a1a')) +
      disc(400, 620, 300, '#ffb066') +
      disc(400, 620, 252, colour.yellow) +
      Array.from({ length: 7 }, (_, i) => {
        const y = 560 + i * 34;
        const half = Math.sqrt(252 ** 2 - (y - 620) ** 2);
        return slab(Math.round(400 - half), y, Math.round(half * 2), 5 + i * 3, '#ff7a1a');
      }).join('') +
      shape('M-20 700L90 640H230L280 690H520L580 610H700L820 680V820H-20z', '#8e0d12') +
      shape('M-20 780Q200 740 400 764T820 750V1200H-20z', '#2b0a08') +
      // Vultures.
      [
        [180, 200, 1],
        [260, 262, 0.6],
        [600, 170, 0.8],
      ]
        .map(([x = 0, y = 0, scale = 1]) =>
          at(
            x,
            y,
            -6,
            shape(
              'M0 0C-30-40-80-44-120-20C-80-24-44-4-16 18L0 30L16 18C44-4 80-24 120-20C80-44 30-40 0 0z',
              '#2b0a08',
            ),
            scale,
          ),
        )
        .join(''),
  ),
  sheet(
    // Three brothers, and the shadows that the sun throws.
    [
      [250, 1],
      [400, 1.14],
      [550, 1],
    ]
      .map(([x = 0, scale = 1]) =>
        at(
          x,
          772,
          0,
          shape('M-30 0L-60 150H60L30 0z', '#1a0504') +
            shape('M-36 4C-44-70-40-150-30-176Q0-196 30-176C40-150 44-70 36 4z', '#1a0504') +
            oval(0, -202, 22, 26, '#1a0504') +
            shape('M-62-214Q0-236 62-214Q0-200-62-214z', '#1a0504') +
            shape('M-30-218Q-26-262 0-252Q26-262 30-218z', '#1a0504'),
          scale,
        ),
      )
      .join(''),
  ),
  place(['🌵', 300, 110, 700, -4], ['🌵', 210, 716, 742, 5]),
  sheet(
    shape('M-20 850Q220 810 440 836T820 820V1200H-20z', '#1a0504') +
      oval(620, 850, 70, 12, '#c4161c') +
      lift(
        at(
          620,
          770,
          184,
          shape('M-10-40H10V10H-10z', '#5b3320') +
            slab(-40, 10, 80, 14, '#8a97a5', 6) +
            shape('M-18 24H18L10 90L0-0z', '#c9d3dc'),
          1,
        ),
        6,
      ) +
      lift(
        at(
          620,
          850,
          8,
          shape('M-17-150H17L12-20L0 4L-12-20z', fall('#f4f7fa', '#93a0ac')) +
            slab(-40, -166, 80, 18, '#8a97a5', 8) +
            slab(-13, -250, 26, 90, fall('#8a4b22', '#4a2410'), 10),
        ),
        6,
      ),
  ),
);

const highTide = poster(
  'mare-alta',
  '#0b1220',
  { title: 'Maré<br>alta', credit: 'De Caio Teles. Não abra a porta.', size: 250, fill: colour.paper },
  sheet(
    slab(0, 0, width, height, fall('#0b0b16', '#123c4a')) +
      stars(9, 60, 500) +
      disc(450, 400, 290, '#c4161c') +
      disc(400, 340, 40, '#a51018') +
      disc(520, 450, 64, '#a51018') +
      disc(560, 290, 26, '#a51018') +
      // The lighthouse and its beam.
      shape('M176 250L820 60V360z', '#ffe68033') +
      shape('M-40 760Q60 640 180 650Q300 650 360 760z', '#05202a') +
      lift(
        shape('M128 660L146 300H206L224 660z', '#fff6e8') +
          [
            [334, 66],
            [460, 74],
            [586, 84],
          ]
            .map(([y = 0, w = 0]) => shape(`M${176 - w / 2} ${y}h${w}l4 60h-${w + 8}z`, colour.red))
            .join('') +
          slab(134, 284, 84, 18, '#2b120a', 4) +
          slab(150, 226, 52, 58, colour.yellow) +
          shape('M138 230L176 176L214 230z', colour.red) +
          slab(162, 612, 28, 48, '#2b120a', 12),
        10,
      ) +
      shape('M-20 740Q80 690 180 740T380 740T580 740T820 730V1200H-20z', '#14566b'),
  ),
  place(['🦈', 500, 500, 620, -8]),
  sheet(
    shape('M-20 780Q90 720 200 780T420 780T640 780T860 780V1200H-20z', '#0d4152') +
      stroke('M-20 780Q90 720 200 780T420 780T640 780T860 780', '#8cc3c4', 7) +
      shape('M-20 860Q110 790 240 860T500 860T760 860T1020 860V1200H-20z', '#08303e') +
      stroke('M-20 860Q110 790 240 860T500 860T760 860T1020 860', '#4f97a3', 5) +
      shape('M-20 970Q130 900 280 970T580 970T880 970V1200H-20z', '#051f2a'),
  ),
);

const mars = poster(
  'forro-em-marte',
  '#4a1d4f',
  {
    title: 'Forró<br>em Marte',
    credit: 'Uma comédia de Dja Nascimento',
    size: 178,
    fill: colour.yellow,
    creditFill: '#ffe9b0',
    align: 'center',
  },
  sheet(
    slab(0, 0, width, height, fall('#2b1440', '#b8345a')) +
      stars(14, 90, 700) +
      disc(640, 330, 120, '#ff9238') +
      disc(610, 300, 26, '#e0741a') +
      disc(680, 370, 34, '#e0741a') +
      '<ellipse cx="640" cy="330" rx="196" ry="34" fill="none" stroke="#ffc83d" stroke-width="14" transform="rotate(-16 640 330)"/>' +
      '<path d="M526 318a120 120 0 0 1 230-20" fill="#ff9238"/>' +
      // The colony's domes.
      [
        [150, 720, 120],
        [680, 730, 96],
      ]
        .map(
          ([x = 0, y = 0, r = 0]) =>
            shape(`M${x - r} ${y}a${r} ${r} 0 0 1 ${r * 2} 0z`, '#f9a8c266') +
            slab(x - r, y, r * 2, 16, '#fff6e8') +
            slab(x - 40, y - 44, 34, 44, colour.yellow) +
            slab(x + 4, y - 60, 34, 60, colour.yellow),
        )
        .join('') +
      shape('M-20 760Q200 690 420 740T820 720V1200H-20z', '#d9482a') +
      [
        [140, 800, 60],
        [660, 800, 80],
        [330, 850, 46],
      ]
        .map(
          ([x = 0, y = 0, r = 0]) =>
            oval(x, y, r, r * 0.32, '#a8301c') + oval(x, y + 5, r * 0.84, r * 0.22, '#8e2416'),
        )
        .join('') +
      shape('M-20 870Q240 800 460 860T820 830V1200H-20z', '#8e1f1c'),
  ),
  sheet(
    // Paper flags of June.
    [
      [-20, 60, 400, 170],
      [400, 170, 820, 50],
      [-20, 190, 820, 130],
    ]
      .map(([x1 = 0, y1 = 0, x2 = 0, y2 = 0], row) => {
        const count = row === 2 ? 12 : 7;
        const sag = row === 2 ? 120 : 60;
        const point = (/** @type {number} */ t) => ({
          x: x1 + (x2 - x1) * t,
          y: y1 + (y2 - y1) * t + sag * 4 * t * (1 - t) * 0.5,
        });
        const flags = Array.from({ length: count }, (_, i) => {
          const { x, y } = point((i + 0.5) / count);
          const fill = ['#ffc83d', '#ff7a1a', '#04a0a8', '#fff6e8', '#f2719a'][(i + row * 2) % 5] ?? '';
          return at(x, y, (i % 3) * 4 - 4, shape('M-22 0H22V58L0 38L-22 58z', fill));
        });
        const rope = Array.from({ length: 21 }, (_, i) => {
          const { x, y } = point(i / 20);
          return `${i ? 'L' : 'M'}${x.toFixed(0)} ${y.toFixed(0)}`;
        }).join('');
        return lift(stroke(rope, '#fff6e8', 4) + flags.join(''), 5);
      })
      .join(''),
  ),
  place(['🚀', 210, 140, 430, 8]),
  sheet(
    lift(
      shape(
        'M290 780C280 600 320 540 400 540C480 540 520 600 510 780z',
        glow('#7ad96a', '#3fae4a', '#1f7a34'),
      ),
      10,
    ),
  ),
  place(
    ['👽', 320, 400, 420, -4],
    ['🪗', 320, 404, 640, 4],
    ['🪘', 180, 660, 690, 8],
    ['🥁', 160, 140, 710, -6],
  ),
  sheet(
    // A leather hat, of the backlands.
    at(
      0,
      -62,
      0,
      lift(
        shape(
          'M250 372C230 330 300 330 318 340C322 270 350 236 400 236C450 236 478 270 482 340C500 330 570 330 550 372C500 410 300 410 250 372z',
          glow('#d99a5b', '#a8642c', '#6b3a14'),
        ) +
          stroke('M300 362Q400 392 500 362', '#ffc83d', 7) +
          [340, 400, 460]
            .map((x) =>
              at(
                x,
                310 + Math.abs(x - 400) * 0.12,
                0,
                shape('M0-18L5-5L18-5L8 4L12 17L0 9L-12 17L-8 4L-18-5L-5-5z', colour.yellow),
              ),
            )
            .join(''),
        10,
      ),
    ),
  ),
);

const guarana = poster(
  'operacao-guarana',
  colour.yellow,
  {
    title: 'Operação<br>Guaraná',
    credit: 'Dirigido por Beto Saldanha. Sem açúcar, com afeto.',
    size: 186,
    fill: colour.wine,
    creditFill: colour.paper,
    top: 56,
  },
  sheet(
    rays(400, 1200, 1500, 40, colour.yellowLight) +
      shape('M0 1200V600L800 350V1200z', colour.red) +
      shape('M0 600L800 350V372L0 622z', colour.wine) +
      // Footprints that lead to the glass.
      Array.from({ length: 7 }, (_, i) =>
        at(
          70 + i * 60,
          1090 - i * 54 + (i % 2) * 30,
          48,
          oval(0, 0, 16, 26, '#a51018') + oval(0, 36, 13, 14, '#a51018'),
        ),
      ).join('') +
      disc(430, 800, 306, '#a51018') +
      `<circle cx="430" cy="800" r="306" fill="none" stroke="${colour.orange}" stroke-width="16"/><circle cx="430" cy="800" r="256" fill="none" stroke="${colour.orange}" stroke-width="5"/>` +
      stroke('M430 470v80M430 1050v80M100 800h80M680 800h80', colour.orange, 14),
  ),
  place(['🕵️', 580, 430, 800, 0], ['🥤', 300, 140, 990, -14]),
  sheet(
    [
      [640, 1010],
      [700, 960],
      [690, 1050],
    ]
      .map(([x = 0, y = 0]) =>
        lift(
          disc(x, y, 40, glow('#ff8a70', '#e0301f', '#a8160f')) +
            oval(x, y + 4, 20, 22, '#fff6e8') +
            oval(x, y + 6, 12, 13, '#2b120a'),
          7,
        ),
      )
      .join('') + stroke('M640 980Q660 930 720 900M700 924Q706 906 720 900', '#1f6b3a', 8),
  ),
);

const hen = poster(
  'galinha-do-vizinho',
  '#bfe6e4',
  {
    title: 'A galinha<br>do vizinho',
    credit: 'De Zezé Aragão. Uma comédia de quintal',
    size: 172,
    fill: colour.wine,
    creditFill: colour.wine,
    top: 60,
  },
  sheet(
    slab(0, 0, width, height, '#bfe6e4') +
      rays(400, 760, 1200, 36, '#d5edea') +
      disc(400, 700, 300, colour.yellow) +
      // Houses and the washing line between them.
      lift(shape('M-20 660H190V1000H-20z', '#f0719a') + shape('M-50 670L80 540L226 670z', '#8e0d12'), 8) +
      lift(
        shape('M620 640H830V1000H620z', colour.orange) + shape('M586 652L720 520L850 652z', '#8e0d12'),
        8,
      ) +
      slab(60, 730, 80, 90, '#fff6e8') +
      slab(672, 720, 80, 90, '#fff6e8') +
      stroke('M60 776h80M100 730v90M672 766h80M712 720v90', '#8e0d12', 6) +
      shape('M-20 930Q200 880 400 910T820 890V1200H-20z', '#5fa95a'),
  ),
  sheet(
    // The fence.
    lift(
      slab(-20, 880, 840, 34, '#fff6e8') +
        slab(-20, 1010, 840, 34, '#f0e2cc') +
        Array.from({ length: 9 }, (_, i) =>
          shape(
            `M${i * 96 - 16} 1200V860L${i * 96 + 20} 812L${i * 96 + 56} 860V1200z`,
            fall('#ffffff', '#efe0c8'),
          ),
        ).join(''),
      10,
    ) +
      // The hen.
      lift(
        at(
          400,
          640,
          0,
          shape('M-40 180l-10 44h24l-4-44zM46 180l-6 44h24l2-44z', '#ff9d1a') +
            shape(
              'M-196-90C-250-60-256 20-200 60C-160 160-90 196 10 194C120 192 190 130 186 20C184-40 170-90 160-140C150-214 70-230 40-170C20-120-20-80-90-70C-130-66-160-76-196-90z',
              glow('#ffffff', '#fff1dc', '#e3c093'),
            ) +
            shape(
              'M-196-90C-230-150-150-170-130-120C-130-170-70-160-80-110C-110-70-160-70-196-90z',
              glow('#ffffff', '#f6dfba', '#d9a86a'),
            ) +
            shape(
              'M-70 10C-30-40 70-40 100 20C90 100 0 130-50 100C-30 90-30 80-40 70C-60 70-66 60-60 46C-76 40-80 26-70 10z',
              glow('#fffaf0', '#f3d9b0', '#d3a263'),
            ) +
            shape(
              'M56-200C40-250 76-262 88-232C90-276 130-276 128-234C146-262 178-246 158-206C130-222 84-226 56-200z',
              glow('#ff6a5a', '#d9201c', '#8e0d12'),
            ) +
            shape('M158-160L214-140L160-122z', glow('#ffd24a', '#ff9d1a', '#d9700a')) +
            shape('M150-118C176-110 176-66 152-66C132-70 136-104 150-118z', '#d9201c') +
            oval(120, -156, 17, 18, '#2b120a') +
            oval(125, -162, 6, 6, '#ffffff'),
          1.15,
        ),
        14,
      ),
  ),
  sheet(
    [
      [150, 1050, -14],
      [270, 1066, 10],
      [212, 1076, 0],
    ]
      .map(([x = 0, y = 0, turn = 0]) =>
        lift(
          at(
            x,
            y,
            turn,
            oval(0, 0, 42, 54, glow('#bfe8f6', '#5fb4d9', '#2f7fa8')) + oval(-12, -18, 10, 14, '#ffffff88'),
          ),
          8,
        ),
      )
      .join('') + slab(0, 1108, width, 92, '#ffc83d'),
  ),
  place(['🌻', 200, 700, 1016, 8], ['🌼', 110, 70, 1060, -8], ['🌼', 110, 560, 1060, 8]),
);

export const movies = [dragon, moon, tin, ghostTrain, badlands, highTide, mars, guarana, hen];
