import { awning, colour, disc, place, rays } from './draw.mjs';
import {
  at,
  checks,
  covered,
  dice,
  dots,
  fall,
  glow,
  layer,
  lift,
  oneOf,
  oval,
  shape,
  slab,
  spread,
  stripes,
  stroke,
  tiles,
} from './kitchen.mjs';

const width = 1200;
const height = 800;
/** Bottom of a shop's sign, and of its wall. */
const signEnd = 232;
const ground = 664;

/** @param {string} shapes */
const sheet = (shapes) => layer(width, height, shapes);

/** @param {string} name @param {string} art @param {string} text @returns {import('./draw.mjs').Scene} */
const scene = (name, art, text = '') => ({
  name: `shopping-${name}`,
  width,
  height,
  background: colour.paper,
  art,
  text,
});

/** @param {number} x @param {number} y @param {number} size @param {number} stretch @param {string} fill @param {string} words */
const letters = (x, y, size, stretch, fill, words) =>
  `<text x="${x}" y="${y}" text-anchor="middle" font-family="Display" font-size="${size}" font-weight="900" style="font-stretch:${stretch}%" fill="${fill}">${words}</text>`;

/**
 * Draws books side by side on a board.
 * @param {number} x @param {number} base @param {number} wide @param {number} tall @param {number} seed
 */
function books(x, base, wide, tall, seed) {
  const roll = dice(seed);
  const covers = [
    '#c4161c',
    '#04616b',
    '#ffc83d',
    '#ff7a1a',
    '#1f6b3a',
    '#6a0d14',
    '#24456b',
    '#f0719a',
    '#fff6e8',
  ];
  let left = x;
  let drawn = '';
  while (left < x + wide - 16) {
    const w = Math.min(16 + Math.round(roll() * 20), x + wide - left);
    const h = Math.round(tall * (0.7 + roll() * 0.3));
    const cover = oneOf(covers, roll());
    const band = cover === '#fff6e8' || cover === '#ffc83d' ? '#c4161c' : '#ffe9b0';
    drawn +=
      slab(left, base - h, w - 1, h, cover, 2) +
      slab(left, base - h, 4, h, '#ffffff33') +
      (w > 18
        ? slab(left + 4, base - h * 0.82, w - 9, 7, band) + slab(left + 4, base - h * 0.24, w - 9, 4, band)
        : '');
    left += w;
  }
  return drawn;
}

/**
 * A window of a shop: the objects on its boards, from the top.
 * @typedef {{ x: number, wide: number, rows: string[][], size: number, extra?: string }} Display
 */

/**
 * @typedef {object} Shopfront
 * @property {string} name
 * @property {string} sign
 * @property {number} [stretch] of the sign's letters
 * @property {number} [size] of the sign's letters
 * @property {[string, string]} mall the corridor's wall and floor
 * @property {string} front
 * @property {string} fascia
 * @property {string} letters
 * @property {string} inside
 * @property {string} trim
 * @property {'band' | 'arch' | 'gable' | 'scallop' | 'steps' | 'round'} crown
 * @property {string} emblem an emoji over the sign
 * @property {[string, string]} [stripes] an awning
 * @property {Display[]} windows
 * @property {number | null} door where the door's middle is
 * @property {string} [ornament] shapes before the shop
 * @property {import('./draw.mjs').Placed[]} things
 */

/** @param {Shopfront} shop */
function crown({ crown: kind, fascia, trim, front }) {
  const band = slab(96, 130, 1008, signEnd - 130, fascia);
  switch (kind) {
    case 'arch':
      return (
        shape(`M330 140a270 ${140 - 34} 0 0 1 540 0z`, fascia) +
        band +
        stroke(`M330 136a270 102 0 0 1 540 0`, trim, 8)
      );
    case 'gable':
      return shape('M70 140L600 34L1130 140z', trim) + shape('M150 140L600 54L1050 140z', fascia) + band;
    case 'scallop':
      return (
        Array.from({ length: 9 }, (_, i) => oval(152 + i * 112, 134, 56, 50, i % 2 ? trim : fascia)).join(
          '',
        ) + band
      );
    case 'steps':
      return (
        slab(300, 70, 600, 70, fascia) + slab(430, 36, 340, 60, fascia) + slab(300, 70, 600, 8, trim) + band
      );
    case 'round':
      return slab(84, 122, 1032, 22, trim) + disc(600, 84, 74, trim) + disc(600, 84, 62, front) + band;
    default:
      return slab(76, 116, 1048, 26, trim) + band;
  }
}

/** @param {Display} display @param {Shopfront} shop */
function drawWindow({ x, wide, rows, extra = '' }, { inside, trim }) {
  const from = signEnd + 44;
  const tall = ground - 40 - from;
  const step = tall / rows.length;
  return (
    slab(x - 14, from - 14, wide + 28, tall + 28, trim, 6) +
    slab(x, from, wide, tall, inside) +
    `<path d="M${x} ${from}h${wide}v26H${x}z" fill="#0000001c"/>` +
    [0.2, 0.5, 0.8].map((share) => oval(x + wide * share, from + 6, 26, 7, '#fffbe0')).join('') +
    [0.2, 0.5, 0.8]
      .map(
        (share) =>
          `<path d="M${x + wide * share - 14} ${from + 8}h28l46 ${tall - 8}h-120z" fill="#fffbe0" opacity=".16"/>`,
      )
      .join('') +
    extra +
    rows
      .map(
        (_, i) =>
          slab(x, from + (i + 1) * step - 16, wide, 16, i === rows.length - 1 ? trim : '#fff6e8') +
          slab(x, from + (i + 1) * step, wide, 8, '#00000022'),
      )
      .join('')
  );
}

