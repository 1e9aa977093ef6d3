import { awning, box, brand, colour, disc, place, rays, svg } from './draw.mjs';

const width = 1200;
const height = 900;
/** Top and bottom of the shop's sign, and the y where its wall meets the ground. */
const signTop = 200;
const signEnd = 350;
const ground = 760;

/** @typedef {'gable' | 'flat' | 'tower' | 'thatch' | 'cottage' | 'arch' | 'chalet' | 'slab'} Roof */
/** @typedef {'panes' | 'arched' | 'glass'} Windows */

/**
 * @typedef {object} Storefront
 * @property {string} name
 * @property {string} sign
 * @property {string} sky
 * @property {string} behind shapes behind the shop
 * @property {Roof} roof
 * @property {Windows} windows
 * @property {string} wall
 * @property {string} fascia
 * @property {string} letters
 * @property {[string, string]} stripes
 * @property {string} glass
 * @property {string} floor shapes of the ground in front of the shop
 * @property {string} [ornament] shapes over the shop
 * @property {import('./draw.mjs').Placed[]} things
 */

/** @param {number} y @param {string} fill */
const sunBadge = (y, fill) =>
  `<g fill="${fill}"><path d="M558 ${y}a42 42 0 0 1 84 0z"/>${[-72, -36, 0, 36, 72].map((turn) => `<rect x="595" y="${y - 72}" width="10" height="20" rx="5" transform="rotate(${turn} 600 ${y})"/>`).join('')}</g>`;

/** @param {Roof} roof @param {string} fill */
function drawRoof(roof, fill) {
  const sign = (/** @type {string} */ top) => `<path d="M90 ${signEnd}${top}V${signEnd}z" fill="${fill}"/>`;
  switch (roof) {
    case 'gable':
      return sign(`V${signTop}L600 106 1110 ${signTop}`);
    case 'flat':
      return (
        `<path d="M420 ${signTop}v-50h60v-50h240v50h60v50z" fill="${fill}"/>` +
        sunBadge(188, colour.yellow) +
        sign(`V${signTop}H1110`) +
        box(70, signTop - 10, 1060, 20, '#8f1015')
      );
    case 'tower':
      return (
        box(858, 48, 194, 320, colour.yellow) +
        `<g transform="translate(355 -14)">${sunBadge(170, colour.red)}</g>` +
        sign(`V${signTop + 10}H1110`)
      );
    case 'thatch':
      return (
        `<path d="M60 ${signTop + 20} 230 84h740l170 ${signTop - 64}z" fill="#c98a3d"/>` +
        Array.from(
          { length: 19 },
          (_, i) =>
            `<path d="M${246 + i * 39} 92 ${96 + i * 56} ${signTop + 14}" stroke="#a86c28" stroke-width="6"/>`,
        ).join('') +
        sign(`V${signTop + 14}H1110`)
      );
    case 'cottage':
      return (
        `<path d="M50 ${signTop + 20}Q330 150 600 60 870 150 1150 ${signTop + 20}z" fill="#f0719a"/>` +
        `<path d="M50 ${signTop + 20}Q330 150 600 60 870 150 1150 ${signTop + 20}" fill="none" stroke="#c94a77" stroke-width="14" stroke-linecap="round"/>` +
        disc(600, 150, 38, colour.paper) +
        `<path d="M600 112v76M562 150h76" stroke="#c94a77" stroke-width="8"/>` +
        sign(`V${signTop + 20}H1110`)
      );
    case 'arch':
      return `<path d="M250 ${signTop + 30}a350 200 0 0 1 700 0z" fill="#8a3b1c"/>${sign(`V${signTop + 20}H1110`)}${disc(600, 132, 76, colour.paper)}${disc(600, 132, 64, '#fff')}<circle cx="600" cy="132" r="70" fill="none" stroke="${colour.ink}" stroke-width="9"/><path d="M600 132V86M600 132l34 22" stroke="${colour.ink}" stroke-width="9" stroke-linecap="round"/>${[0, 90, 180, 270].map((turn) => `<rect x="596" y="72" width="8" height="14" fill="${colour.ink}" transform="rotate(${turn} 600 132)"/>`).join('')}`;
    case 'chalet':
      return (
        `<path d="M130 ${signTop + 50} 600 90l470 ${signTop - 40}z" fill="#f0d3a8"/>` +
        Array.from({ length: 7 }, (_, i) =>
          box(357 + i * 78, 126 + Math.abs(i - 3) * 27, 6, 110, '#cfa673'),
        ).join('') +
        `<path d="M40 ${signTop + 90} 600 100l560 ${signTop - 10}v-56L600 44 40 ${signTop + 34}z" fill="#5b3320"/>` +
        sign(`V${signTop + 30}H1110`)
      );
    case 'slab':
      return (
        box(40, signEnd - 36, 1120, 36, fill) +
        box(40, signEnd, 1120, 10, '#0003') +
        [390, 530, 670, 810].map((x) => box(x, signEnd - 76, 8, 42, '#7a4a9a')).join('')
      );
  }
}

