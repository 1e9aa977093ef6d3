import { colour, disc, place, rays } from './draw.mjs';
import {
  at,
  ball,
  basil,
  beads,
  beans,
  board,
  bowl,
  checks,
  chita,
  citrusSlice,
  cubes,
  dice,
  dots,
  fall,
  gingham,
  glow,
  grains,
  layer,
  leaves,
  lettuce,
  lift,
  napkin,
  oneOf,
  onionRing,
  oval,
  pepperRing,
  planks,
  plate,
  pot,
  ribbons,
  sausageSlice,
  shape,
  slab,
  spoon,
  spread,
  stripes,
  stroke,
  tiles,
  tomatoSlice,
} from './kitchen.mjs';

const width = 1200;
const height = 900;

/** @param {string} shapes */
const sheet = (shapes) => layer(width, height, shapes);

/** @param {string} name @param {string[]} layers @returns {import('./draw.mjs').Scene} */
const recipe = (name, ...layers) => ({
  name: `receita-${name}`,
  width,
  height,
  background: colour.paper,
  art: layers.join(''),
  text: '',
});

/** @type {Record<string, [string, string, string]>} */
const glaze = {
  clay: ['#7a4433', '#57291d', '#341510'],
  terracotta: ['#e08a5a', '#c2623a', '#8f3f22'],
  iron: ['#5a565c', '#35323a', '#1d1b22'],
  red: ['#ec4a42', '#c4161c', '#8e0d12'],
  teal: ['#1f8f98', '#04616b', '#033f47'],
  white: ['#ffffff', '#f6efe4', '#d8cbb8'],
  blue: ['#5f8fd0', '#2f5fa8', '#1c3f78'],
  yellow: ['#ffe08a', '#ffc83d', '#d99a1a'],
};

/**
 * Draws a grilled or toasted skewer, its pieces along x.
 * @param {number} x @param {number} y @param {number} turn @param {number} seed
 */
function skewer(x, y, turn, seed) {
  const roll = dice(seed);
  const pieces = [
    'chicken',
    'pepper',
    'pineapple',
    'chicken',
    'onion',
    'chicken',
    'pepper',
    'pineapple',
    'chicken',
  ];
  const drawn = pieces.map((piece, i) => {
    const left = -392 + i * 86;
    const tilt = roll() * 12 - 6;
    const marks = stroke('M-16-30L-24 34M12-34L4 32', '#6b2d0f88', 7);
    switch (piece) {
      case 'chicken':
        return at(
          left + 42,
          0,
          tilt,
          slab(-41, -48, 82, 96, glow('#f6c483', '#dc9448', '#a8602a'), 26) +
            marks +
            shape('M-24-36q14-8 30-4', '#ffffff44'),
        );
      case 'pepper':
        return at(
          left + 42,
          0,
          tilt,
          slab(-32, -50, 64, 100, glow('#f2604a', '#cf2218', '#8e120e'), 18) +
            stroke('M-12-34v40', '#ffffff66', 8),
        );
      case 'pineapple':
        return at(
          left + 42,
          0,
          tilt,
          shape('M-36-42L36-48L38 46L-34 42z', glow('#ffe680', '#ffc530', '#e09a10')) +
            stroke('M-20-26L-16 24M4-28L6 26M26-28L24 26', '#c27a0a77', 6),
        );
      default:
        return at(
          left + 42,
          0,
          tilt,
          shape('M-38 40C-46-30 46-60 40 30C20 54-16 56-38 40z', glow('#e9a8cf', '#b9568f', '#7d2a5e')) +
            stroke('M-24 30C-26-10 24-30 26 22', '#f6d6e8', 6),
        );
    }
  });
  return lift(at(x, y, turn, slab(-620, -6, 1240, 12, fall('#f0d19a', '#b98a4a'), 6) + drawn.join('')), 16);
}

/** @param {number} x @param {number} y @param {number} r @param {number} seed */
function cheeseBread(x, y, r, seed) {
  const roll = dice(seed);
  const spots = spread(seed, 7, 0, 0, r * 0.66);
  return lift(
    at(
      x,
      y,
      roll() * 360,
      oval(0, 0, r * (1 + roll() * 0.05), r * (0.95 + roll() * 0.05), glow('#ffeaa8', '#f2bd55', '#b9701d')) +
        spots.map((s) => oval(s.x, s.y, r * (0.08 + s.pick * 0.1), r * 0.08, '#c57f2588')).join('') +
        stroke(
          `M${-r * 0.5} ${r * 0.1}q${r * 0.3} ${-r * 0.24} ${r * 0.5} 0t${r * 0.44} ${-r * 0.1}`,
          '#c9862d',
          r * 0.05,
        ),
    ) + oval(x - r * 0.3, y - r * 0.38, r * 0.26, r * 0.15, '#ffffff66'),
    9,
  );
}

/**
 * Draws a brigadeiro in its paper cup.
 * @param {number} x @param {number} y @param {number} r @param {string} cup @param {string} fold @param {number} seed
 */
function brigadeiro(x, y, r, cup, fold, seed) {
  const petals = Array.from({ length: 24 }, (_, i) => {
    const a = (i / 24) * Math.PI * 2;
    return oval(x + r * 1.16 * Math.cos(a), y + r * 1.16 * Math.sin(a), r * 0.2, r * 0.2, i % 2 ? cup : fold);
  }).join('');
  const sprinkles = spread(seed, 34, 0, 0, r * 0.84)
    .map((s) =>
      at(
        s.x,
        s.y,
        s.turn,
        slab(
          -r * 0.16,
          -r * 0.055,
          r * 0.32,
          r * 0.11,
          oneOf(['#2a0f08', '#4a1f10', '#6f3a20', '#8f5232'], s.pick),
          r * 0.055,
        ) + slab(-r * 0.08, -r * 0.035, r * 0.12, r * 0.025, '#ffffff55', r * 0.02),
      ),
    )
    .join('');
  return (
    lift(petals + oval(x, y, r * 1.16, r * 1.16, cup) + oval(x, y, r * 1.05, r * 1.05, '#00000030'), 10) +
    ball(x, y, r * 0.92, '#7d452b', '#4c2212', '#260d06') +
    at(x, y, 0, sprinkles) +
    oval(x - r * 0.3, y - r * 0.36, r * 0.26, r * 0.16, '#ffffff2e')
  );
}

/**
 * Draws a wooden crate of the market, seen from the front.
 * @param {number} x @param {number} y @param {number} wide
 */
const crate = (x, y, wide) =>
  lift(
    [0, 58, 116]
      .map(
        (dy) =>
          slab(x, y + dy, wide, 50, fall('#d9a05c', '#b9783a'), 4) +
          stroke(
            `M${x + 20} ${y + dy + 18}h${wide * 0.5}M${x + wide * 0.4} ${y + dy + 34}h${wide * 0.4}`,
            '#8a531f44',
            3,
          ),
      )
      .join('') +
      slab(x - 6, y - 10, 24, 184, fall('#c98a4b', '#9a612c'), 4) +
      slab(x + wide - 18, y - 10, 24, 184, fall('#c98a4b', '#9a612c'), 4),
    12,
  );

/**
 * Draws a yellow price tag.
 * @param {number} x @param {number} y @param {string} words @param {number} turn
 */
const tag = (x, y, words, turn) =>
  `<div style="position:absolute;left:${x}px;top:${y}px;rotate:${turn}deg;padding:14px 20px 9px 44px;background:${colour.yellow};color:${colour.wine};font:850 32px/1 Display;font-stretch:78%;white-space:nowrap;clip-path:polygon(22px 0,100% 0,100% 100%,22px 100%,0 50%)">${words}<i style="position:absolute;left:22px;top:50%;width:13px;height:13px;margin-top:-7px;border-radius:9px;background:${colour.paper}"></i></div>`;

// Each dish ---------------------------------------------------------------------------------------------------

const moqueca = recipe(
  'moqueca',
  sheet(tiles('#fff6e8', '#04616b', '#8cc3c4', 200)),
  place(['🌿', 250, 205, 200, -60], ['🌿', 260, 985, 760, 60]),
  sheet(
    lift(oval(600, 470, 415, 415, '#d9a86a'), 16) +
      Array.from(
        { length: 9 },
        (_, i) =>
          `<circle cx="600" cy="470" r="${402 - i * 22}" fill="none" stroke="${i % 2 ? '#c48f50' : '#e6bd84'}" stroke-width="12"/>`,
      ).join('') +
      pot(
        600,
        460,
        330,
        /** @type {[string, string, string]} */ (glaze.clay),
        glow('#ffd98a', '#fbae45', '#e2781a'),
      ) +
      [
        [590, 385, 150],
        [665, 590, 140],
        [470, 575, 120],
      ]
        .map(
          ([x = 0, y = 0, w = 0]) =>
            oval(x, y, w, w * 0.62, '#fff3d6b0') + oval(x + 20, y + 10, w * 0.6, w * 0.36, '#fffaf0c0'),
        )
        .join('') +
      spread(3, 26, 600, 465, 255)
        .map((s) => oval(s.x, s.y, 10 + s.pick * 16, 8 + s.pick * 10, '#ffc98088'))
        .join('') +
      [
        [470, 330, 20],
        [770, 560, -30],
        [560, 640, 8],
      ]
        .map(([x = 0, y = 0, turn = 0]) =>
          lift(
            at(
              x,
              y,
              turn,
              shape('M-92 0C-84-62 70-72 96-8C86 58-70 66-92 0z', glow('#fffdf6', '#fbe9cf', '#e2bd8e')) +
                stroke('M-60 0q30-18 60 0t60-4M-40 24q26-10 50 0', '#dcb98a', 6),
            ),
            7,
          ),
        )
        .join('') +
      tomatoSlice(660, 300, 76, 10) +
      tomatoSlice(412, 500, 70, 40) +
      tomatoSlice(728, 690, 58, 0) +
      pepperRing(560, 470, 64, '#ffd24a', '#e8a008') +
      pepperRing(800, 420, 58, '#8fce5c', '#3f8f35', 40) +
      pepperRing(430, 640, 52, '#8fce5c', '#3f8f35', 10) +
      onionRing(690, 450, 44, '#c9799f') +
      onionRing(540, 240, 40, '#c9799f'),
  ),
  place(['🦐', 176, 590, 380, -20], ['🦐', 166, 668, 590, 150], ['🦐', 150, 470, 570, 60]),
  sheet(leaves(spread(9, 16, 600, 460, 240), 20)),
  place(
    ['🥥', 270, 112, 560, -14],
    ['🍋', 170, 1070, 130, 16],
    ['🍋', 140, 1150, 250, -30],
    ['🌶️', 190, 1100, 470, 30],
    ['🫑', 200, 130, 800, -8],
    ['🧄', 150, 300, 830, 10],
    ['🍅', 180, 80, 130, -10],
    ['🧅', 170, 1130, 760, 8],
  ),
);