/** @param {Display} display @returns {import('./draw.mjs').Placed[]} */
function goods({ x, wide, rows, size }) {
  const from = signEnd + 44;
  const step = (ground - 40 - from) / rows.length;
  return rows.flatMap((row, i) =>
    row.map(
      (emoji, column) =>
        /** @type {import('./draw.mjs').Placed} */ ([
          emoji,
          size,
          x + ((column + 0.5) * wide) / row.length,
          from + (i + 1) * step - 14 - size * 0.46,
        ]),
    ),
  );
}

/** @param {number} x @param {Shopfront} shop */
const drawDoor = (x, { trim }) => {
  const from = signEnd + 30;
  return (
    slab(x - 122, from, 244, ground - from, trim) +
    slab(x - 106, from + 16, 102, ground - from - 16, '#ffe9b0') +
    slab(x + 4, from + 16, 102, ground - from - 16, '#ffe9b0') +
    [-106, 4].map((dx) => `<path d="M${x + dx} ${from + 16}h102l-102 190z" fill="#ffffff88"/>`).join('') +
    slab(x - 22, 430, 9, 110, trim, 4) +
    slab(x + 13, 430, 9, 110, trim, 4) +
    lift(slab(x - 88, 366, 66, 34, '#1f6b3a', 4), 3)
  );
};

/** @param {Shopfront} shop */
function shopfront(shop) {
  const [wall, floor] = shop.mall;
  const middle = shop.door;
  const roof =
    shop.crown === 'round' || shop.crown === 'arch' || shop.crown === 'gable' || shop.crown === 'steps';
  return scene(
    shop.name,
    sheet(
      slab(0, 0, width, height, wall) +
        [60, 1140]
          .map(
            (x) =>
              slab(x - 26, 0, 52, ground, '#ffffff55') +
              slab(x - 34, 0, 68, 34, '#ffffff77') +
              slab(x - 34, ground - 30, 68, 30, '#ffffff77'),
          )
          .join('') +
        slab(0, ground, width, height - ground, floor) +
        // The polished floor: its joints, and the shop's own colour in it.
        shape(`M96 ${ground}H1104L1160 ${height}H40z`, `${shop.front}`) +
        `<path d="M0 ${ground}H1200V${height}H0z" fill="${floor}" opacity=".72"/>` +
        Array.from({ length: 15 }, (_, i) =>
          stroke(`M${600 + (i - 7) * 110} ${ground}L${600 + (i - 7) * 190} ${height}`, '#ffffff66', 3),
        ).join('') +
        [694, 738].map((y) => stroke(`M0 ${y}H1200`, '#ffffff66', 3)).join('') +
        slab(0, ground, width, 7, '#00000024'),
    ) +
      sheet(
        lift(slab(96, 140, 1008, ground - 140, shop.front) + crown(shop), 12) +
          shop.windows.map((display) => drawWindow(display, shop)).join('') +
          (middle === null ? '' : drawDoor(middle, shop)),
      ) +
      place(...shop.windows.flatMap(goods)) +
      sheet(
        // Glass over the goods.
        shop.windows
          .map(
            ({ x, wide }) =>
              `<path d="M${x + wide * 0.06} ${signEnd + 44}h${wide * 0.18}L${x + wide * 0.02} ${ground - 40}h-${wide * 0.02}V${signEnd + 160}z" fill="#ffffff3a"/>`,
          )
          .join('') +
          (shop.stripes
            ? lift(awning({ x: 80, y: signEnd, width: 1040, count: 20, drop: 30, colours: shop.stripes }), 8)
            : slab(84, signEnd - 4, 1032, 22, shop.trim) + slab(84, signEnd + 18, 1032, 8, '#0000002a')) +
          (shop.ornament ?? ''),
      ) +
      place(
        ...(roof
          ? [
              /** @type {import('./draw.mjs').Placed} */ ([
                shop.emblem,
                shop.crown === 'round' ? 92 : 104,
                600,
                { gable: 104, arch: 88, steps: 82, round: 78 }[String(shop.crown)] ?? 90,
              ]),
            ]
          : [
              /** @type {import('./draw.mjs').Placed} */ ([shop.emblem, 116, 186, 176, -6]),
              /** @type {import('./draw.mjs').Placed} */ ([shop.emblem, 116, 1014, 176, 6]),
            ]),
        ...shop.things,
      ),
    sheet(
      letters(600, 214, shop.size ?? 84, shop.stretch ?? 84, shop.letters, shop.sign) +
        (middle === null ? '' : letters(middle - 55, 390, 19, 66, '#fff', 'aberto')),
    ),
  );
}

/**
 * Draws a vase of cut flowers.
 * @param {number} x @param {number} y @param {string} fill @param {string} dark
 */
const bucket = (x, y, fill, dark) =>
  lift(
    shape(`M${x - 62} ${y - 110}h124l-16 110h-92z`, fall(fill, dark)) +
      slab(x - 68, y - 120, 136, 18, fill, 8),
    8,
  );