/** @param {Windows} windows @param {string} glass @param {string} trim */
function drawWindows(windows, glass, trim) {
  if (windows === 'glass') {
    return Array.from({ length: 8 }, (_, i) => {
      const x = 150 + i * 114;
      return (
        box(x, 370, 102, ground - 370, glass) +
        `<path d="M${x} 370h102L${x} 560z" fill="#ffffff66"/>` +
        box(x, ground - 70, 102, 70, trim)
      );
    }).join('');
  }
  return [180, 324, 756, 900]
    .map((x) => {
      const bottom = ground - 60;
      const top = 470;
      const outline =
        windows === 'arched'
          ? `M${x} ${bottom}V${top + 58}a58 58 0 0 1 116 0V${bottom}z`
          : `M${x} ${bottom}V${top}h116V${bottom}z`;
      return (
        `<path d="${outline}" fill="${glass}"/>` +
        (windows === 'arched'
          ? `<path d="M${x + 58} ${top}V${bottom}M${x} ${top + 80}h116" stroke="#fff" stroke-width="6"/>`
          : `<path d="M${x} ${top}h116L${x} ${top + 120}z" fill="#ffffff88"/>`) +
        box(x, ground - 110, 116, 50, trim)
      );
    })
    .join('');
}

const door =
  box(468, 450, 264, ground - 450, colour.ink) +
  [482, 606]
    .map(
      (x) =>
        `${box(x, 464, 112, ground - 464, '#ffe9b0')}<path d="M${x} 464h112L${x} 604z" fill="#ffffff99"/>`,
    )
    .join('');

/** @param {Storefront} shop @returns {import('./draw.mjs').Scene} */
function storefront(shop) {
  const isSlab = shop.roof === 'slab';
  const signLine = isSlab ? 276 : 316;
  return {
    name: `loja-${shop.name}`,
    width,
    height,
    background: shop.sky,
    art:
      svg(
        width,
        height,
        shop.behind +
          box(130, 330, 940, ground - 330, shop.wall) +
          drawRoof(shop.roof, shop.fascia) +
          drawWindows(shop.windows, shop.glass, shop.stripes[0]) +
          door +
          (isSlab
            ? ''
            : awning({ x: 90, y: signEnd, width: 1020, count: 16, drop: 66, colours: shop.stripes })) +
          shop.floor +
          (shop.ornament ?? ''),
      ) + place(...shop.things),
    text: `<svg style="position:absolute;inset:0" width="${width}" height="${height}"><text x="600" y="${signLine}" text-anchor="middle" font-family="Display" font-size="98" font-weight="900" style="font-stretch:78%" fill="${shop.letters}">${shop.sign}</text></svg>`,
  };
}

