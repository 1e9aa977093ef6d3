import { awning, box, colour, disc, place, price, svg } from './draw.mjs';

const width = 1000;
const height = 750;

/** @typedef {[string, string]} Product an emoji and its price */

/**
 * @typedef {object} Shelf
 * @property {string} name
 * @property {string} sign
 * @property {string} wall
 * @property {string} front
 * @property {string} [under] what the goods lie on
 * @property {[string, string]} stripes
 * @property {string} [letters]
 * @property {Product[][]} rows two rows of six
 */

/** Six objects stand on a board at this distance, the outer two whole. */
const pitch = 164;
const firstColumn = (width - 5 * pitch) / 2;

/** @param {string} sign @param {[string, string]} stripes @param {string} letters */
const header = (sign, stripes, letters = colour.paper) => ({
  art: svg(
    width,
    height,
    awning({ x: 0, y: 58, width, count: 20, drop: 20, colours: stripes }) + box(0, 0, width, 62, stripes[0]),
  ),
  text: `<div style="position:absolute;inset:9px 0 auto;text-align:center;color:${letters};font:900 44px/1 Display;font-stretch:80%">${sign}</div>`,
});

/** Draws crushed ice. @param {number} base */
const ice = (base) =>
  Array.from({ length: 25 }, (_, i) =>
    disc(i * 42, base - 12 - (i % 3) * 8, 40, i % 2 ? '#eaf7fb' : '#d3ecf4'),
  ).join('') + box(0, base - 20, width, 20, '#eaf7fb');

/** Draws six white trays. @param {number} base */
const trays = (base) =>
  Array.from(
    { length: 6 },
    (_, i) =>
      box(firstColumn - 76 + i * pitch, base - 40, 152, 40, '#fff', 10) +
      box(firstColumn - 68 + i * pitch, base - 40, 136, 12, '#e3ddd4', 6),
  ).join('');

/** Draws six wooden crates. @param {number} base */
const crates = (base) =>
  Array.from({ length: 6 }, (_, i) =>
    box(firstColumn - 77 + i * pitch, base - 62, 154, 62, '#b7793f', 4),
  ).join('');

/** @param {Shelf} shelf @returns {import('./draw.mjs').Scene} */
function shelf({ name, sign, wall, front, under = '', stripes, letters, rows }) {
  const head = header(sign, stripes, letters);
  const boards = [344, 636];
  const tiles = Array.from({ length: 10 }, (_, i) => box(i * 100, 0, 3, height, '#ffffff55')).join('');
  return {
    name: `galeria-${name}`,
    width,
    height,
    background: wall,
    art:
      svg(
        width,
        height,
        tiles +
          under +
          boards.map((y) => box(0, y, width, 26, colour.paper) + box(0, y + 26, width, 62, front)).join(''),
      ) +
      rows
        .map((row, index) =>
          place(
            ...row.map(
              (/** @type {Product} */ [emoji], column) =>
                /** @type {import('./draw.mjs').Placed} */ ([
                  emoji,
                  166,
                  firstColumn + column * pitch,
                  boards[index] - 77,
                ]),
            ),
          ),
        )
        .join('') +
      head.art,
    text:
      head.text +
      rows
        .map((row, index) =>
          row
            .map(
              ([, value], column) =>
                `<div style="position:absolute;left:${firstColumn - 58 + column * pitch}px;top:${boards[index] + 10}px;width:116px;height:44px;padding-top:9px;background:${colour.yellow};color:${colour.redDark};display:grid;place-items:center;box-shadow:0 3px 4px #3c0a0055">${price(value, 34)}</div>`,
            )
            .join(''),
        )
        .join(''),
  };
}