const fronts = [
  shopfront({
    name: 'livraria',
    sign: 'pé de página',
    mall: ['#f0d3ab', '#d9a877'],
    front: '#17532c',
    fascia: '#1f6b3a',
    letters: colour.yellow,
    inside: '#ffe4b0',
    trim: '#0f3a1f',
    crown: 'gable',
    emblem: '📖',
    windows: [
      {
        x: 140,
        wide: 340,
        rows: [[], [], []],
        size: 90,
        extra: [386, 500, 610].map((y, i) => books(146, y - 6, 328, 86, i + 3)).join(''),
      },
      {
        x: 720,
        wide: 340,
        rows: [[], ['📕', '📗', '📘'], ['📚', '🪆', '📚']],
        size: 96,
        extra: books(726, 380, 328, 84, 9),
      },
    ],
    door: 600,
    things: [
      ['🪴', 190, 80, 620],
      ['🪴', 180, 1130, 626],
      ['📚', 120, 410, 690, 0],
      ['🐈', 150, 800, 690, 0],
    ],
  }),
  shopfront({
    name: 'gelateria',
    sign: 'serenata',
    mall: ['#d5edea', '#8cc3c4'],
    front: '#f9a8c2',
    fascia: '#e0527f',
    letters: colour.paper,
    inside: '#fff0f5',
    trim: '#b8345f',
    crown: 'scallop',
    emblem: '🍦',
    stripes: ['#e0527f', '#fff6e8'],
    windows: [
      {
        x: 140,
        wide: 580,
        rows: [
          ['🍨', '🍧', '🍨', '🍧'],
          ['🍦', '🍨', '🍦', '🍓', '🍦'],
        ],
        size: 124,
      },
    ],
    door: 900,
    things: [
      ['🍦', 230, 1096, 570, 8],
      ['🪑', 150, 90, 640, 0],
      ['🍒', 96, 786, 706, 0],
    ],
  }),
  shopfront({
    name: 'sapataria',
    sign: 'passo largo',
    mall: ['#fbe7cc', '#e0b98a'],
    front: '#ff7a1a',
    fascia: '#6a0d14',
    letters: colour.yellow,
    inside: '#fff0dc',
    trim: '#6a0d14',
    crown: 'band',
    emblem: '👟',
    windows: [
      {
        x: 140,
        wide: 270,
        rows: [
          ['👠', '👡'],
          ['👢', '👠'],
          ['👡', '👢'],
        ],
        size: 92,
      },
      {
        x: 480,
        wide: 580,
        rows: [
          ['👟', '👞', '🥾', '👟'],
          ['🥾', '👟', '👞', '🥾'],
          ['👞', '👟', '🥾', '👞'],
        ],
        size: 96,
      },
    ],
    door: null,
    ornament:
      // A bench to try shoes on.
      lift(
        slab(300, 690, 420, 40, '#c4161c', 14) +
          slab(330, 726, 26, 56, '#5b3320') +
          slab(664, 726, 26, 56, '#5b3320'),
        10,
      ),
    things: [
      ['👟', 150, 830, 728, 0],
      ['🛍️', 130, 1100, 690, 0],
      ['🪴', 180, 90, 620, 0],
    ],
  }),
  shopfront({
    name: 'brinquedos',
    sign: 'pião',
    stretch: 110,
    size: 92,
    mall: ['#bfe6e4', '#7fb8c4'],
    front: '#ffc83d',
    fascia: '#24456b',
    letters: colour.yellow,
    inside: '#d5edea',
    trim: '#c4161c',
    crown: 'steps',
    emblem: '🪀',
    stripes: ['#c4161c', '#ffc83d'],
    windows: [
      {
        x: 140,
        wide: 330,
        rows: [
          ['🤖', '🧩', '🚂'],
          ['🧸', '🦖', '🪆'],
        ],
        size: 118,
      },
      {
        x: 730,
        wide: 330,
        rows: [
          ['🪁', '🎲', '🛴'],
          ['⚽', '🧸', '🎮'],
        ],
        size: 118,
      },
    ],
    door: 600,
    things: [
      ['🧸', 220, 90, 640, -4],
      ['🎈', 190, 1110, 480, 6],
      ['🎁', 150, 1080, 690, 0],
      ['⚽', 96, 430, 716, 0],
    ],
  }),
  shopfront({
    name: 'cafe',
    sign: 'meia-xícara',
    mall: ['#e9c79a', '#c2925f'],
    front: '#fff6e8',
    fascia: '#5b3320',
    letters: '#ffe4b0',
    inside: '#f0d3ab',
    trim: '#5b3320',
    crown: 'round',
    emblem: '☕',
    stripes: ['#5b3320', '#fff6e8'],
    windows: [
      {
        x: 480,
        wide: 580,
        rows: [
          ['🎂', '🍰', '🥐', '🍰', '🧁'],
          ['🍩', '🍪', '🥧', '🧁', '🥯'],
        ],
        size: 112,
      },
    ],
    door: 290,
    ornament:
      // A small round table.
      lift(
        slab(860, 668, 14, 104, '#2b120a') +
          oval(867, 772, 62, 12, '#2b120a') +
          oval(867, 664, 120, 22, '#8a4b22') +
          oval(867, 658, 120, 22, '#c98a4b'),
        8,
      ),
    things: [
      ['☕', 100, 830, 616, 0],
      ['🥐', 96, 912, 622, 0],
      ['🪑', 180, 1040, 690, 0],
      ['🪴', 190, 90, 610, 0],
    ],
  }),
  shopfront({
    name: 'floricultura',
    sign: 'jardim de bolso',
    stretch: 76,
    mall: ['#ffe4c8', '#e6bd94'],
    front: '#cfe8c4',
    fascia: '#04616b',
    letters: colour.paper,
    inside: '#f2f9e8',
    trim: '#033f47',
    crown: 'arch',
    emblem: '🌻',
    windows: [
      {
        x: 140,
        wide: 300,
        rows: [
          ['🌵', '🪴', '🌵'],
          ['🪴', '🌷', '🪴'],
        ],
        size: 110,
      },
      {
        x: 760,
        wide: 300,
        rows: [
          ['🌺', '🌼', '🌸'],
          ['🌹', '🪴', '🌷'],
        ],
        size: 110,
      },
    ],
    door: 600,
    ornament: [
      [190, 760],
      [360, 776],
      [850, 776],
      [1010, 760],
    ]
      .map(([x = 0, y = 0], i) => bucket(x, y, i % 2 ? '#ff9238' : '#1f8f98', i % 2 ? '#b84300' : '#033f47'))
      .join(''),
    things: [
      ['🌷', 120, 160, 610, -14],
      ['🌷', 120, 222, 606, 12],
      ['🌹', 126, 190, 590, 0],
      ['🌻', 140, 330, 610, -12],
      ['🌻', 140, 392, 616, 12],
      ['🌼', 110, 820, 624, -12],
      ['🌼', 110, 884, 626, 12],
      ['🌼', 110, 852, 606, 0],
      ['💐', 190, 1010, 596, 4],
    ],
  }),
  shopfront({
    name: 'restaurante',
    sign: 'tacho de barro',
    stretch: 78,
    mall: ['#ffd9a3', '#c98a5a'],
    front: '#c2623a',
    fascia: '#57291d',
    letters: colour.yellow,
    inside: '#ffe0a8',
    trim: '#57291d',
    crown: 'scallop',
    emblem: '🍲',
    windows: [
      {
        x: 140,
        wide: 920,
        rows: [
          ['🍅', '🌶️', '🧅', '🌽', '🧄', '🫑', '🌶️', '🥥'],
          ['🍲', '🥘', '🍚', '🍲', '🍛', '🥘'],
        ],
        size: 128,
      },
    ],
    door: null,
    ornament:
      // The tiled counter.
      lift(
        slab(110, 596, 980, 120, '#fff6e8') +
          Array.from({ length: 14 }, (_, i) =>
            at(
              145 + i * 70,
              660,
              45,
              slab(-24, -24, 48, 48, i % 2 ? '#04616b' : '#c4161c') + slab(-10, -10, 20, 20, '#ffc83d'),
            ),
          ).join('') +
          slab(90, 578, 1020, 30, '#8a4b22', 6),
        10,
      ),
    things: [
      ['🥘', 150, 300, 536, 0],
      ['🍲', 150, 560, 530, 0],
      ['🫓', 110, 720, 560, 0],
      ['🍹', 120, 880, 536, 0],
      ['🪴', 190, 78, 620, 0],
      ['🪴', 190, 1126, 620, 0],
    ],
  }),
  shopfront({
    name: 'moda',
    sign: 'varanda',
    stretch: 104,
    mall: ['#fff0c7', '#e8c58a'],
    front: '#8cc3c4',
    fascia: '#04616b',
    letters: colour.paper,
    inside: '#fff6e8',
    trim: '#033f47',
    crown: 'steps',
    emblem: '👒',
    stripes: ['#04616b', '#d5edea'],
    windows: [
      {
        x: 140,
        wide: 560,
        rows: [
          ['👗', '👚', '👖', '👕'],
          ['👒', '👜', '👠', '🧣', '👛'],
        ],
        size: 116,
        extra:
          slab(150, 308, 540, 8, '#8a4b22', 4) +
          [210, 350, 490, 630].map((x) => stroke(`M${x} 314v24`, '#8a4b22', 5)).join(''),
      },
    ],
    door: 900,
    things: [
      ['🛍️', 150, 1110, 690, 0],
      ['🌴', 260, 70, 570, 0],
    ],
  }),
  shopfront({
    name: 'otica',
    sign: 'ótica claridade',
    stretch: 76,
    mall: ['#cfe3f2', '#93b4cf'],
    front: '#ffffff',
    fascia: '#24456b',
    letters: '#ffffff',
    inside: '#e8f2fa',
    trim: '#24456b',
    crown: 'round',
    emblem: '👓',
    windows: [
      {
        x: 140,
        wide: 250,
        rows: [
          ['👓', '🕶️'],
          ['🕶️', '👓'],
          ['👓', '🕶️'],
        ],
        size: 92,
      },
      {
        x: 470,
        wide: 250,
        rows: [
          ['🕶️', '👓'],
          ['👓', '🕶️'],
          ['🕶️', '👓'],
        ],
        size: 92,
      },
    ],
    door: 920,
    ornament:
      // A sign of letters to read from afar.
      lift(slab(1076, 452, 92, 150, '#ffffff', 4), 6) +
      slab(1116, 600, 12, 130, '#24456b') +
      oval(1122, 732, 44, 9, '#24456b') +
      letters(1122, 496, 36, 90, '#2b120a', 'A') +
      letters(1122, 534, 26, 90, '#2b120a', 'U R') +
      letters(1122, 562, 18, 90, '#2b120a', 'O R A') +
      letters(1122, 584, 12, 90, '#2b120a', 'S O L E'),
    things: [
      ['🪴', 190, 80, 620, 0],
      ['🪑', 150, 430, 690, 0],
    ],
  }),
  shopfront({
    name: 'pet',
    sign: 'patinha amarela',
    stretch: 74,
    mall: ['#ddf0df', '#9cc4a0'],
    front: '#ffc83d',
    fascia: '#c4161c',
    letters: colour.yellow,
    inside: '#fff6e8',
    trim: '#8e0d12',
    crown: 'gable',
    emblem: '🐶',
    windows: [
      {
        x: 140,
        wide: 330,
        rows: [
          ['🦜', '🐹', '🐠'],
          ['🐱', '🐰'],
        ],
        size: 124,
      },
      {
        x: 730,
        wide: 330,
        rows: [
          ['🦴', '🧶', '🥣'],
          ['🐶', '🐱'],
        ],
        size: 124,
      },
    ],
    door: 600,
    things: [
      ['🐕', 210, 250, 690, 0],
      ['🐩', 190, 900, 690, 0],
      ['⚽', 70, 380, 744, 0],
      ['🌳', 250, 60, 580, 0],
      ['🌳', 250, 1146, 580, 0],
    ],
  }),
  shopfront({
    name: 'eletronicos',
    sign: 'tomada certa',
    stretch: 84,
    mall: ['#6b4180', '#3f2a5f'],
    front: '#4a070d',
    fascia: '#6a0d14',
    letters: '#ffc83d',
    inside: '#2b2f66',
    trim: '#ff7a1a',
    crown: 'band',
    emblem: '🎧',
    windows: [
      {
        x: 140,
        wide: 560,
        rows: [
          ['📺', '💻', '📺', '🖥️'],
          ['🎧', '🎮', '📷', '⌚', '📱'],
        ],
        size: 120,
      },
    ],
    door: 900,
    things: [
      ['🎧', 170, 84, 690, -6],
      ['🤖', 180, 1110, 660, 0],
      ['📱', 100, 400, 716, 0],
    ],
  }),
  shopfront({
    name: 'musica',
    sign: 'compasso',
    stretch: 98,
    mall: ['#f7d08a', '#c98a4b'],
    front: '#c4161c',
    fascia: '#2b120a',
    letters: '#ffb066',
    inside: '#ffe4c8',
    trim: '#2b120a',
    crown: 'arch',
    emblem: '🎸',
    windows: [
      {
        x: 140,
        wide: 250,
        rows: [
          ['🎺', '🎷'],
          ['🎹', '🎻'],
        ],
        size: 122,
      },
      {
        x: 470,
        wide: 590,
        rows: [
          ['🎸', '🪕', '🎻', '🎸'],
          ['🪗', '🥁', '🪘', '🪗'],
        ],
        size: 128,
      },
    ],
    door: null,
    ornament:
      // A small stage.
      lift(slab(360, 712, 480, 60, '#8a4b22', 8) + slab(360, 712, 480, 16, '#c98a4b', 8), 10) +
      Array.from({ length: 6 }, (_, i) => slab(380 + i * 78, 736, 4, 30, '#5b3320')).join(''),
    things: [
      ['🪘', 150, 460, 650, 0],
      ['🪗', 170, 610, 646, 0],
      ['🎤', 130, 750, 650, 20],
      ['🪴', 190, 80, 610, 0],
      ['🎷', 170, 1120, 640, 10],
    ],
  }),
];