/** @param {string} fill */
const road = (fill) =>
  box(0, ground, width, 140, fill) +
  box(0, ground, width, 14, '#ffffff77') +
  Array.from({ length: 6 }, (_, i) => box(60 + i * 210, 850, 110, 12, '#ffffff66')).join('');

/** Draws ripples of light on water. @param {number} y @param {number} rows @param {string} fill */
const ripples = (y, rows, fill) =>
  Array.from({ length: rows * 8 }, (_, i) =>
    box(((i * 167) % 1240) - 40, y + Math.floor(i / 8) * 26, 70 + (i % 3) * 30, 6, fill, 3),
  ).join('');

/** @param {number} x @param {number} y @param {number} scale @param {string} fill */
const cloud = (x, y, scale, fill) =>
  `<g fill="${fill}" transform="translate(${x} ${y}) scale(${scale})"><circle cx="40" cy="40" r="40"/><circle cx="96" cy="26" r="52"/><circle cx="152" cy="42" r="38"/><rect x="2" y="42" width="186" height="38" rx="19"/></g>`;

/** A row of old town houses. */
const townHouses = [
  ['#f3b38a', 20, 250, 200],
  ['#d98a6a', 200, 180, 150],
  ['#f6cf9a', 850, 190, 170],
  ['#e39a74', 1010, 260, 200],
]
  .map(([fill, x, y, wide]) => {
    const left = Number(x);
    const topEdge = Number(y);
    return (
      box(left, topEdge, Number(wide), 560, String(fill)) +
      `<path d="M${left - 14} ${topEdge} ${left + Number(wide) / 2} ${topEdge - 70} ${left + Number(wide) + 14} ${topEdge}z" fill="#a4482b"/>` +
      [30, Number(wide) - 70].map((dx) => box(left + dx, topEdge + 40, 40, 70, '#7a3420', 20)).join('')
    );
  })
  .join('');

const rails =
  box(0, ground, width, 140, '#8d7a6c') +
  box(0, ground, width, 34, '#d8c3a5') +
  box(0, ground + 34, width, 8, colour.yellow) +
  Array.from({ length: 20 }, (_, i) => box(10 + i * 62, 838, 34, 50, '#5b3a28')).join('') +
  box(0, 846, width, 9, '#d9dee0') +
  box(0, 872, width, 9, '#d9dee0');

/** Stars outside of the lit sign and of the moon. */
const nightSky = Array.from({ length: 44 }, (_, i) => ({
  x: (i * 741) % 1200,
  y: (i * i * 53 + i * 97) % 290,
  size: 1.5 + (i % 3),
}))
  .filter(({ x, y }) => (y < 190 || x < 310 || x > 890) && Math.hypot(x - 1030, y - 130) > 80)
  .map(({ x, y, size }) => disc(x, y, size, '#fff'))
  .join('');

const charger =
  box(150, 560, 70, 200, colour.paper, 14) +
  box(162, 576, 46, 54, '#1d7a4c', 6) +
  '<path d="M188 582l-14 24h12l-4 18 16-26h-12z" fill="#ffc83d"/>' +
  '<path d="M220 640q46 10 40 70t40 60" fill="none" stroke="#1c2340" stroke-width="9"/>';

const barrel =
  '<path d="M786 704h128q16 44 0 88H786q-16-44 0-88z" fill="#9a5f34"/>' +
  box(780, 720, 140, 10, '#5b3320') +
  box(780, 766, 140, 10, '#5b3320');