/** Draws three checkouts, each with a lit number, a till and a belt. @returns {import('./draw.mjs').Scene} */
function checkouts() {
  const head = header('caixas', [colour.red, colour.paper]);
  const left = [40, 366, 692];
  const till = (/** @type {number} */ x) =>
    box(x + 222, 196, 12, 240, colour.ink) +
    disc(x + 228, 186, 46, colour.yellow) +
    box(x + 168, 318, 92, 66, colour.ink, 8) +
    box(x + 176, 326, 76, 50, '#ffe9b0', 4) +
    box(x, 430, 268, 190, colour.orange) +
    box(x, 430, 268, 22, '#4a3a33') +
    box(x, 500, 268, 34, colour.paper) +
    box(x, 604, 268, 16, '#0002');
  return {
    name: 'galeria-caixas',
    width,
    height,
    background: '#ffe3bd',
    art:
      svg(
        width,
        height,
        [0, 1, 2, 3, 4]
          .map(
            (i) =>
              box(24 + i * 196, 124, 168, 300, '#bfe6e4') +
              `<path d="M${24 + i * 196} 124h168L${24 + i * 196} 300z" fill="#ffffff80"/>`,
          )
          .join('') +
          box(0, 424, width, 196, colour.sand) +
          box(0, 600, width, 150, '#d9a877') +
          left.map(till).join(''),
      ) +
      place(
        ['🍍', 110, 82, 388],
        ['🥛', 96, 160, 390],
        ['🥖', 110, 406, 396, 20],
        ['🧴', 96, 488, 388],
        ['🍉', 104, 736, 392],
        ['🧃', 100, 824, 388],
        ['🛍️', 190, 150, 616, -4],
        ['🛒', 250, 420, 620],
        ['🛍️', 180, 640, 632, 6],
        ['🥬', 110, 828, 558, -8],
        ['🍞', 104, 914, 560, 8],
        ['🛒', 250, 870, 616],
      ) +
      head.art,
    text:
      head.text +
      left
        .map(
          (x, index) =>
            `<div style="position:absolute;left:${x + 182}px;top:159px;width:92px;text-align:center;color:${colour.wine};font:900 54px/1 Display;font-stretch:70%">${index + 1}</div>`,
        )
        .join(''),
  };
}

export const gallery = [
  shelf({
    name: 'hortifruti',
    sign: 'hortifrúti',
    wall: '#ffd9a3',
    front: '#b84300',
    under: crates(344) + crates(636),
    stripes: ['#1f6b3a', colour.paper],
    rows: [
      [
        ['🍍', '7,99'],
        ['🍍', '7,99'],
        ['🥭', '4,29'],
        ['🥭', '4,29'],
        ['🍉', '2,99'],
        ['🍇', '8,90'],
      ],
      [
        ['🍅', '4,99'],
        ['🍅', '4,99'],
        ['🥑', '6,90'],
        ['🥕', '3,79'],
        ['🥬', '2,49'],
        ['🥦', '7,49'],
      ],
    ],
  }),
  shelf({
    name: 'padaria',
    sign: 'padaria',
    wall: colour.sand,
    front: colour.wine,
    stripes: [colour.orange, colour.paper],
    letters: colour.ink,
    rows: [
      [
        ['🍞', '8,90'],
        ['🍞', '8,90'],
        ['🥖', '1,10'],
        ['🥖', '1,10'],
        ['🥐', '5,90'],
        ['🥐', '5,90'],
      ],
      [
        ['🍰', '7,50'],
        ['🎂', '49,90'],
        ['🍪', '4,90'],
        ['🍩', '3,90'],
        ['🧁', '6,90'],
        ['🧁', '6,90'],
      ],
    ],
  }),
  shelf({
    name: 'acougue',
    sign: 'açougue',
    wall: '#f7d3c4',
    front: colour.red,
    under: trays(344) + trays(636),
    stripes: [colour.wine, colour.paper],
    rows: [
      [
        ['🥩', '59,90'],
        ['🥩', '59,90'],
        ['🍖', '18,90'],
        ['🍖', '18,90'],
        ['🥓', '24,90'],
        ['🥓', '24,90'],
      ],
      [
        ['🍗', '9,98'],
        ['🍗', '9,98'],
        ['🥚', '17,99'],
        ['🥚', '17,99'],
        ['🧀', '39,90'],
        ['🧄', '22,90'],
      ],
    ],
  }),
  shelf({
    name: 'peixaria',
    sign: 'peixaria',
    wall: '#9fd0d4',
    front: colour.tealDark,
    under: ice(344) + ice(636),
    stripes: [colour.teal, colour.paper],
    rows: [
      [
        ['🐟', '24,90'],
        ['🐟', '24,90'],
        ['🐠', '31,90'],
        ['🐟', '24,90'],
        ['🐠', '31,90'],
        ['🐟', '24,90'],
      ],
      [
        ['🦐', '42,90'],
        ['🦐', '42,90'],
        ['🦑', '38,90'],
        ['🐙', '69,90'],
        ['🦀', '29,90'],
        ['🦞', '89,90'],
      ],
    ],
  }),
  checkouts(),
  shelf({
    name: 'brinquedos',
    sign: 'brinquedos',
    wall: colour.mint,
    front: colour.teal,
    stripes: [colour.red, colour.yellow],
    rows: [
      [
        ['🧸', '49,90'],
        ['🤖', '79,90'],
        ['🎸', '89,90'],
        ['🪁', '19,90'],
        ['🥁', '69,90'],
        ['🧸', '49,90'],
      ],
      [
        ['🪀', '9,90'],
        ['🧩', '29,90'],
        ['⚽', '39,90'],
        ['🛴', '149,90'],
        ['🚂', '59,90'],
        ['🪆', '44,90'],
      ],
    ],
  }),
];