// Inside the shops ----------------------------------------------------------------------------------------------

const shelves = scene(
  'livraria-estantes',
  sheet(
    slab(0, 0, width, height, '#1f6b3a') +
      [0, 400, 800]
        .map(
          (x, column) =>
            slab(x + 14, 20, 372, 700, '#8a4b22', 6) +
            [0, 1, 2, 3]
              .map(
                (row) =>
                  slab(x + 34, 40 + row * 168, 332, 148, '#5b3013') +
                  books(x + 38, 40 + row * 168 + 148, 324, 138, column * 5 + row + 2),
              )
              .join('') +
            slab(x + 14, 704, 372, 30, '#6f3a18'),
        )
        .join('') +
      slab(0, 734, width, 66, '#c98a5a') +
      slab(0, 734, width, 8, '#0003') +
      // A ladder on its rail.
      slab(0, 26, width, 10, '#ffc83d') +
      lift(
        at(
          760,
          30,
          7,
          slab(-70, 0, 18, 720, fall('#e8b97c', '#b57a3c'), 6) +
            slab(52, 0, 18, 720, fall('#e8b97c', '#b57a3c'), 6) +
            Array.from({ length: 7 }, (_, i) => slab(-60, 70 + i * 92, 120, 16, '#cf955a', 6)).join(''),
        ),
        10,
      ),
  ) + place(['🐈', 170, 262, 660, 0], ['📚', 150, 410, 690, 0], ['🪴', 190, 1096, 650, 0]),
);