const carrotCake = recipe(
  'bolo-de-cenoura',
  sheet(
    slab(0, 0, width, height, colour.orange) +
      rays(600, 640, 1200, 40, colour.orangeLight) +
      disc(600, 640, 470, colour.yellow) +
      slab(0, 690, width, 210, '#fff6e8') +
      `<g transform="translate(0 690)">${Array.from({ length: 15 }, (_, i) => slab(i * 84, 0, 42, 210, '#c4161c44')).join('')}${[0, 84, 168].map((y) => slab(0, y, width, 42, '#c4161c44')).join('')}</g>` +
      slab(0, 690, width, 12, '#0002'),
  ),
  place(['🥕', 280, 150, 668, -24], ['🥕', 240, 96, 770, -62]),
  sheet(
    lift(
      shape('M560 690h60l26 100H534z', fall('#ffffff', '#dccfbd')) +
        oval(590, 796, 150, 26, '#efe4d4') +
        oval(590, 694, 350, 40, '#dccfbd') +
        oval(590, 684, 350, 40, '#ffffff'),
      14,
    ) +
      // The bundt cake: its body, its flutes, the chocolate that ran down, and the hole on top.
      shape(
        'M300 672C276 520 318 400 420 372H760C862 400 904 520 880 672C800 706 380 706 300 672z',
        fall('#ffb049', '#e07a1d'),
      ) +
      [372, 452, 532, 650, 730, 808]
        .map((x, i) =>
          stroke(
            `M${x} ${430 + (i % 2) * 10}C${x + (x < 590 ? -26 : 26)} 520 ${x + (x < 590 ? -30 : 30)} 600 ${x + (x < 590 ? -26 : 26)} 676`,
            '#c9661566',
            10,
          ),
        )
        .join('') +
      spread(5, 46, 590, 590, 270, 76)
        .map((s) => at(s.x, s.y, s.turn, slab(-9, -3, 18, 6, s.pick > 0.5 ? '#ffd08088' : '#c95f0d99', 3)))
        .join('') +
      lift(
        shape(
          'M322 480C316 396 376 344 450 334H730C806 344 866 396 858 482C856 530 824 530 820 488C814 460 794 470 794 520C796 590 752 592 752 528C750 486 724 478 720 510C716 560 676 556 676 512C674 480 650 486 648 540C646 612 598 612 596 548C594 500 566 492 562 520C558 556 522 552 520 512C516 482 492 490 492 540C490 622 440 620 440 552C440 496 416 486 410 506C400 552 364 548 362 500C360 482 342 486 338 500C332 520 324 506 322 480z',
          fall('#6b3219', '#3c170a'),
        ),
        5,
      ) +
      oval(590, 366, 218, 46, '#7d3f22') +
      oval(590, 362, 90, 20, '#2a0e06') +
      stroke('M400 372C430 350 480 342 520 340', '#ffffff55', 10) +
      stroke('M846 440C850 460 850 470 846 486', '#ffffff33', 8),
  ),
  sheet(
    spread(12, 40, 590, 352, 205, 34)
      .filter((s) => Math.hypot((s.x - 590) / 100, (s.y - 362) / 28) > 1)
      .map((s) =>
        at(
          s.x,
          s.y,
          s.turn,
          slab(-11, -4, 22, 8, oneOf(['#ffc83d', '#ff7a1a', '#fff6e8', '#c4161c'], s.pick), 4),
        ),
      )
      .join('') +
      // A slice on its own plate.
      lift(oval(960, 806, 176, 44, '#dfeceb') + oval(960, 800, 150, 34, '#ffffff'), 10) +
      lift(
        shape('M840 780L1060 726L1084 778C1080 806 900 822 850 812z', fall('#ffb653', '#e68321')) +
          shape('M840 780L1060 726L1040 696C960 690 850 730 836 754z', fall('#6b3219', '#3c170a')) +
          shape('M1060 726L1040 696L1056 700L1084 778z', '#4c200f'),
        8,
      ) +
      spread(8, 16, 960, 780, 90, 18)
        .map((s) => at(s.x, s.y, s.turn, slab(-8, -3, 16, 6, '#c95f0d', 3)))
        .join(''),
  ),
  place(['🍫', 190, 1108, 672, 16], ['🥚', 120, 330, 812, -12], ['🥚', 108, 232, 838, 16]),
);

const fruit = (() => {
  const crates = [
    { x: 46, y: 270, tag: 'hoje', goods: ['🍍', 190] },
    { x: 426, y: 270, tag: 'amanhã', goods: ['🍉', 180] },
    { x: 806, y: 270, tag: 'quinta', goods: ['🥭', 170] },
    { x: 46, y: 660, tag: 'hoje', goods: ['🍇', 180] },
    { x: 426, y: 660, tag: 'sábado', goods: ['🥑', 165] },
    { x: 806, y: 660, tag: 'amanhã', goods: ['🍌', 185] },
  ];
  return recipe(
    'abacaxi-no-ponto',
    sheet(
      slab(0, 0, width, height, '#1f6b3a') +
        Array.from({ length: 12 }, (_, i) => slab(i * 100, 0, 50, 130, i % 2 ? '#fff6e8' : '#ffc83d')).join(
          '',
        ) +
        Array.from({ length: 12 }, (_, i) => slab(i * 100, 0, 100, 100, i % 2 ? '#fff6e8' : '#c4161c')).join(
          '',
        ) +
        Array.from({ length: 12 }, (_, i) =>
          oval(i * 100 + 50, 100, 50, 44, i % 2 ? '#fff6e8' : '#c4161c'),
        ).join('') +
        slab(0, 0, width, 12, '#0003') +
        [448, 838].map((y) => slab(0, y, width, 62, '#17532c')).join(''),
    ),
    ...crates.map(({ x, y, goods: [emoji, size] }) =>
      place(
        ...[70, 176, 282].map(
          (dx, i) =>
            /** @type {import('./draw.mjs').Placed} */ ([
              String(emoji),
              Number(size),
              x + dx - 2,
              y - 46 - (i % 2) * 22,
              [-10, 4, 12][i],
            ]),
        ),
        .../** @type {import('./draw.mjs').Placed[]} */ ([
          [String(emoji), Number(size), x + 122, y + 10, 8],
          [String(emoji), Number(size), x + 232, y + 12, -8],
        ]),
      ),
    ),
    sheet(crates.map(({ x, y }) => crate(x, y, 348)).join('')),
    crates.map((c, i) => tag(c.x + 96, c.y + 52, c.tag, i % 2 ? 3 : -4)).join(''),
  );
})();

const cheeseBreads = recipe(
  'pao-de-queijo',
  sheet(
    gingham('#fff6e8', '#ffc83d', 96, 12) +
      lift(
        at(
          560,
          470,
          -14,
          slab(-510, -330, 1020, 660, '#6d6a70', 46) +
            slab(-494, -314, 988, 628, fall('#8d8a92', '#5c5961'), 36) +
            slab(-474, -294, 948, 588, '#4a474f', 28) +
            slab(-460, -282, 920, 564, '#fbe7cc', 6) +
            stroke('M-460-120h920M-200-282v564', '#00000010', 6),
        ),
        26,
      ) +
      Array.from({ length: 15 }, (_, i) => {
        const column = i % 5;
        const row = Math.floor(i / 5);
        if (i === 8) return '';
        const dx = -368 + column * 184;
        const dy = -182 + row * 182;
        const turn = (-14 * Math.PI) / 180;
        return cheeseBread(
          560 + dx * Math.cos(turn) - dy * Math.sin(turn),
          470 + dx * Math.sin(turn) + dy * Math.cos(turn),
          80,
          i + 2,
        );
      }).join('') +
      // A cheese bread pulled apart: two halves and the cheese between them.
      at(
        742,
        424,
        -14,
        lift(
          stroke(
            'M-44-10C-20 12 20 12 48-8M-40 14C-16 34 22 30 44 14M-40-26C-10-8 20-8 44-26',
            '#ffe9a0',
            12,
          ) +
            shape('M-40-66C-104-60-104 62-40 62C-24 30-26-34-40-66z', glow('#ffeaa8', '#f2bd55', '#b9701d')) +
            shape('M-40-66C-18-50-16 46-40 62C-58 40-58-44-40-66z', '#fff3c4') +
            shape('M44-66C108-60 108 62 44 62C28 30 30-34 44-66z', glow('#ffeaa8', '#f2bd55', '#b9701d')) +
            shape('M44-66C22-50 20 46 44 62C62 40 62-44 44-66z', '#fff3c4') +
            [-30, 0, 28]
              .map((y) => oval(-40, y, 6, 9, '#f0cf7a') + oval(45, y + 6, 6, 8, '#f0cf7a'))
              .join(''),
          10,
        ),
      ),
  ),
  place(
    ['🧀', 290, 1066, 720, 10],
    ['☕', 240, 1070, 130, 8],
    ['🥚', 130, 120, 120, -20],
    ['🥛', 180, 110, 790, -8],
  ),
);