export const branches = [
  storefront({
    name: 'shopping',
    sign: `shopping ${brand.id}`,
    sky: '#f2b8a0',
    behind: disc(600, 420, 430, '#ffcf8a') + cloud(40, 90, 0.9, '#f9d6c4') + cloud(970, 50, 1, '#f9d6c4'),
    roof: 'gable',
    windows: 'panes',
    wall: '#fff0dc',
    fascia: colour.wine,
    letters: colour.yellow,
    stripes: [colour.red, colour.orange],
    glass: '#a9dad8',
    floor: road('#6f5348'),
    things: [
      ['🌳', 270, 100, 690],
      ['🌴', 320, 1110, 640],
      ['🎈', 170, 836, 640],
      ['🛍️', 160, 400, 770],
      ['🚗', 250, 960, 776],
    ],
  }),
  storefront({
    name: 'centro',
    sign: `${brand.id} centro`,
    sky: '#ffd9a3',
    behind: rays(600, 420, 1200, 40, '#ffc887', 0.7) + townHouses,
    roof: 'flat',
    windows: 'panes',
    wall: colour.paper,
    fascia: colour.red,
    letters: colour.paper,
    stripes: [colour.orange, colour.paper],
    glass: '#a9dad8',
    floor: road('#8a6a5a'),
    things: [
      ['🌳', 250, 70, 680],
      ['🌳', 240, 1140, 690],
      ['🛵', 190, 300, 812],
      ['🛒', 140, 810, 750],
      ['🚗', 260, 1010, 774],
    ],
  }),
  storefront({
    name: 'norte',
    sign: `${brand.id} norte`,
    sky: '#bfe6e4',
    behind: disc(230, 190, 110, colour.yellow) + cloud(420, 70, 1, '#fff') + cloud(40, 240, 0.7, '#fff'),
    roof: 'tower',
    windows: 'glass',
    wall: '#ffe9cf',
    fascia: colour.teal,
    letters: colour.paper,
    stripes: [colour.teal, colour.paper],
    glass: '#9fd6d6',
    floor: road('#9a7c6a'),
    things: [
      ['🌴', 320, 80, 640],
      ['⛽', 200, 1080, 720],
      ['🚙', 260, 820, 774],
      ['🌻', 150, 250, 750],
      ['🌻', 130, 330, 765],
      ['🌻', 130, 170, 785],
    ],
  }),
  storefront({
    name: 'praia',
    sign: `${brand.id} praia`,
    sky: '#9fd8e6',
    behind:
      disc(1010, 130, 96, colour.yellow) +
      cloud(40, 110, 0.9, '#fff') +
      box(0, 560, width, 220, '#2f9fb3') +
      ripples(580, 6, '#ffffff88'),
    roof: 'thatch',
    windows: 'panes',
    wall: colour.paper,
    fascia: colour.orange,
    letters: colour.ink,
    stripes: [colour.teal, colour.paper],
    glass: '#a9dad8',
    floor:
      box(0, ground, width, 140, '#edcf98') +
      box(0, ground, width, 12, '#fff6e8') +
      Array.from({ length: 40 }, (_, i) => disc((i * 211) % 1200, 790 + ((i * 47) % 100), 4, '#d9b273')).join(
        '',
      ),
    things: [
      ['🌴', 330, 90, 620],
      ['🌴', 300, 1130, 640],
      ['🛵', 180, 300, 800],
      ['🏖️', 250, 940, 768],
      ['🦜', 130, 800, 150],
      ['🐚', 80, 480, 850, 10],
      ['🥥', 90, 700, 842, -8],
    ],
  }),
  storefront({
    name: 'jardim',
    sign: `${brand.id} jardim`,
    sky: '#d9f0d0',
    behind:
      cloud(70, 60, 0.9, '#fff') +
      cloud(980, 90, 0.8, '#fff') +
      disc(60, 640, 260, '#8cc97a') +
      disc(1150, 640, 280, '#7dbd6c'),
    roof: 'cottage',
    windows: 'arched',
    wall: '#ffe6ee',
    fascia: '#1f6b3a',
    letters: '#ffe6ee',
    stripes: ['#f0719a', colour.paper],
    glass: '#bfe3d6',
    floor:
      box(0, ground, width, 140, '#6db35c') +
      box(0, ground, width, 10, '#8cc97a') +
      `<path d="M482 ${ground}h236l120 140H362z" fill="#f0d7b0"/>`,
    things: [
      ['🌳', 290, 70, 660],
      ['🌳', 270, 1130, 670],
      ['🌷', 120, 214, 760],
      ['🌼', 100, 288, 776],
      ['🌷', 120, 360, 760],
      ['🌺', 110, 424, 786],
      ['🌺', 110, 778, 786],
      ['🌷', 120, 846, 760],
      ['🌼', 100, 918, 776],
      ['🚲', 220, 1010, 790],
      ['🌸', 110, 130, 826],
      ['🦋', 90, 300, 610, 12],
    ],
  }),
  storefront({
    name: 'estacao',
    sign: `${brand.id} estação`,
    sky: '#f7d08a',
    behind:
      rays(600, 760, 1200, 48, '#fbdda5') +
      [80, 190, 960, 1070]
        .map((x, i) => box(x - 40, 260 + (i % 2) * 60, 120, 500, i % 2 ? '#d99a5b' : '#e6ae6e'))
        .join(''),
    roof: 'arch',
    windows: 'arched',
    wall: '#ffe1bd',
    fascia: '#24456b',
    letters: colour.paper,
    stripes: ['#24456b', colour.yellow],
    glass: '#bcd9ea',
    floor: rails,
    things: [
      ['🌴', 260, 1140, 640],
      ['🛒', 140, 790, 726],
      ['🚂', 250, 210, 770],
      ['🚃', 220, 420, 786],
      ['🚃', 220, 620, 786],
      ['🛍️', 110, 980, 744],
    ],
  }),
  storefront({
    name: 'serra',
    sign: `${brand.id} serra`,
    sky: '#cfe3f2',
    behind:
      cloud(330, 30, 0.7, '#fff') +
      '<path d="M-200 760 190 70l400 690z" fill="#7f9fc0"/><path d="M190 70 116 202l48-24 34 30 30-32 40 24z" fill="#fff"/>' +
      '<path d="M640 760 1030 40l390 720z" fill="#6b8db0"/><path d="M1030 40 954 180l50-26 30 34 36-34 38 26z" fill="#fff"/>' +
      '<path d="M0 760V600q200-90 420 0t480-20 300 0v180z" fill="#5f9a6a"/>',
    roof: 'chalet',
    windows: 'panes',
    wall: '#e9c79a',
    fascia: '#7a2433',
    letters: colour.paper,
    stripes: ['#7a2433', '#f4dcb4'],
    glass: '#ffe9b0',
    floor: road('#7d7268'),
    ornament: barrel,
    things: [
      ['🌲', 290, 70, 650],
      ['🌲', 230, 180, 690],
      ['🌲', 300, 1130, 640],
      ['🌲', 220, 1020, 700],
      ['🧀', 92, 816, 668],
      ['🍷', 110, 880, 662],
      ['🚙', 250, 330, 778],
    ],
  }),
  storefront({
    name: 'lago',
    sign: `${brand.id} lago`,
    sky: '#2b2f66',
    behind:
      box(0, 330, width, 110, '#6b4180') +
      box(0, 430, width, 90, '#d9626b') +
      box(0, 510, width, 110, colour.orangeLight) +
      nightSky +
      disc(1030, 130, 62, '#ffe9b0') +
      disc(1004, 114, 56, '#2b2f66') +
      box(0, 600, width, 200, '#1d4a6b'),
    roof: 'slab',
    windows: 'glass',
    wall: '#1c2340',
    fascia: '#4a2d6b',
    letters: colour.yellow,
    stripes: ['#7a4a9a', colour.yellow],
    glass: '#ffd98a',
    floor:
      box(0, ground - 12, width, 34, '#a98a72') +
      box(0, ground + 22, width, 120, '#1d4a6b') +
      ripples(ground + 40, 4, '#ffb36a99'),
    ornament: charger,
    things: [
      ['🌳', 230, 60, 650],
      ['🌴', 290, 1140, 620],
      ['🚗', 210, 350, 694],
      ['🦢', 180, 760, 806],
      ['⛵', 230, 990, 780],
      ['🦆', 100, 560, 834],
    ],
  }),
];