const reading = scene(
  'livraria-leitura',
  sheet(
    slab(0, 0, width, height, '#ffd9a3') +
      stripes('#ffd9a3', '#ffe1b5', 120) +
      slab(0, 560, width, 240, '#8a4b22') +
      [600, 660, 730].map((y) => slab(0, y, width, 4, '#0002')).join('') +
      lift(slab(80, 90, 300, 400, '#04616b', 6), 8) +
      slab(100, 110, 260, 360, '#bfe6e4') +
      disc(280, 200, 54, colour.yellow) +
      shape('M100 400q80-70 150-20t110-30v120H100z', '#5fa95a') +
      slab(222, 110, 16, 360, '#04616b') +
      lift(slab(820, 110, 320, 20, '#8a4b22', 4) + slab(820, 270, 320, 20, '#8a4b22', 4), 6) +
      books(836, 110, 230, 84, 7) +
      books(880, 270, 240, 96, 12) +
      oval(600, 706, 470, 74, '#c4161c') +
      oval(600, 702, 420, 62, '#ff7a1a') +
      oval(600, 698, 360, 50, '#ffc83d') +
      // The armchair.
      lift(
        slab(420, 300, 360, 300, glow('#1f8f98', '#04616b', '#033f47'), 90) +
          slab(376, 450, 100, 220, glow('#2aa0a9', '#04616b', '#033f47'), 46) +
          slab(724, 450, 100, 220, glow('#2aa0a9', '#04616b', '#033f47'), 46) +
          slab(456, 520, 288, 120, glow('#2aa0a9', '#0a6f79', '#04545d'), 34) +
          slab(430, 660, 30, 40, '#5b3320') +
          slab(740, 660, 30, 40, '#5b3320'),
        14,
      ) +
      lift(
        at(560, 470, -12, slab(-74, -60, 148, 120, '#ffc83d', 20) + slab(-74, -10, 148, 20, '#c4161c')),
        6,
      ) +
      // A floor lamp.
      shape('M880 330L720 720H1100L960 330z', '#fff3b02e') +
      lift(
        slab(914, 330, 12, 360, '#2b120a') +
          oval(920, 692, 60, 12, '#2b120a') +
          shape('M866 340L884 230H956L974 340z', fall('#ff9238', '#e0630a')),
        8,
      ),
  ) +
    place(
      ['🐈', 170, 660, 500, 0],
      ['📖', 140, 470, 690, -6],
      ['☕', 110, 750, 700, 0],
      ['🪴', 200, 1106, 600, 0],
      ['📚', 130, 270, 660, 0],
    ),
);