const picanha = recipe(
  'picanha',
  sheet(
    planks(width, height, ['#5b3320', '#653a25', '#512c1b'], '#3a1d1066', 5) +
      board(560, 470, 860, 520, -10) +
      Array.from({ length: 6 }, (_, i) => {
        const x = 250 + i * 112;
        const y = 560 - i * 26;
        return lift(
          at(
            x,
            y,
            -14,
            // Crust and fat around, rosy in the middle.
            shape(
              'M-70-170C-20-214 66-196 88-110C106-20 88 110 30 168C-20 196-70 160-82 90C-96 0-104-120-70-170z',
              glow('#8a4526', '#5f2813', '#35130a'),
            ) +
              shape(
                'M-56-150C-14-190 52-176 72-100C88-20 72 96 22 148C-20 172-56 140-66 80C-78 0-86-110-56-150z',
                glow('#e8847a', '#cf4a46', '#9a2b2c'),
              ) +
              shape(
                'M-40-118C-8-150 34-140 50-84C62-20 50 70 12 112C-16 128-42 104-48 56C-58-8-60-88-40-118z',
                '#dd6a64',
              ) +
              shape(
                'M-70-170C-20-214 66-196 88-110C92-92 78-90 72-100C52-176-14-190-56-150C-66-140-78-156-70-170z',
                '#fbe6b8',
              ) +
              stroke('M-30-60C-6-40 10 0 6 60M14-70C30-40 34 0 24 40', '#f0a59c', 6),
          ),
          12,
        );
      }).join('') +
      spread(21, 60, 520, 470, 380, 220)
        .map((s) =>
          at(s.x, s.y, s.turn, slab(-5, -5, 10, 10, '#ffffff', 2) + slab(0, -5, 5, 10, '#dfe6ea', 1)),
        )
        .join(''),
  ),
  place(['🔪', 300, 996, 214, 100], ['🌿', 230, 880, 566, 70]),
  sheet(
    bowl(150, 170, 158, /** @type {[string, string, string]} */ (glaze.white), '#e9a23a') +
      cubes(spread(2, 30, 150, 172, 108), 17, ['#f0604a', '#d83a2a', '#b3231a']) +
      cubes(spread(5, 18, 150, 172, 106), 14, ['#a9d86a', '#6fb044', '#4a8a30']) +
      cubes(spread(7, 18, 150, 172, 106), 13, ['#fff7ef', '#f0dfe8', '#d9bfd0']) +
      leaves(spread(11, 9, 150, 170, 96), 12) +
      bowl(1060, 690, 172, /** @type {[string, string, string]} */ (glaze.terracotta), '#e0b260') +
      spread(31, 150, 1060, 694, 132)
        .map((s) =>
          oval(
            s.x,
            s.y,
            7 + s.pick * 7,
            6 + s.pick * 5,
            oneOf(['#f6d48a', '#e8bd66', '#cf9a3f', '#f9e2a8'], s.pick),
          ),
        )
        .join('') +
      beans(spread(13, 7, 1060, 690, 96), 13, ['#b0452f', '#7d2a1c', '#4f150e']) +
      leaves(spread(17, 6, 1060, 690, 96), 13),
  ),
  place(['🧄', 140, 96, 780, -14], ['🌶️', 180, 270, 830, 24], ['🍋', 150, 1120, 460, 12]),
);

const baiao = recipe(
  'baiao-de-dois',
  sheet(
    chita(width, height, '#a51018', ['#ff7a1a', '#ffc83d', '#fff6e8', '#f2719a'], '#04616b', 6) +
      pot(540, 480, 372, /** @type {[string, string, string]} */ (glaze.iron), '#d8a45a', -18) +
      grains(spread(2, 420, 540, 486, 306), 19, ['#f7e2b8', '#efd09a', '#e6bd7e', '#fbeccb']) +
      beans(spread(4, 100, 540, 486, 296), 21, ['#c98a5a', '#8f5330', '#5f3018']) +
      spread(14, 26, 540, 486, 280)
        .map((s) =>
          at(
            s.x,
            s.y,
            s.turn,
            lift(
              slab(-20, -12, 40, 24, glow('#d9705a', '#a83f2c', '#6f2016'), 7) +
                slab(-14, -8, 26, 5, '#f3c7a8', 3),
              3,
            ),
          ),
        )
        .join('') +
      cubes(spread(8, 20, 540, 482, 262), 36, ['#fffbe8', '#fbe9b4', '#ecca7a']) +
      leaves(spread(10, 30, 540, 486, 284), 24) +
      spoon(640, 560, 620, 226),
  ),
  place(
    ['🌶️', 190, 1090, 640, 14],
    ['🧅', 200, 1086, 790, -8],
    ['🧀', 230, 1060, 190, 10],
    ['🧄', 140, 930, 820, 12],
    ['🌿', 220, 110, 110, -40],
  ),
);

const avocadoSalad = recipe(
  'salada-de-abacate',
  sheet(
    checks('#ddf0df', '#1f6b3a', 300) +
      napkin(880, 560, 420, 640, 16, '#fff6e8', '#ff7a1a') +
      bowl(570, 460, 380, /** @type {[string, string, string]} */ (glaze.white), '#d8e6b0') +
      Array.from({ length: 13 }, (_, i) => {
        const a = (i / 13) * Math.PI * 2;
        return lettuce(570 + 235 * Math.cos(a), 470 + 235 * Math.sin(a), 120, (a * 180) / Math.PI + 90);
      }).join('') +
      Array.from({ length: 7 }, (_, i) => {
        const a = (i / 7) * Math.PI * 2 + 0.4;
        return lettuce(570 + 110 * Math.cos(a), 470 + 110 * Math.sin(a), 110, (a * 180) / Math.PI + 70, [
          '#d5ef9c',
          '#a4d86a',
          '#66ad46',
        ]);
      }).join('') +
      cubes(spread(6, 15, 570, 470, 240), 36, ['#ffd870', '#ffb52e', '#e8900f']) +
      spread(3, 11, 570, 470, 230)
        .map((s) =>
          lift(
            at(
              s.x,
              s.y,
              s.turn,
              shape('M-70 20C-60-54 60-54 70 20C40-8-40-8-70 20z', '#3d7d2e') +
                shape('M-66 18C-54-44 54-44 66 18C40-4-40-4-66 18z', '#dcec8e') +
                shape('M-50 2C-40-30 40-30 50 2C34-12-34-12-50 2z', '#b9d860'),
            ),
            6,
          ),
        )
        .join('') +
      spread(15, 12, 570, 470, 250)
        .map((s) =>
          lift(
            at(
              s.x,
              s.y,
              s.turn,
              oval(0, 0, 36, 38, glow('#ff8a70', '#e0301f', '#a8160f')) +
                oval(-12, -6, 9, 16, '#f9a58c') +
                oval(12, -6, 9, 16, '#f9a58c'),
            ),
            5,
          ),
        )
        .join('') +
      onionRing(480, 380, 46) +
      onionRing(690, 540, 50) +
      onionRing(560, 640, 40) +
      beans(spread(25, 12, 570, 470, 220), 20, ['#fbe7bd', '#e6bf80', '#b98a4a']) +
      leaves(spread(19, 10, 570, 460, 210), 20, '#2f8f4f'),
  ),
  place(
    ['🥑', 280, 1060, 240, 14],
    ['🥭', 250, 1050, 740, -10],
    ['🍋', 150, 86, 800, -20],
    ['🫒', 130, 110, 110, 8],
  ),
);

const brigadeiros = (() => {
  const cups = [
    ['#ff7a1a', '#ffb066'],
    ['#ffc83d', '#ffe08a'],
    ['#f2719a', '#f9a8c2'],
    ['#04616b', '#2f8f98'],
    ['#fff6e8', '#f0d3ab'],
  ];
  const spots = Array.from({ length: 24 }, (_, i) => ({ row: Math.floor(i / 6), column: i % 6, i }));
  return recipe(
    'brigadeiro',
    sheet(
      slab(0, 0, width, height, colour.red) +
        spread(2, 90, 600, 450, 800, 600)
          .map((s) =>
            at(
              s.x,
              s.y,
              s.turn,
              slab(-13, -4, 26, 8, oneOf(['#ffc83d', '#ff7a1a', '#fff6e8', '#f9a8c2'], s.pick), 4),
            ),
          )
          .join('') +
        spots
          .map(({ row, column, i }) => {
            const x = 100 + column * 266 - (row % 2) * 133;
            const y = 76 + row * 246;
            const [cup = '', fold = ''] = cups[(column + row * 2) % 5] ?? [];
            if (row === 2 && column === 3) {
              // A brigadeiro with a bite taken: its cup, and half of it.
              return (
                lift(
                  Array.from({ length: 24 }, (_, p) => {
                    const a = (p / 24) * Math.PI * 2;
                    return oval(x + 109 * Math.cos(a), y + 109 * Math.sin(a), 19, 19, p % 2 ? cup : fold);
                  }).join('') + oval(x, y, 109, 109, cup),
                  10,
                ) +
                oval(x, y, 88, 88, '#00000026') +
                spread(40, 14, x, y, 54)
                  .map((s) => at(s.x, s.y, s.turn, slab(-9, -3, 18, 6, '#3d190d', 3)))
                  .join('')
              );
            }
            return brigadeiro(x, y, 94, cup, fold, i + 3);
          })
          .join(''),
    ),
  );
})();