const iceCream = scene(
  'gelateria-balcao',
  sheet(
    slab(0, 0, width, 330, '#f9a8c2') +
      `<g>${tiles('#fff0f5', '#e0527f', '#f9c3d4', 110)}</g>` +
      slab(0, 300, width, 500, '#fff6e8') +
      lift(slab(0, 250, width, 64, fall('#ffffff', '#e6dccb')), 8) +
      // Tubs in two rows, seen from above the glass.
      [0, 1]
        .flatMap((row) =>
          Array.from({ length: 6 }, (_, i) => {
            const [light = '', base = '', dark = ''] = [
              ['#ffe0ea', '#f9a8c2', '#d9708f'],
              ['#fff6d0', '#ffe08a', '#e0b040'],
              ['#a86a4a', '#6b3a22', '#3d190d'],
              ['#dff5d0', '#a8d88a', '#6fae54'],
              ['#fffdf6', '#fbeedb', '#dcc6a0'],
              ['#ffc49a', '#ff9238', '#d9620a'],
              ['#e3d3f2', '#b48fd9', '#8458b0'],
              ['#ffb0a8', '#e8524a', '#a8201c'],
              ['#d3f0f2', '#8fd3da', '#4f9fa8'],
              ['#f6dfba', '#dba45c', '#a8702c'],
              ['#fff0b0', '#ffc83d', '#d9951a'],
              ['#f3c9dc', '#c9568f', '#8f2a5e'],
            ][row * 6 + i] ?? ['', '', ''];
            const x = 44 + i * 188;
            const y = 350 + row * 200;
            return (
              lift(slab(x, y, 172, 178, '#d9dfe4', 16) + slab(x + 10, y + 10, 152, 158, '#aeb8c1', 12), 4) +
              `<g>${[
                [46, 60],
                [110, 54],
                [130, 110],
                [70, 118],
                [88, 80],
              ]
                .map(([dx = 0, dy = 0]) => oval(x + dx, y + dy, 42, 38, glow(light, base, dark)))
                .join('')}</g>` +
              stroke(`M${x + 40} ${y + 70}q40-34 84-10M${x + 56} ${y + 122}q36-24 66-6`, '#ffffff66', 7) +
              spread(row * 6 + i + 2, 8, x + 86, y + 88, 56, 46)
                .map((s) => oval(s.x, s.y, 5, 4, dark))
                .join('')
            );
          }),
        )
        .join('') +
      slab(0, 752, width, 48, '#e0527f') +
      `<path d="M0 300L1200 300V752H0z" fill="#ffffff14"/><path d="M120 300h160L60 752H0V560zM760 300h70L600 752h-70z" fill="#ffffff40"/>`,
  ) +
    place(
      ['🍦', 210, 200, 150, -8],
      ['🍦', 210, 330, 146, 6],
      ['🍓', 120, 470, 200, 0],
      ['🍨', 190, 700, 170, 0],
      ['🍧', 190, 900, 160, 6],
      ['🍒', 120, 1050, 206, 0],
    ),
);