/** Draws a glass jar of herbs. @param {number} x @param {number} y @param {number} w @param {number} h */
const jar = (x, y, w, h) =>
  slab(x - w / 2, y - h, w, h, '#e6f7f866', 22) +
  slab(x - w / 2, y - h * 0.36, w, h * 0.36, '#8fcfe077', 22) +
  slab(x - w * 0.42, y - h - 22, w * 0.84, 30, '#eefafab0', 8) +
  slab(x - w * 0.36, y - h * 0.86, w * 0.1, h * 0.66, '#ffffffaa', 8);

const herbs = recipe(
  'ervas-frescas',
  sheet(
    slab(0, 0, width, height, '#ffd9a3') +
      Array.from({ length: 24 }, (_, i) =>
        slab((i % 12) * 100 + 3, Math.floor(i / 12) * 100 + 460, 94, 94, '#ffe7c4', 6),
      ).join('') +
      // The window, with hills and sun.
      lift(slab(300, 40, 620, 560, '#04616b', 10), 12) +
      slab(326, 66, 568, 508, '#bfe6e4') +
      disc(760, 210, 84, colour.yellow) +
      '<path d="M326 470q140-130 300-40t268-60v204H326z" fill="#8cc97a"/><path d="M326 520q180-90 330-20t238-30v104H326z" fill="#5fa95a"/>' +
      slab(598, 66, 24, 508, '#04616b') +
      slab(326, 292, 568, 20, '#04616b') +
      slab(326, 66, 568, 14, '#0002') +
      // Shutters.
      [
        [96, 1],
        [928, 1],
      ]
        .map(([x = 0]) =>
          lift(
            slab(x, 40, 178, 560, '#0a6f79', 8) +
              Array.from({ length: 9 }, (_, i) =>
                slab(x + 20, 70 + i * 57, 138, 38, fall('#1f8f98', '#04616b'), 4),
              ).join(''),
            8,
          ),
        )
        .join('') +
      lift(slab(-20, 610, 1240, 44, '#fff6e8', 6), 10) +
      slab(0, 654, width, 246, '#c4161c') +
      Array.from({ length: 20 }, (_, i) => slab(i * 60, 654, 30, 246, '#d33a35')).join('') +
      slab(0, 654, width, 20, '#0003'),
  ),
  place(['🌿', 250, 462, 400, -44], ['🌿', 250, 580, 404, 30], ['🌿', 270, 522, 380, -8]),
  place(['🌱', 210, 690, 420, -12], ['🌱', 220, 766, 416, 12], ['🌱', 200, 728, 440, 0]),
  sheet(lift(jar(522, 612, 180, 230) + jar(728, 612, 160, 190), 10)),
  place(['🪴', 270, 250, 500, 0], ['🪴', 260, 980, 506, 0]),
  sheet(
    // Cubes of oil and herbs in their tray.
    lift(shape('M330 860L390 690H890L960 860z', '#eef7f8') + shape('M330 860h630v30H330z', '#bfd9de'), 12) +
      Array.from({ length: 8 }, (_, i) => {
        const column = i % 4;
        const row = Math.floor(i / 4);
        const x = 412 + column * 118 - row * 22 + row * column * 10;
        const y = 706 + row * 76;
        const w = 98 + row * 10;
        return (
          slab(x, y, w, 62, '#cfe3e6', 14) +
          slab(x + 6, y + 6, w - 12, 50, glow('#f3e58a', '#d9c23a', '#a8931c'), 12) +
          leaves(spread(i + 3, 4, x + w / 2, y + 32, 30, 14), 12)
        );
      }).join(''),
  ),
  place(['🌿', 200, 200, 800, 20], ['🔪', 210, 1080, 790, -10]),
);

const escondidinho = recipe(
  'escondidinho',
  sheet(
    planks(width, height, ['#e2b784', '#d9ab75', '#e8c193'], '#a8764055', 5) +
      napkin(420, 480, 560, 760, -12, '#ffc83d', '#c4161c') +
      // The dish, with its two handles.
      lift(
        at(
          610,
          460,
          -6,
          slab(-500, -92, 1000, 184, glaze.blue?.[1] ?? '', 92) +
            slab(-430, -290, 860, 580, glow('#5f8fd0', '#2f5fa8', '#1c3f78'), 150),
        ),
        22,
      ) +
      at(
        610,
        460,
        -6,
        slab(-396, -258, 792, 516, '#14305e', 126) +
          slab(-388, -250, 776, 500, glow('#fff0b8', '#f9cf6c', '#e3a03a'), 120) +
          Array.from({ length: 9 }, (_, i) =>
            stroke(`M-350 ${-200 + i * 50}q58-26 116 0t116 0t116 0t116 0t116 0t116 0`, '#e8b552', 7),
          ).join('') +
          spread(5, 60, 0, 0, 350, 216)
            .map((s) =>
              oval(
                s.x,
                s.y,
                12 + s.pick * 30,
                8 + s.pick * 16,
                oneOf(['#c97a1faa', '#e09a3099', '#a8560faa'], s.pick),
              ),
            )
            .join('') +
          spread(9, 50, 0, 0, 350, 216)
            .map((s) => oval(s.x, s.y, 6, 4, '#fff8dccc'))
            .join('') +
          // The gap that the spoon left.
          shape('M120 250C70 190 90 80 180 50C270 20 388 60 388 120C388 200 340 250 268 250z', '#8f4a24') +
          shape(
            'M120 250C70 190 90 80 180 50C270 20 388 60 388 120C380 90 280 60 200 84C120 108 112 190 148 250z',
            '#fff3cf',
          ) +
          ribbons(spread(12, 60, 258, 168, 110, 74), 26, ['#b3623a', '#8a3f20', '#cf8454', '#6b2c14'], 10) +
          leaves(spread(2, 7, 258, 170, 90, 54), 12),
      ) +
      leaves(spread(31, 16, 560, 420, 320, 180), 17) +
      lift(
        at(
          1010,
          690,
          -34,
          slab(-14, 0, 28, 330, fall('#e9eef2', '#aab4be'), 14) +
            oval(0, -30, 66, 90, glow('#ffffff', '#d5dde4', '#93a0ac')),
        ),
        12,
      ),
  ),
  place(
    ['🧅', 180, 108, 130, -10],
    ['🍠', 230, 130, 790, 20],
    ['🧄', 130, 1120, 130, 10],
    ['🌿', 220, 1070, 300, 40],
  ),
);

const tapioca = recipe(
  'tapioca',
  sheet(
    stripes('#ff7a1a', '#ff9238', 150, 45) +
      shape('M0 900V610L1200 330V900z', '#fff6e8') +
      shape('M0 610L1200 330V346L0 626z', '#0000001a') +
      plate(530, 500, 372, '#2f5fa8', '#bcd9ea') +
      beads(530, 500, 316, 40, '#fff6e8', 11) +
      lift(
        at(
          520,
          500,
          -12,
          shape(
            'M-262 30C-262-150-120-214 0-214C120-214 262-150 262 30C180 62-180 62-262 30z',
            glow('#ffffff', '#fbf3e2', '#dcc9a6'),
          ) +
            spread(4, 150, 0, -76, 236, 108)
              .map((s) =>
                oval(s.x, s.y, 6 + s.pick * 6, 5 + s.pick * 4, s.pick > 0.5 ? '#ffffff' : '#eadcbf'),
              )
              .join('') +
            spread(6, 16, 0, -90, 190, 80)
              .map((s) => oval(s.x, s.y, 12 + s.pick * 12, 8 + s.pick * 6, '#d9a55a66'))
              .join(''),
        ),
        14,
      ) +
      at(
        520,
        500,
        -12,
        // The filling at the open edge: melted cheese and coconut.
        lift(
          shape(
            'M-258 26C-180 8 180 8 258 26C272 60 240 70 226 58C210 108 170 110 164 70C140 62 120 66 112 92C100 128 62 124 60 84C30 70 0 72-14 108C-32 146-76 138-74 86C-96 70-130 74-140 96C-156 122-190 112-190 76C-220 70-262 66-258 26z',
            fall('#ffe894', '#f3bd3f'),
          ),
          8,
        ) +
          shape('M-250 24C-180 8 180 8 250 24C180 44-180 44-250 24z', '#fff4cc') +
          ribbons(spread(9, 54, 0, 26, 230, 22), 18, ['#ffffff', '#fffaf0', '#f0e6d4'], 7),
      ) +
      ribbons(
        spread(19, 34, 520, 500, 300, 250).filter((s) => s.y > 600),
        14,
        ['#ffffff', '#f3e8d2'],
        6,
      ),
  ),
  place(
    ['🥥', 300, 1020, 640, 14],
    ['☕', 260, 1010, 220, 6],
    ['🧀', 190, 120, 150, -12],
    ['🥥', 190, 190, 800, -20],
    ['🧈', 150, 830, 820, 6],
  ),
);

const feijoada = recipe(
  'feijoada',
  sheet(
    gingham('#fff6e8', '#1f6b3a', 96) +
      pot(
        560,
        470,
        320,
        /** @type {[string, string, string]} */ (glaze.clay),
        glow('#5a2f24', '#35160f', '#1d0a06'),
      ) +
      beans(spread(3, 130, 560, 476, 262), 20, ['#6b4038', '#2e1512', '#140706']) +
      sausageSlice(480, 390, 52, 0) +
      sausageSlice(640, 540, 56, 40) +
      sausageSlice(520, 600, 48, 80) +
      sausageSlice(670, 360, 46, 120) +
      spread(8, 6, 560, 480, 180)
        .map((s) =>
          lift(
            at(
              s.x,
              s.y,
              s.turn,
              slab(-46, -34, 92, 68, glow('#c9705a', '#97412f', '#5f2218'), 14) +
                slab(-40, -28, 80, 12, '#f3d0b4', 6),
            ),
            6,
          ),
        )
        .join('') +
      at(
        560,
        300,
        40,
        shape('M0-70C30-30 30 30 0 70C-30 30-30-30 0-70z', '#5f8a3a') + stroke('M0-60v120', '#3f6a26', 4),
      ) +
      at(
        440,
        530,
        -30,
        shape('M0-60C26-26 26 26 0 60C-26 26-26-26 0-60z', '#6f9a46') + stroke('M0-50v100', '#3f6a26', 4),
      ) +
      // Rice, kale, orange and farofa around the pot.
      bowl(1010, 190, 200, /** @type {[string, string, string]} */ (glaze.white), '#f2e4c8') +
      grains(spread(21, 240, 1010, 196, 154), 17) +
      leaves(spread(4, 4, 1010, 190, 70), 16) +
      bowl(1040, 650, 196, /** @type {[string, string, string]} */ (glaze.yellow), '#2f7a34') +
      ribbons(spread(23, 170, 1040, 654, 148), 34, ['#3f9b46', '#2a7433', '#57b552', '#1f5f2a'], 12) +
      bowl(130, 720, 190, /** @type {[string, string, string]} */ (glaze.red), '#e0b260') +
      spread(33, 180, 130, 724, 148)
        .map((s) =>
          oval(
            s.x,
            s.y,
            7 + s.pick * 7,
            6 + s.pick * 5,
            oneOf(['#f6d48a', '#e8bd66', '#cf9a3f', '#f9e2a8'], s.pick),
          ),
        )
        .join('') +
      leaves(spread(7, 6, 130, 720, 110), 13) +
      plate(140, 210, 196, '#04616b', '#fff6e8') +
      citrusSlice(100, 170, 74, 10) +
      citrusSlice(196, 230, 76, 30) +
      citrusSlice(90, 270, 66, 50),
  ),
  place(
    ['🍊', 170, 420, 70, 8],
    ['🌶️', 170, 420, 830, 30],
    ['🧄', 130, 720, 830, -8],
    ['🧅', 150, 770, 90, 12],
  ),
);

const pudding = recipe(
  'pudim',
  sheet(
    slab(0, 0, width, height, '#ffe08a') +
      `<g opacity=".9">${tiles('#fff0c7', '#ff7a1a', '#ffc83d', 170)}</g>` +
      slab(0, 640, width, 260, '#04616b') +
      slab(0, 640, width, 22, '#0a6f79') +
      slab(0, 640, width, 6, '#ffffff55') +
      // The cake stand and the pudding.
      lift(
        shape('M556 760h88l40 96H516z', fall('#ffffff', '#d9ccba')) +
          oval(600, 858, 170, 24, '#eadfce') +
          oval(600, 762, 430, 58, '#d9ccba') +
          oval(600, 748, 430, 58, '#ffffff'),
        14,
      ) +
      oval(600, 748, 356, 42, '#b3560f') +
      oval(600, 742, 340, 36, '#d9822a') +
      lift(
        shape(
          'M318 734C318 640 372 420 398 366H802C828 420 882 640 882 734C800 776 400 776 318 734z',
          fall('#ffd98a', '#f2ab45'),
        ),
        8,
      ) +
      shape(
        'M318 734C318 640 372 420 398 366H470C440 460 412 640 424 754C376 750 336 744 318 734z',
        '#ffffff30',
      ) +
      shape(
        'M882 734C882 640 828 420 802 366H748C776 460 800 640 792 752C836 750 866 742 882 734z',
        '#b9660f2e',
      ) +
      // Caramel.
      shape(
        'M396 372C398 330 470 306 600 306C730 306 802 330 804 372C822 420 838 480 846 540C850 580 812 590 806 548C800 500 776 492 772 540C770 620 722 622 720 556C718 510 690 506 688 540C684 590 640 590 636 540C632 506 604 506 602 552C598 640 546 640 544 560C540 512 512 508 508 544C504 588 464 586 460 540C456 500 430 500 426 536C420 584 380 574 382 530C386 480 388 420 396 372z',
        fall('#a34a10', '#7a2f08'),
      ) +
      oval(600, 362, 202, 56, glow('#d9822a', '#a8520f', '#7a2f08')) +
      oval(600, 362, 82, 22, '#4f1c05') +
      oval(600, 368, 72, 16, '#ffcf7a') +
      stroke('M436 350C470 328 540 320 590 320', '#ffe0a8', 9) +
      stroke('M404 470C398 500 394 520 392 540M566 470v90', '#ffd08a77', 8),
  ),
  place(
    ['🥛', 260, 160, 650, -4],
    ['🥚', 140, 270, 790, -14],
    ['🥚', 130, 150, 820, 18],
    ['🍯', 230, 1060, 660, 4],
    ['🥄', 190, 1010, 810, -30],
  ),
);

const skewers = recipe(
  'espetinho',
  sheet(
    slab(0, 0, width, height, '#2a1712') +
      spread(3, 90, 600, 450, 800, 600)
        .map((s) =>
          oval(
            s.x,
            s.y,
            44 + s.pick * 40,
            34 + s.pick * 24,
            glow(
              oneOf(['#ffb04a', '#ff7a1a', '#6b5048'], s.pick),
              oneOf(['#d9480f', '#b8290d', '#3f2a24'], s.pick),
              '#1d0f0b',
            ),
          ),
        )
        .join('') +
      slab(0, 0, width, height, '#1d0f0b55') +
      Array.from({ length: 19 }, (_, i) => slab(i * 66 - 6, 0, 20, height, fall('#8d8a92', '#55525a'))).join(
        '',
      ) +
      Array.from({ length: 19 }, (_, i) => slab(i * 66 - 3, 0, 5, height, '#c9c7cf99')).join('') +
      [170, 730].map((y) => slab(0, y, width, 18, '#6d6a72')).join('') +
      at(0, 0, 0, skewer(400, 140, -14, 2) + skewer(420, 340, -14, 5) + skewer(460, 540, -14, 9), 1.38) +
      spread(29, 60, 600, 450, 540, 400)
        .map((s) => at(s.x, s.y, s.turn, slab(-4, -4, 8, 8, '#fff6e8', 2)))
        .join(''),
  ),
  place(['🍋', 170, 96, 810, -16], ['🍋', 150, 210, 850, 20], ['🌿', 220, 1090, 96, 40]),
  sheet(leaves(spread(35, 22, 600, 460, 420, 320), 15)),
);

const rice = recipe(
  'arroz-soltinho',
  sheet(
    dots('#04616b', '#0f7a84', 90) +
      napkin(330, 520, 620, 460, 14, '#fff6e8', '#c4161c') +
      pot(650, 490, 350, /** @type {[string, string, string]} */ (glaze.red), '#f2e4c8', 24) +
      grains(spread(5, 560, 650, 497, 292), 20) +
      spread(15, 22, 650, 490, 260)
        .map((s) => oval(s.x, s.y, 9, 7, '#cbb58a'))
        .join('') +
      grains(spread(11, 120, 650, 490, 250), 20, ['#ffffff', '#fffaf0']) +
      leaves(spread(18, 9, 640, 500, 190), 18) +
      spoon(560, 430, 560, 218),
  ),
  place(
    ['🧄', 200, 170, 700, -10],
    ['🧄', 150, 320, 800, 16],
    ['🧅', 210, 150, 170, 8],
    ['🧂', 220, 1080, 210, 16],
    ['🌿', 200, 1090, 750, 40],
  ),
);

const salpicao = recipe(
  'salpicao',
  sheet(
    stripes('#d5edea', '#fff6e8', 110, -20) +
      napkin(210, 470, 330, 800, 6, '#ff7a1a', '#fff6e8') +
      lift(oval(620, 460, 500, 330, '#ffffff'), 20) +
      `<ellipse cx="620" cy="460" rx="478" ry="310" fill="none" stroke="#04616b" stroke-width="12"/>` +
      oval(620, 466, 410, 250, '#00000018') +
      oval(620, 460, 406, 246, '#f6efe4') +
      lift(oval(620, 460, 370, 216, glow('#fff9ea', '#f7e6c2', '#dcc08a')), 8) +
      ribbons(spread(3, 70, 620, 460, 350, 200), 30, ['#ff9a3a', '#ff7a1a', '#e8630a'], 9) +
      ribbons(spread(7, 60, 620, 460, 340, 196), 34, ['#fff6e6', '#f3dfba', '#e8cd9c'], 12) +
      cubes(spread(9, 26, 620, 460, 330, 190), 20, ['#f4ffe0', '#bfe07a', '#93c44a']) +
      spread(11, 60, 620, 460, 340, 196)
        .map((s) => lift(at(s.x, s.y, s.turn, oval(0, 0, 13, 11, glow('#fff0a0', '#ffd23d', '#e0a00f'))), 2))
        .join('') +
      beans(spread(17, 16, 620, 460, 320, 180), 12, ['#6b3a4a', '#3f1a28', '#220c14']) +
      lift(
        spread(23, 210, 620, 440, 240, 136)
          .map((s) =>
            at(
              s.x,
              s.y,
              s.turn,
              slab(-50, -4, 100, 8, oneOf(['#ffd978', '#f9c04a', '#e8a52c', '#ffe8a4'], s.pick), 4),
            ),
          )
          .join(''),
        7,
      ) +
      leaves(spread(28, 20, 620, 460, 340, 190), 17),
  ),
  place(
    ['🥕', 240, 110, 150, -20],
    ['🌽', 250, 1080, 780, 10],
    ['🍏', 190, 1096, 120, 10],
    ['🥕', 190, 150, 790, 30],
    ['🍋', 130, 330, 840, 0],
  ),
);