const sundaes = scene(
  'gelateria-tacas',
  sheet(
    slab(0, 0, width, height, '#f9a8c2') +
      rays(600, 800, 1300, 36, '#fbb9cf') +
      disc(600, 800, 520, '#fff6e8') +
      disc(600, 800, 430, colour.yellow) +
      slab(0, 640, width, 160, '#e0527f') +
      slab(0, 640, width, 18, '#b8345f') +
      // Lollies on their sticks.
      [
        [150, 330, -10, '#ff9d4a', '#ff7a1a', '#c9540a'],
        [270, 300, 4, '#a8dfa0', '#5fb45a', '#2f7f3a'],
        [930, 300, -4, '#ffa0a0', '#e8402f', '#a8160f'],
        [1050, 330, 10, '#c9a8ea', '#8f62c4', '#5f3a94'],
      ]
        .map(([x, y, turn, light, base, dark]) =>
          lift(
            at(
              Number(x),
              Number(y),
              Number(turn),
              slab(-12, 150, 24, 130, fall('#f0d19a', '#c99a5a'), 12) +
                shape(
                  'M-62 160V-60A62 70 0 0 1 62-60V160Q62 180 40 180H-40Q-62 180-62 160z',
                  glow(String(light), String(base), String(dark)),
                ) +
                stroke('M-26-40V110M18-50V110', '#ffffff55', 12),
            ),
            12,
          ),
        )
        .join(''),
  ) +
    place(
      ['🍨', 300, 600, 340, 0],
      ['🍦', 250, 430, 540, -10],
      ['🍦', 250, 770, 540, 10],
      ['🍧', 220, 600, 600, 0],
      ['🍒', 140, 250, 690, 0],
      ['🍓', 130, 960, 690, 8],
      ['🍫', 130, 1090, 700, 14],
      ['🥝', 110, 120, 706, 0],
    ),
);

const playTable = scene(
  'brinquedos-mesa',
  sheet(
    dots('#bfe6e4', '#d5edea', 90) +
      slab(0, 520, width, 280, '#ffc83d') +
      slab(0, 520, width, 26, '#ffe08a') +
      // The wooden track.
      lift(
        `<ellipse cx="600" cy="650" rx="470" ry="104" fill="none" stroke="#c98a4b" stroke-width="44"/><ellipse cx="600" cy="650" rx="470" ry="104" fill="none" stroke="#e8b97c" stroke-width="30"/>`,
        6,
      ) +
      `<ellipse cx="600" cy="650" rx="480" ry="112" fill="none" stroke="#8a531f" stroke-width="4"/><ellipse cx="600" cy="650" rx="458" ry="96" fill="none" stroke="#8a531f" stroke-width="4"/>` +
      // Blocks.
      [
        [790, 470, '#c4161c', 'A'],
        [880, 470, '#04616b', 'U'],
        [970, 470, '#ff7a1a', 'R'],
        [836, 380, '#1f6b3a', 'O'],
        [926, 380, '#24456b', 'R'],
        [880, 290, '#f0719a', 'A'],
      ]
        .map(([x, y, fill, letter]) =>
          lift(
            slab(Number(x) - 42, Number(y) - 40, 84, 84, String(fill), 10) +
              slab(Number(x) - 32, Number(y) - 30, 64, 64, '#fff6e8', 6) +
              letters(Number(x), Number(y) + 20, 50, 90, String(fill), String(letter)),
            6,
          ),
        )
        .join(''),
  ) +
    place(
      ['🧸', 300, 220, 410, -4],
      ['🤖', 250, 500, 420, 4],
      ['🚂', 190, 340, 690, 0],
      ['🚃', 150, 500, 716, 0],
      ['🚃', 150, 640, 720, 0],
      ['⚽', 150, 1100, 660, 0],
      ['🪀', 130, 110, 700, 10],
      ['🎲', 110, 810, 640, 10],
      ['🪁', 210, 640, 150, 0],
      ['🎈', 170, 1090, 200, 8],
    ),
);

const counter = scene(
  'cafe-balcao',
  sheet(
    slab(0, 0, width, height, '#5b3320') +
      tiles('#fff6e8', '#8a4b22', '#e0b98a', 130) +
      lift(slab(60, 190, 520, 22, '#8a4b22', 4) + slab(640, 190, 500, 22, '#8a4b22', 4), 8) +
      // Lamps.
      [300, 600, 900]
        .map(
          (x) =>
            slab(x - 3, 0, 6, 60, '#2b120a') +
            shape(`M${x - 60} 110Q${x - 50} 56 ${x} 56T${x + 60} 110z`, colour.red) +
            oval(x, 110, 60, 10, '#fff3b0'),
        )
        .join('') +
      lift(slab(0, 520, width, 280, '#6a0d14'), 8) +
      Array.from({ length: 13 }, (_, i) => slab(20 + i * 92, 570, 72, 210, '#7d1219', 4)).join('') +
      slab(-10, 500, 1220, 44, fall('#e8b97c', '#c98a4b')) +
      // A cake under its dome.
      lift(slab(300, 476, 60, 26, '#eadfce') + oval(330, 472, 150, 18, '#ffffff'), 6),
  ) +
    place(
      ['☕', 100, 120, 146, 0],
      ['☕', 100, 220, 146, 0],
      ['☕', 100, 320, 146, 0],
      ['🫖', 130, 460, 136, 0],
      ['🫙', 120, 710, 136, 0],
      ['🫙', 120, 820, 136, 0],
      ['🍯', 110, 930, 140, 0],
      ['🪴', 140, 1060, 126, 0],
      ['🎂', 200, 330, 380, 0],
    ) +
    sheet(
      `<path d="M196 466V380Q196 244 330 244T464 380V466z" fill="#e8f6fa" opacity=".34"/><path d="M196 466V380Q196 244 330 244T464 380V466z" fill="none" stroke="#ffffff" stroke-width="6"/>` +
        disc(330, 236, 16, '#ffffff') +
        stroke('M226 440V380Q230 300 290 276', '#ffffffbb', 10) +
        // The machine.
        lift(
          slab(840, 290, 280, 212, fall('#ec4a42', '#a51018'), 24) +
            slab(870, 380, 220, 122, '#2b120a', 8) +
            slab(826, 270, 308, 36, '#d9dfe4', 12) +
            [910, 1010]
              .map((x) => slab(x, 380, 40, 30, '#d9dfe4', 6) + slab(x - 20, 396, 80, 10, '#aeb8c1', 5))
              .join('') +
            disc(900, 342, 18, '#fff6e8') +
            stroke('M900 342L908 330', '#c4161c', 4) +
            slab(950, 334, 120, 16, '#ffc83d', 8),
          10,
        ),
    ) +
    place(
      ['☕', 96, 930, 462, 0],
      ['☕', 96, 1034, 462, 0],
      ['🥐', 130, 560, 454, -6],
      ['🥐', 120, 640, 464, 8],
      ['🍪', 100, 720, 462, 0],
      ['🧁', 120, 100, 446, 0],
    ),
);