const ribs = recipe(
  'costela',
  sheet(
    slab(0, 0, width, height, '#033f47') +
      rays(600, 450, 1000, 36, '#04616b', 0.6) +
      lift(at(590, 470, 5, shape('M-540-330L520-350L560 330L-520 350z', '#d9b07a')), 10) +
      at(590, 470, 5, stroke('M-400-200L300-260M-300 220L420 180M-100-300L-60 280', '#b98a4a55', 5)) +
      lift(
        at(
          590,
          460,
          -4,
          slab(-480, -276, 960, 552, glow('#5a565c', '#35323a', '#1d1b22'), 70) +
            slab(-560, -70, 1120, 140, '#35323a', 60),
        ),
        18,
      ) +
      at(
        590,
        460,
        -4,
        slab(-448, -246, 896, 492, '#211f26', 54) + slab(-440, -236, 880, 476, '#3d1f12', 50),
      ) +
      spread(6, 40, 590, 460, 390, 200)
        .map((s) => oval(s.x, s.y, 16 + s.pick * 24, 10 + s.pick * 12, '#7a3f1a77'))
        .join('') +
      // The rack: bones first, then the meat over them.
      at(
        540,
        430,
        -10,
        lift(
          [-250, -150, -50, 50, 150, 250]
            .map(
              (x) =>
                slab(x - 26, -236, 52, 150, fall('#fff6e0', '#e2c79a'), 26) +
                oval(x, -222, 24, 16, '#f0d9b0') +
                oval(x, -222, 13, 8, '#c99a6a'),
            )
            .join('') +
            shape(
              'M-330-150C-250-196 250-196 330-150C366-60 360 110 320 164C220 210-230 210-320 160C-362 100-366-70-330-150z',
              glow('#c9703a', '#8f3f1c', '#4f1c0a'),
            ),
          12,
        ) +
          [-200, -100, 0, 100, 200]
            .map((x) => stroke(`M${x} -160C${x - 14} -60 ${x - 14} 70 ${x} 170`, '#5f220c88', 14))
            .join('') +
          spread(14, 40, 0, 0, 290, 140)
            .map((s) =>
              at(
                s.x,
                s.y,
                s.turn,
                slab(-30, -5, 60, 10, oneOf(['#e09a5a66', '#3f140855', '#f0b87855'], s.pick), 5),
              ),
            )
            .join('') +
          stroke('M-290-120C-200-156 120-160 260-136', '#ffd9a855', 12),
      ) +
      [
        [250, 640, 0],
        [390, 650, 40],
        [540, 640, 10],
        [700, 630, 60],
        [850, 600, 20],
        [940, 470, 0],
        [930, 330, 50],
      ]
        .map(([x = 0, y = 0, turn = 0]) =>
          lift(
            at(
              x,
              y,
              turn,
              oval(0, 0, 66, 52, glow('#e8b45a', '#c98a2f', '#8f5a18')) +
                oval(0, -4, 54, 40, glow('#fff0b0', '#f9d068', '#e0a032')) +
                oval(-14, 2, 20, 10, '#c97f1f66'),
            ),
            8,
          ),
        )
        .join('') +
      onionRing(880, 250, 56) +
      onionRing(300, 560, 44),
  ),
  place(
    ['🌿', 250, 800, 330, 60],
    ['🌿', 240, 360, 330, -70],
    ['🌿', 200, 640, 560, 100],
    ['🧄', 160, 110, 120, -12],
    ['🧅', 190, 1090, 790, 10],
    ['🧂', 190, 1100, 130, 14],
  ),
);

const couscous = recipe(
  'cuscuz',
  sheet(
    slab(0, 0, width, 620, '#ffc83d') +
      Array.from({ length: 7 }, (_, i) => slab(i * 180 - 20, 0, 60, 620, '#ffd461')).join('') +
      slab(0, 430, width, 190, '#fff6e8') +
      Array.from({ length: 16 }, (_, i) => slab(i * 80, 446, 4, 174, '#f0d3ab')).join('') +
      slab(0, 424, width, 18, '#f0d3ab') +
      slab(0, 610, width, 290, '#c4161c') +
      `<g transform="translate(0 610)">${Array.from({ length: 13 }, (_, i) => slab(i * 100, 0, 50, 290, '#fff6e83a')).join('')}${[0, 100, 200].map((y) => slab(0, y, width, 50, '#fff6e83a')).join('')}</g>` +
      slab(0, 610, width, 10, '#0003') +
      // A picture of the sun on the wall.
      lift(slab(840, 70, 230, 270, '#8a4b22', 6), 8) +
      slab(858, 88, 194, 234, '#ff9238') +
      shape('M871 322a84 84 0 0 1 168 0z', '#c4161c') +
      // The plate, from the side, and the mound.
      lift(
        oval(520, 772, 430, 86, '#dfeceb') +
          oval(520, 758, 430, 84, '#ffffff') +
          oval(520, 758, 344, 62, '#eef4f2'),
        14,
      ) +
      lift(
        shape(
          'M250 752C246 600 290 372 360 318C420 280 560 280 618 318C690 372 736 600 730 752C640 796 340 796 250 752z',
          glow('#ffe680', '#f9bf2e', '#d18a0c'),
        ),
        6,
      ) +
      spread(5, 420, 490, 560, 224, 222)
        .map((s) =>
          oval(s.x, s.y, 8, 6, oneOf(['#fff0a4', '#ffd84a', '#e8a519', '#ffe27a', '#d9920f'], s.pick)),
        )
        .join('') +
      // Butter, melting.
      shape(
        'M392 320C400 280 590 276 604 322C620 360 610 400 596 396C580 392 582 360 560 362C544 364 552 450 528 452C506 454 514 372 490 370C470 368 474 420 452 420C432 420 440 362 420 362C400 362 384 360 392 320z',
        '#fff3a0dd',
      ) +
      lift(
        shape('M430 262L540 246L580 276L470 294z', '#fff6b8') +
          shape('M430 262L470 294V330L430 298z', '#ffe680') +
          shape('M470 294L580 276V312L470 330z', '#f6d45a'),
        5,
      ),
  ),
  sheet(
    // Two fried eggs against the mound.
    [
      [690, 740, 1],
      [330, 792, 0.9],
    ]
      .map(([x = 0, y = 0, scale = 1]) =>
        lift(
          at(
            x,
            y,
            0,
            shape(
              'M-126 10C-140-40-70-66-20-60C40-74 130-50 130 0C136 40 60 56 10 50C-40 62-116 50-126 10z',
              '#ffffff',
            ) +
              shape(
                'M-126 10C-116 50-40 62 10 50C60 56 136 40 130 0C140 54 60 72 10 64C-40 76-130 60-126 10z',
                '#e8c48a',
              ) +
              oval(0, -14, 52, 34, glow('#ffd24a', '#ff9d1a', '#e0700a')) +
              oval(-16, -26, 14, 7, '#ffffffbb'),
            scale,
          ),
          6,
        ),
      )
      .join('') + leaves(spread(3, 7, 520, 800, 150, 18), 14),
  ),
  place(
    ['☕', 260, 1010, 640, 4],
    ['🌽', 240, 120, 640, -10],
    ['🧀', 190, 1060, 800, 8],
    ['🍅', 150, 150, 810, -8],
  ),
);

const vatapa = recipe(
  'vatapa',
  sheet(
    slab(0, 0, width, height, '#6a0d14') +
      // Banana leaves.
      [
        [240, 250, -38],
        [960, 240, 34],
        [250, 720, 214],
        [980, 700, 150],
        [600, 110, 0],
      ]
        .map(([x = 0, y = 0, turn = 0]) =>
          lift(
            at(
              x,
              y,
              turn,
              shape(
                'M0 420C-230 240-200-200 0-420C200-200 230 240 0 420z',
                glow('#4fa95a', '#1f7a3a', '#0f4f26'),
              ) +
                stroke('M0 400V-380', '#8fd08a', 12) +
                Array.from({ length: 9 }, (_, i) =>
                  stroke(`M0 ${300 - i * 70}q-70-20-130-70M0 ${300 - i * 70}q70-20 130-70`, '#14602d', 5),
                ).join(''),
            ),
            12,
          ),
        )
        .join('') +
      bowl(
        600,
        460,
        360,
        /** @type {[string, string, string]} */ (glaze.terracotta),
        glow('#ffeaa8', '#ffd060', '#eda02c'),
      ) +
      beads(600, 460, 338, 44, '#fff6e8', 9) +
      [250, 205, 158, 110, 62]
        .map(
          (r, i) =>
            `<ellipse cx="${600 + i * 4}" cy="${470 - i * 4}" rx="${r}" ry="${r * 0.96}" fill="none" stroke="${i % 2 ? '#fff0bc' : '#f2a93a'}" stroke-width="20" opacity=".55"/>`,
        )
        .join('') +
      // Palm oil, in drops.
      spread(7, 22, 600, 465, 250)
        .map(
          (s) =>
            oval(s.x, s.y, 10 + s.pick * 18, 8 + s.pick * 12, '#d9480fbb') +
            oval(s.x - 4, s.y - 4, 5, 3, '#ffffff88'),
        )
        .join('') +
      beans(spread(11, 18, 600, 465, 240), 19, ['#fbe0b0', '#dba860', '#a8733a']),
  ),
  place(
    ['🦐', 210, 470, 360, -40],
    ['🦐', 220, 730, 380, 40],
    ['🦐', 210, 700, 590, 130],
    ['🦐', 200, 480, 580, -130],
  ),
  sheet(leaves(spread(21, 16, 600, 460, 220), 21)),
  place(
    ['🥥', 270, 1070, 720, 14],
    ['🥜', 220, 120, 740, -14],
    ['🫚', 200, 1080, 160, 10],
    ['🌶️', 190, 120, 150, -20],
  ),
);