const flowerBench = scene(
  'floricultura-bancada',
  sheet(
    slab(0, 0, width, height, '#d5edea') +
      covered('boards', 120, slab(0, 0, 120, 120, '#d5edea') + slab(0, 0, 4, 120, '#a9d4cf')) +
      disc(600, 500, 400, '#ffe4c8') +
      slab(0, 560, width, 240, '#c98a4b') +
      slab(0, 560, width, 30, '#e8b97c') +
      [640, 700, 756]
        .map((y, i) =>
          stroke(
            `M${80 + i * 90} ${y}q240 ${i % 2 ? 14 : -14} 520 0M${720 - i * 60} ${y + 20}q160 10 380 0`,
            '#8a531f55',
            4,
          ),
        )
        .join('') +
      bucket(180, 620, '#ff9238', '#b84300') +
      bucket(1020, 620, '#f0719a', '#b8345f') +
      // The watering can.
      lift(
        slab(780, 450, 160, 170, glow('#1f8f98', '#04616b', '#033f47'), 20) +
          stroke('M786 560L700 480', '#04616b', 26) +
          oval(690, 470, 34, 16, '#033f47') +
          stroke('M800 450q60-100 130 0', '#04616b', 18) +
          stroke('M806 480v100', '#ffffff44', 10),
        10,
      ),
  ) +
    place(
      ['🌻', 200, 130, 400, -14],
      ['🌻', 210, 226, 390, 12],
      ['🌻', 200, 178, 330, 0],
      ['🌷', 180, 970, 400, -14],
      ['🌷', 180, 1074, 404, 14],
      ['🌷', 190, 1022, 360, 0],
      ['💐', 300, 480, 440, 8],
      ['🪴', 190, 640, 640, 0],
      ['🌹', 170, 350, 680, 70],
      ['🌼', 120, 520, 700, 0],
      ['✂️', 140, 800, 706, -20],
      ['🎀', 130, 980, 716, 0],
      ['🦋', 100, 620, 190, 12],
    ),
);

/** Emoji without a pot of their own, which stand in a vase. */
const cut = new Set(['🌺', '🌷', '🌼', '🌻', '🌹', '🌱']);

const flowerShelves = scene(
  'floricultura-prateleira',
  sheet(
    slab(0, 0, width, height, '#ff7a1a') +
      checks('#ff7a1a', '#ff8a33', 200) +
      [250, 500, 750]
        .map(
          (y) =>
            lift(slab(40, y, 1120, 26, fall('#fff6e8', '#e6cfa8'), 4), 10) +
            slab(120, y + 26, 20, 46, '#8a4b22') +
            slab(1060, y + 26, 20, 46, '#8a4b22'),
        )
        .join(''),
  ) +
    place(
      .../** @type {import('./draw.mjs').Placed[]} */ (
        [
          ['🌵', '🪴', '🌵', '🌱', '🪴', '🌵'],
          ['🪴', '🌺', '🪴', '🌷', '🪴', '🌼'],
          ['🌵', '🌻', '🪴', '🌹', '🌵', '🪴'],
        ].flatMap((row, i) =>
          row.map((emoji, column) => [
            emoji,
            176,
            140 + column * 184,
            250 + i * 250 - (cut.has(emoji) ? 122 : 80),
          ]),
        )
      ),
    ) +
    sheet(
      [
        [324, 500],
        [692, 500],
        [1060, 500],
        [324, 750],
        [692, 750],
        [692, 250],
      ]
        .map(([x = 0, y = 0], i) => {
          const [fill = '', dark = ''] =
            [
              ['#1f8f98', '#033f47'],
              ['#ffc83d', '#d99a1a'],
              ['#c4161c', '#8e0d12'],
            ][i % 3] ?? [];
          return lift(
            shape(`M${x - 46} ${y - 70}h92l-12 70h-68z`, fall(fill, dark)) +
              slab(x - 52, y - 80, 104, 18, fill, 6),
            6,
          );
        })
        .join(''),
    ),
);

export const shops = [
  ...fronts,
  shelves,
  reading,
  iceCream,
  sundaes,
  playTable,
  counter,
  flowerBench,
  flowerShelves,
];