const coffee = recipe(
  'cafe-coado',
  sheet(
    slab(0, 0, width, height, '#d5edea') +
      `<g opacity=".75">${tiles('#d5edea', '#04616b', '#8cc3c4', 140)}</g>` +
      slab(0, 640, width, 260, '#b9783a') +
      slab(0, 640, width, 26, '#d9a05c') +
      [700, 780, 850]
        .map((y, i) =>
          stroke(
            `M${60 + i * 120} ${y}q200 ${i % 2 ? 12 : -12} 460 0M${760 - i * 90} ${y + 24}q180 10 340 0`,
            '#8a531f55',
            4,
          ),
        )
        .join('') +
      // The stand that holds the filter.
      lift(
        slab(430, 150, 26, 560, fall('#8a4b22', '#5f3013'), 10) +
          slab(390, 690, 420, 34, '#5f3013', 12) +
          slab(430, 190, 300, 26, fall('#a05a2b', '#6f3a18'), 12),
        12,
      ) +
      // The filter: hoop, cloth, the coffee that shows through.
      lift(
        shape(
          'M484 208H744C736 330 672 440 622 486H606C556 440 492 330 484 208z',
          fall('#fff6e8', '#d9b98a'),
        ) +
          shape('M522 300H708C690 380 652 446 622 486H606C576 446 540 380 522 300z', '#7a3f1a99') +
          oval(614, 208, 130, 28, '#8a4b22') +
          oval(614, 206, 112, 20, '#3c170a') +
          oval(600, 203, 62, 8, '#6b3219'),
        12,
      ) +
      stroke('M560 250C568 330 590 400 606 450', '#ffffff55', 8) +
      slab(610, 484, 9, 90, '#4c200f', 4),
  ),
  sheet(
    // An enamelled pot that catches it.
    lift(
      shape(
        'M506 700C496 640 520 566 560 552H672C712 566 734 640 724 700C690 726 540 726 506 700z',
        glow('#ec4a42', '#c4161c', '#8e0d12'),
      ) +
        shape('M716 596C780 576 800 640 740 676L732 654C764 634 756 604 720 618z', '#a51018') +
        shape('M512 622C470 606 456 570 432 560L444 546C480 556 496 586 526 596z', '#a51018') +
        oval(616, 554, 60, 14, '#7a0d12') +
        oval(616, 554, 46, 9, '#2a0e06'),
      12,
    ) +
      stroke('M540 620C536 650 536 670 542 690', '#ffffff66', 9) +
      spread(6, 22, 630, 650, 80, 40)
        .map((s) => oval(s.x, s.y, 4, 4, '#ffffff88'))
        .join('') +
      stroke('M560 150c-30-40 20-60-6-104M640 140c-26-36 22-56-4-100', '#ffffffcc', 11),
  ),
  place(
    ['🍞', 250, 1030, 590, 4],
    ['☕', 230, 250, 720, -4],
    ['☕', 200, 100, 790, 4],
    ['🧈', 180, 930, 770, 4],
    ['🥐', 170, 1100, 770, -8],
  ),
  sheet(
    beans(
      [
        { x: 430, y: 800, turn: 20, pick: 0 },
        { x: 480, y: 830, turn: 80, pick: 0 },
        { x: 388, y: 838, turn: 140, pick: 0 },
        { x: 540, y: 796, turn: 200, pick: 0 },
        { x: 620, y: 836, turn: 40, pick: 0 },
        { x: 700, y: 808, turn: 110, pick: 0 },
      ],
      24,
      ['#8a4f2c', '#552a14', '#2f1408'],
    ),
  ),
);

const greenBroth = recipe(
  'caldo-verde',
  sheet(
    gingham('#24456b', '#16304f', 110, 45) +
      napkin(860, 470, 380, 700, 18, '#fff6e8', '#c4161c') +
      plate(540, 470, 390, '#fff6e8', '#dcebc0') +
      `<circle cx="540" cy="470" r="368" fill="none" stroke="#04616b" stroke-width="9"/><circle cx="540" cy="470" r="350" fill="none" stroke="#04616b" stroke-width="3"/>` +
      oval(540, 472, 296, 296, '#00000026') +
      oval(540, 470, 290, 290, glow('#d9e88a', '#aecb58', '#7fa33a')) +
      spread(3, 40, 540, 470, 250)
        .map((s) => oval(s.x, s.y, 10 + s.pick * 20, 6 + s.pick * 10, '#e6f2a866'))
        .join('') +
      ribbons(spread(5, 90, 540, 470, 250), 42, ['#2a7433', '#1f5f2a', '#3f9b46', '#57a84a'], 11) +
      sausageSlice(450, 390, 66, 0) +
      sausageSlice(590, 350, 60, 50) +
      sausageSlice(640, 500, 68, 20) +
      sausageSlice(490, 560, 62, 90) +
      sausageSlice(400, 500, 52, 10) +
      ribbons(spread(15, 20, 540, 470, 200), 36, ['#3f9b46', '#57b552'], 11) +
      // A thread of olive oil.
      stroke('M420 620q60 60 150 30t130-70', '#f0d040aa', 10) +
      spread(24, 14, 560, 470, 230)
        .map((s) => oval(s.x, s.y, 9 + s.pick * 10, 7 + s.pick * 8, '#f6dc5acc'))
        .join(''),
  ),
  place(
    ['🥖', 320, 1030, 220, 30],
    ['🥖', 280, 1090, 360, 10],
    ['🥔', 200, 110, 780, -10],
    ['🥔', 160, 250, 830, 20],
    ['🫒', 130, 1060, 790, 10],
    ['🥬', 210, 110, 130, -12],
  ),
);

const limePie = recipe(
  'torta-de-limao',
  sheet(
    slab(0, 0, width, height, '#d5edea') +
      Array.from({ length: 35 }, (_, i) => {
        const x = (i % 7) * 200 + (Math.floor(i / 7) % 2) * 100 - 40;
        const y = Math.floor(i / 7) * 200 + 20;
        return at(
          x,
          y,
          i * 40,
          oval(0, 0, 44, 44, '#8fc46a') +
            oval(0, 0, 38, 38, '#e9f6cf') +
            Array.from({ length: 8 }, (_, s) =>
              at(0, 0, s * 45, shape('M0-6L-10-28Q0-36 10-28z', '#b9dc86')),
            ).join(''),
        );
      }).join('') +
      lift(oval(520, 460, 420, 420, '#ffffff'), 22) +
      `<circle cx="520" cy="460" r="404" fill="none" stroke="#ffc83d" stroke-width="10"/>` +
      oval(520, 464, 366, 366, '#f0e6d6'),
  ),
  sheet(
    `<clipPath id="cut"><path d="M520 460L1000 300V-100H-100V1000H1000V760z"/></clipPath>` +
      lift(
        `<g clip-path="url(#cut)">${Array.from({ length: 44 }, (_, i) => {
          const a = (i / 44) * Math.PI * 2;
          return oval(
            520 + 340 * Math.cos(a),
            460 + 340 * Math.sin(a),
            30,
            30,
            i % 2 ? '#d9993f' : '#c98430',
          );
        }).join(
          '',
        )}${oval(520, 460, 340, 340, '#c98430')}${oval(520, 460, 318, 318, '#e9f0a0')}${oval(520, 460, 306, 306, glow('#fffefa', '#fbf1dc', '#e3cba0'))}${[
          [7, 262, 22],
          [6, 205, 17],
          [5, 148, 12],
          [4, 92, 7],
          [2, 34, 3],
        ]
          .map(([size = 0, r = 0, count = 1]) =>
            Array.from({ length: count }, (_, i) => {
              const a = (i / count) * Math.PI * 2 + r;
              const x = 520 + r * Math.cos(a);
              const y = 460 + r * Math.sin(a);
              const w = 36 + size;
              return (
                oval(x, y + 6, w, w, '#c9a86a55') +
                oval(x, y, w, w, glow('#ffffff', '#fdf3de', '#e0b870')) +
                at(
                  x,
                  y,
                  i * 137 + size * 31,
                  stroke(
                    `M${-w * 0.4} ${w * 0.2}q${w * 0.4} ${-w * 0.7} ${w * 0.8} ${-w * 0.1}`,
                    '#c47f2f',
                    7,
                  ) +
                    stroke(
                      `M${-w * 0.14} ${w * 0.02}q${w * 0.2} ${-w * 0.3} ${w * 0.36} ${-w * 0.06}`,
                      '#8f4f18',
                      5,
                    ),
                )
              );
            }).join(''),
          )
          .join('')}</g>`,
        10,
      ) +
      // The gap of the slice: crust and cream of the two cut sides.
      shape('M520 460L842 352L846 372L524 484z', '#e3eb8a') +
      shape('M520 460L524 484L846 372L850 384L526 500z', '#c98430') +
      ribbons(spread(3, 26, 470, 440, 250, 280), 14, ['#5fa03a', '#8fc46a'], 6),
  ),
  sheet(
    // The slice, on a small plate.
    lift(oval(1000, 640, 180, 180, '#04616b') + oval(1000, 640, 140, 140, '#fff6e8'), 14) +
      lift(
        at(
          1000,
          640,
          14,
          shape('M-150 0L118-84C140-40 140 40 118 84z', '#c98430') +
            shape('M-150 0L104-78C120-40 120 40 104 78z', '#e3eb8a') +
            shape('M-140 0L92-70C106-40 106 40 92 70z', glow('#fffefa', '#fbf1dc', '#e3cba0')) +
            [
              [60, -36],
              [66, 4],
              [58, 42],
              [14, -20],
              [16, 22],
              [-34, 0],
              [-84, 0],
            ]
              .map(
                ([x = 0, y = 0], i) =>
                  oval(x, y, i > 4 ? 20 : 28, i > 4 ? 18 : 26, glow('#ffffff', '#fdf3de', '#e0b870')) +
                  stroke(`M${x - 10} ${y + 4}q10-18 20-2`, '#c47f2f', 6),
              )
              .join(''),
        ),
        10,
      ) +
      citrusSlice(1060, 170, 96, 20, ['#6fae3f', '#f0f9d8', '#bfe07a']) +
      citrusSlice(1140, 300, 70, 50, ['#6fae3f', '#f0f9d8', '#bfe07a']),
  ),
  place(
    ['🍋', 190, 960, 90, -10],
    ['🍋', 160, 90, 830, 14],
    ['🍪', 150, 96, 90, 0],
    ['🍴', 180, 1110, 846, -50],
  ),
);

const fridge = recipe(
  'feira-da-semana',
  sheet(
    slab(0, 0, width, height, '#ff7a1a') +
      rays(600, 900, 1300, 40, colour.orangeLight) +
      slab(0, 820, width, 80, '#6a0d14') +
      Array.from({ length: 12 }, (_, i) => slab(i * 100, 820, 50, 80, '#7d1219')).join('') +
      // The door, open to the right, and the cabinet.
      lift(shape('M850 60L1120 20V830L850 850z', '#f6efe4'), 14) +
      shape('M872 84L1098 50V800L872 822z', '#e9ded0') +
      [250, 470, 690]
        .map((y) => shape(`M872 ${y}L1098 ${y - 22}V${y + 34}L872 ${y + 54}z`, '#d5edea'))
        .join('') +
      lift(slab(150, 40, 720, 820, '#ffffff', 34), 18) +
      slab(186, 76, 648, 748, fall('#eaf7f8', '#cfe8ea'), 20) +
      slab(186, 76, 648, 30, '#ffffff99', 14) +
      oval(510, 96, 60, 14, '#fff3b0') +
      [272, 448].map((y) => slab(186, y, 648, 16, '#9fccd2') + slab(186, y, 648, 5, '#ffffff')).join('') +
      slab(186, 602, 648, 14, '#9fccd2'),
  ),
  place(
    ['🥛', 150, 262, 204, 0],
    ['🥛', 150, 352, 204, 0],
    ['🧀', 150, 490, 210, 0],
    ['🍶', 160, 628, 198, 0],
    ['🍯', 150, 752, 206, 0],
    ['🥚', 76, 244, 414, 0],
    ['🥚', 76, 304, 414, 0],
    ['🥚', 76, 364, 414, 0],
    ['🥚', 76, 424, 414, 0],
    ['🍓', 110, 744, 402, 6],
    ['🍓', 106, 790, 408, -8],
  ),
  sheet(
    // Three pots with their labels, and the two drawers.
    [510, 600]
      .map((x, i) =>
        lift(
          slab(x - 6 + i * 20, 344, 92, 104, i ? '#ffc83dcc' : '#c4161ccc', 14) +
            slab(x - 12 + i * 20, 330, 104, 24, '#ffffff', 8) +
            slab(x + 10 + i * 20, 380, 60, 34, '#fff6e8', 4),
          5,
        ),
      )
      .join('') + slab(214, 430, 262, 18, '#e6bd84', 8),
  ),
  place(
    ['🥬', 170, 280, 550, -8],
    ['🥦', 150, 410, 552, 6],
    ['🫑', 140, 520, 556, -4],
    ['🥒', 150, 636, 556, 30],
    ['🥬', 160, 750, 552, 8],
    ['🥕', 150, 280, 740, -10],
    ['🥕', 150, 380, 740, 14],
    ['🍎', 140, 610, 744, 0],
    ['🍊', 136, 700, 750, 6],
    ['🍐', 140, 774, 744, 6],
    ['🥕', 150, 460, 742, -4],
  ),
  sheet(
    `<rect x="196" y="622" width="306" height="190" rx="16" fill="#bfe6ea3a" stroke="#ffffff" stroke-width="6"/><rect x="518" y="622" width="306" height="190" rx="16" fill="#bfe6ea3a" stroke="#ffffff" stroke-width="6"/>` +
      slab(290, 640, 120, 18, '#ffffff', 9) +
      slab(612, 640, 120, 18, '#ffffff', 9),
  ),
  place(
    ['🧃', 130, 936, 206, 4],
    ['🥫', 120, 1040, 190, 4],
    ['🧴', 124, 930, 432, 2],
    ['🧈', 120, 1040, 434, -4],
    ['🫙', 130, 934, 652, 2],
    ['🫙', 126, 1042, 636, 2],
    ['🍌', 200, 78, 770, -10],
    ['🍍', 260, 1130, 720, 8],
  ),
);

const pasta = (() => {
  const roll = dice(12);
  const strands = Array.from({ length: 150 }, () => {
    const a = roll() * Math.PI * 2;
    const r = 60 + roll() * 200;
    const arc = 60 + roll() * 120;
    const x = 560 + (roll() - 0.5) * 120;
    const y = 470 + (roll() - 0.5) * 120;
    const from = [x + r * Math.cos(a), y + r * Math.sin(a)];
    const to = [x + r * Math.cos(a + arc / 60), y + r * Math.sin(a + arc / 60)];
    const tone = oneOf(['#ffe9a8', '#f9d37a', '#f3c25a', '#ffdf8e'], roll());
    const d = `M${from.map((v) => v.toFixed(0)).join(' ')}A${r.toFixed(0)} ${r.toFixed(0)} 0 0 1 ${to.map((v) => v.toFixed(0)).join(' ')}`;
    return stroke(d, '#c98f2f', 16) + stroke(d, tone, 11);
  }).join('');
  const balls = [
    [560, 330],
    [690, 420],
    [650, 560],
    [500, 590],
    [420, 470],
    [556, 460],
  ];
  return recipe(
    'macarronada',
    sheet(
      gingham('#fff6e8', '#c4161c', 110, -8) +
        plate(560, 470, 400, '#ffffff', '#f6efe4') +
        beads(560, 470, 350, 48, '#04616b', 8),
    ),
    sheet(
      `<clipPath id="well"><circle cx="560" cy="470" r="302"/></clipPath>` +
        lift(`<g clip-path="url(#well)">${oval(560, 470, 296, 296, '#e0a94a')}${strands}</g>`, 6) +
        lift(
          shape(
            'M380 380C420 280 560 240 660 290C780 320 800 440 760 540C740 660 620 690 520 670C400 690 330 600 350 510C340 460 360 420 380 380z',
            glow('#f0563a', '#d0301c', '#a01a10'),
          ),
          7,
        ) +
        spread(4, 34, 560, 480, 180)
          .map((s) =>
            oval(s.x, s.y, 10 + s.pick * 22, 8 + s.pick * 12, oneOf(['#f27a55aa', '#b3200faa'], s.pick)),
          )
          .join('') +
        balls
          .map(([x = 0, y = 0], i) =>
            lift(
              oval(x, y, 66, 63, glow('#b5653a', '#7f3a1c', '#47190a')) +
                spread(i + 2, 12, x, y, 48)
                  .map((s) => oval(s.x, s.y, 5 + s.pick * 5, 5, '#4f1c0a77'))
                  .join('') +
                shape(
                  `M${x - 52} ${y - 24}C${x - 40} ${y - 74} ${x + 44} ${y - 70} ${x + 50} ${y - 20}C${x + 30} ${y + 4} ${x + 20} ${y - 14} ${x} ${y - 6}C${x - 16} ${y + 6} ${x - 30} ${y - 16} ${x - 52} ${y - 24}z`,
                  '#d93a22cc',
                ),
              9,
            ),
          )
          .join('') +
        ribbons(spread(19, 60, 560, 460, 190), 12, ['#fff6d8', '#ffe9a8'], 6) +
        basil(600, 400, 52, 40) +
        basil(556, 402, 46, -30) +
        basil(470, 530, 40, 100) +
        basil(620, 640, 42, 160),
    ),
    place(
      ['🍅', 210, 1020, 110, 10],
      ['🍅', 160, 1130, 250, -14],
      ['🧀', 230, 1056, 770, 8],
      ['🧄', 150, 110, 120, -10],
      ['🌿', 220, 120, 780, 20],
      ['🧅', 150, 290, 840, 0],
      ['🍴', 300, 1066, 512, 6],
    ),
  );
})();

export const recipes = [
  moqueca,
  carrotCake,
  fruit,
  cheeseBreads,
  picanha,
  baiao,
  avocadoSalad,
  brigadeiros,
  herbs,
  escondidinho,
  tapioca,
  feijoada,
  pudding,
  skewers,
  rice,
  salpicao,
  ribs,
  couscous,
  vatapa,
  coffee,
  greenBroth,
  limePie,
  fridge,
  pasta,
];
