import { colour } from './draw.mjs';

// Crockery, cloths and food, drawn in the soft light of the emoji beside them.

/** @typedef {{ x: number, y: number, turn: number, pick: number }} Spot */

/** @type {Map<string, string>} */
const gradients = new Map();

/** Returns a fill lit from the upper left. @param {string} light @param {string} base @param {string} dark */
export function glow(light, base, dark) {
  const id = `glow${light}${base}${dark}`.replaceAll('#', '-');
  gradients.set(
    id,
    `<radialGradient id="${id}" cx=".36" cy=".28" r=".8"><stop stop-color="${light}"/><stop offset=".45" stop-color="${base}"/><stop offset="1" stop-color="${dark}"/></radialGradient>`,
  );
  return `url(#${id})`;
}

/** Returns a fill that darkens downwards. @param {string} top @param {string} bottom */
export function fall(top, bottom) {
  const id = `fall${top}${bottom}`.replaceAll('#', '-');
  gradients.set(
    id,
    `<linearGradient id="${id}" x1="0" y1="0" x2="0" y2="1"><stop stop-color="${top}"/><stop offset="1" stop-color="${bottom}"/></linearGradient>`,
  );
  return `url(#${id})`;
}

/**
 * Draws a layer of shapes over everything before it.
 * @param {number} width @param {number} height @param {string} shapes
 */
export function layer(width, height, shapes) {
  const used = [...gradients].filter(([id]) => shapes.includes(`(#${id})`)).map(([, gradient]) => gradient);
  return `<svg style="position:absolute;inset:0" width="${width}" height="${height}"><defs>${used.join('')}</defs>${shapes}</svg>`;
}

/** Draws shapes that lie `depth` px above a surface. @param {string} shapes @param {number} depth */
export const lift = (shapes, depth = 10) =>
  `<g style="filter:drop-shadow(0 ${depth}px ${depth}px rgb(60 10 0/.36))">${shapes}</g>`;

/** @param {number} x @param {number} y @param {number} turn @param {string} shapes @param {number} scale */
export const at = (x, y, turn, shapes, scale = 1) =>
  `<g transform="translate(${x.toFixed(1)} ${y.toFixed(1)}) rotate(${turn.toFixed(1)}) scale(${scale})">${shapes}</g>`;

/** Returns a generator of reproducible pseudo-random numbers from 0 to 1. @param {number} seed */
export function dice(seed) {
  let state = seed * 2654435761;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

/**
 * Returns spots spread evenly over an ellipse: of several tries, the one farthest from the others.
 * @param {number} seed @param {number} count @param {number} x @param {number} y @param {number} rx @param {number} ry
 * @returns {Spot[]}
 */
export function spread(seed, count, x, y, rx, ry = rx) {
  const roll = dice(seed);
  /** @type {Spot[]} */
  const spots = [];
  while (spots.length < count) {
    let best;
    let bestGap = -1;
    for (let attempt = 0; attempt < 9; attempt++) {
      const angle = roll() * Math.PI * 2;
      const reach = Math.sqrt(roll());
      const spot = {
        x: x + rx * reach * Math.cos(angle),
        y: y + ry * reach * Math.sin(angle),
        turn: roll() * 360,
        pick: roll(),
      };
      const gap = Math.min(
        Number.POSITIVE_INFINITY,
        ...spots.map((other) => Math.hypot(other.x - spot.x, other.y - spot.y)),
      );
      if (gap > bestGap) [best, bestGap] = [spot, gap];
    }
    if (best) spots.push(best);
  }
  return spots;
}

/** @template T @param {T[]} list @param {number} pick from 0 to 1 @returns {T} */
export const oneOf = (list, pick) => /** @type {T} */ (list[Math.floor(pick * list.length)]);

/** @param {number} x @param {number} y @param {number} rx @param {number} ry @param {string} fill */
export const oval = (x, y, rx, ry, fill) =>
  `<ellipse cx="${x.toFixed(1)}" cy="${y.toFixed(1)}" rx="${rx.toFixed(1)}" ry="${ry.toFixed(1)}" fill="${fill}"/>`;

/** @param {string} d @param {string} stroke @param {number} width */
export const stroke = (d, stroke, width) =>
  `<path d="${d}" fill="none" stroke="${stroke}" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round"/>`;

/** @param {string} d @param {string} fill */
export const shape = (d, fill) => `<path d="${d}" fill="${fill}"/>`;

/** @param {number} x @param {number} y @param {number} width @param {number} height @param {string} fill @param {number} radius */
export const slab = (x, y, width, height, fill, radius = 0) =>
  `<rect x="${x}" y="${y}" width="${width}" height="${height}" rx="${radius}" fill="${fill}"/>`;

// Surfaces ------------------------------------------------------------------------------------------------------

/** @param {string} id @param {number} size @param {string} tile @param {number} turn */
const pattern = (id, size, tile, turn = 0) =>
  `<pattern id="${id}" width="${size}" height="${size}" patternUnits="userSpaceOnUse" patternTransform="rotate(${turn})">${tile}</pattern>`;

/**
 * Covers a sheet with a repeated tile.
 * @param {string} name @param {number} size @param {string} tile @param {number} turn
 */
export const covered = (name, size, tile, turn = 0) =>
  `<defs>${pattern(name, size, tile, turn)}</defs><rect width="100%" height="100%" fill="url(#${name})"/>`;

/** @param {string} ground @param {string} ink @param {number} size @param {number} turn */
export const gingham = (ground, ink, size = 84, turn = 0) =>
  covered(
    'gingham',
    size,
    `${slab(0, 0, size, size, ground)}<g fill="${ink}" opacity=".5">${slab(0, 0, size / 2, size, ink)}${slab(0, 0, size, size / 2, ink)}</g>`,
    turn,
  );

/** @param {string} ground @param {string} ink @param {number} size @param {number} turn */
export const stripes = (ground, ink, size = 90, turn = 0) =>
  covered('stripes', size, slab(0, 0, size, size, ground) + slab(0, 0, size * 0.5, size, ink), turn);

/** Covers a sheet with polka dots (poá). @param {string} ground @param {string} ink @param {number} size */
export const dots = (ground, ink, size = 70) =>
  covered(
    'dots',
    size,
    slab(0, 0, size, size, ground) +
      oval(size * 0.25, size * 0.25, size * 0.13, size * 0.13, ink) +
      oval(size * 0.75, size * 0.75, size * 0.13, size * 0.13, ink),
  );

/**
 * Covers a sheet with glazed tiles: a star of petals in each, quarters of a disc in the corners.
 * @param {string} ground @param {string} ink @param {string} second @param {number} size
 */
export function tiles(ground, ink, second, size = 150) {
  const half = size / 2;
  const petals = [0, 90, 180, 270]
    .map(
      (turn) =>
        `<path transform="rotate(${turn} ${half} ${half})" d="M${half} ${half}C${half - size * 0.22} ${half - size * 0.16} ${half - size * 0.12} ${size * 0.14} ${half} ${size * 0.1}C${half + size * 0.12} ${size * 0.14} ${half + size * 0.22} ${half - size * 0.16} ${half} ${half}z" fill="${ink}"/>`,
    )
    .join('');
  const corners = [
    [0, 0],
    [size, 0],
    [0, size],
    [size, size],
  ]
    .map(
      ([x = 0, y = 0]) =>
        oval(x, y, size * 0.25, size * 0.25, second) +
        oval(x, y, size * 0.17, size * 0.17, ground) +
        oval(x, y, size * 0.09, size * 0.09, ink),
    )
    .join('');
  return covered(
    'tiles',
    size,
    slab(0, 0, size, size, ground) +
      corners +
      petals +
      oval(half, half, size * 0.07, size * 0.07, second) +
      `<rect width="${size}" height="${size}" fill="none" stroke="#00000014" stroke-width="4"/>`,
  );
}

/**
 * Covers a sheet with a floor of two colours.
 * @param {string} first @param {string} second @param {number} size @param {number} turn
 */
export const checks = (first, second, size = 150, turn = 0) =>
  covered(
    'checks',
    size,
    slab(0, 0, size, size, first) +
      slab(0, 0, size / 2, size / 2, second) +
      slab(size / 2, size / 2, size / 2, size / 2, second),
    turn,
  );

/**
 * Draws a table of boards.
 * @param {number} width @param {number} height @param {string[]} woods @param {string} grain @param {number} count
 */
export function planks(width, height, woods, grain, count = 5) {
  const roll = dice(count);
  const tall = height / count;
  return Array.from({ length: count }, (_, i) => {
    const lines = Array.from({ length: 7 }, () => {
      const y = i * tall + 12 + roll() * (tall - 24);
      const x = roll() * width;
      const long = 120 + roll() * 420;
      return stroke(
        `M${x.toFixed(0)} ${y.toFixed(0)}q${(long / 2).toFixed(0)} ${(roll() * 10 - 5).toFixed(0)} ${long.toFixed(0)} 0`,
        grain,
        3,
      );
    });
    return (
      slab(0, i * tall, width, tall, oneOf(woods, (i % woods.length) / woods.length)) +
      lines.join('') +
      slab(0, (i + 1) * tall - 4, width, 4, '#0003')
    );
  }).join('');
}

/**
 * Draws chita, the flowered cotton of Brazilian feasts.
 * @param {number} width @param {number} height @param {string} ground @param {string[]} flowers @param {string} leaf @param {number} seed
 */
export function chita(width, height, ground, flowers, leaf, seed = 4) {
  const spots = spread(seed, 34, width / 2, height / 2, width * 0.66, height * 0.72);
  return (
    slab(0, 0, width, height, ground) +
    spots
      .map(({ x, y, turn, pick }, i) => {
        const petal = oneOf(flowers, pick);
        const size = 0.7 + ((i * 7) % 10) / 14;
        return at(
          x,
          y,
          turn,
          [40, 160, 280]
            .map((a) => at(0, 0, a, shape('M0 0C60-50 118-30 132 8C90 34 40 36 0 0z', leaf)))
            .join('') +
            [0, 72, 144, 216, 288]
              .map((a) =>
                at(
                  0,
                  0,
                  a,
                  oval(0, -40, 35, 42, petal) + shape('M0-8C-8-40-6-56 0-66C6-56 8-40 0-8z', '#ffffff66'),
                ),
              )
              .join('') +
            oval(0, 0, 20, 20, colour.yellow) +
            oval(0, 0, 9, 9, '#b84300'),
          size,
        );
      })
      .join('')
  );
}

/**
 * Draws a napkin, fringed at both ends.
 * @param {number} x @param {number} y @param {number} width @param {number} height @param {number} turn @param {string} ground @param {string} ink
 */
export function napkin(x, y, width, height, turn, ground, ink) {
  const fringe = Array.from({ length: Math.floor(width / 14) }, (_, i) => {
    const left = -width / 2 + 7 + i * 14;
    return stroke(`M${left} ${-height / 2 - 16}v16M${left} ${height / 2}v16`, ground, 5);
  }).join('');
  const bands = [0.1, 0.16, 0.8, 0.86]
    .map((share) => slab(-width / 2, -height / 2 + height * share, width, height * 0.03, ink))
    .join('');
  return lift(at(x, y, turn, fringe + slab(-width / 2, -height / 2, width, height, ground, 3) + bands), 6);
}

// Crockery, from above ----------------------------------------------------------------------------------------

/** @param {number} x @param {number} y @param {number} r @param {string} rim @param {string} well */
export const plate = (x, y, r, rim = '#ffffff', well = '#f4ead9') =>
  lift(
    oval(x, y, r, r, '#fff') +
      oval(x, y, r - 3, r - 3, rim) +
      `<circle cx="${x}" cy="${y}" r="${r * 0.9}" fill="none" stroke="#ffffff88" stroke-width="${r * 0.02}"/>` +
      oval(x, y + r * 0.012, r * 0.735, r * 0.735, '#00000018') +
      oval(x, y, r * 0.72, r * 0.72, well),
    18,
  );

/**
 * Draws dots around a plate's rim.
 * @param {number} x @param {number} y @param {number} r @param {number} count @param {string} fill @param {number} size
 */
export const beads = (x, y, r, count, fill, size) =>
  Array.from({ length: count }, (_, i) => {
    const a = (i / count) * Math.PI * 2;
    return oval(x + r * Math.cos(a), y + r * Math.sin(a), size, size, fill);
  }).join('');

/**
 * Draws a pot with two ears.
 * @param {number} x @param {number} y @param {number} r @param {[string, string, string]} clay @param {string} inside @param {number} turn
 */
export const pot = (x, y, r, clay, inside, turn = 0) =>
  lift(
    at(
      x,
      y,
      turn,
      slab(-r * 1.24, -r * 0.25, r * 0.5, r * 0.5, clay[2], r * 0.16) +
        slab(r * 0.74, -r * 0.25, r * 0.5, r * 0.5, clay[2], r * 0.16) +
        slab(-r * 1.2, -r * 0.21, r * 0.4, r * 0.34, clay[1], r * 0.12) +
        slab(r * 0.8, -r * 0.21, r * 0.4, r * 0.34, clay[1], r * 0.12),
    ) + oval(x, y, r, r, glow(...clay)),
    22,
  ) +
  oval(x, y, r * 0.9, r * 0.9, clay[2]) +
  oval(x, y + r * 0.02, r * 0.86, r * 0.86, inside);

/**
 * Draws a bowl.
 * @param {number} x @param {number} y @param {number} r @param {[string, string, string]} glaze @param {string} inside
 */
export const bowl = (x, y, r, glaze, inside) =>
  lift(oval(x, y, r, r, glow(...glaze)), 14) +
  oval(x, y, r * 0.88, r * 0.88, glaze[2]) +
  oval(x, y + r * 0.03, r * 0.84, r * 0.84, inside);

/**
 * Draws a wooden board with a handle.
 * @param {number} x @param {number} y @param {number} width @param {number} height @param {number} turn @param {[string, string, string]} wood
 */
export const board = (x, y, width, height, turn, wood = ['#dfa668', '#c98a4b', '#a86c33']) =>
  lift(
    at(
      x,
      y,
      turn,
      slab(width / 2 - 30, -height * 0.13, 170, height * 0.26, wood[1], 40) +
        slab(-width / 2, -height / 2 + 12, width, height, wood[2], 36) +
        slab(-width / 2, -height / 2, width, height, fall(wood[0], wood[1]), 36) +
        oval(width / 2 + 96, 0, 20, 20, wood[2]) +
        [-0.32, -0.14, 0.05, 0.22, 0.36]
          .map((share, i) =>
            stroke(
              `M${-width * 0.44 + i * 20} ${height * share}q${width * 0.4} ${i % 2 ? 14 : -14} ${width * 0.8} 0`,
              '#8a531f33',
              4,
            ),
          )
          .join(''),
    ),
    18,
  );

/**
 * Draws a wooden spoon with its bowl at x, y.
 * @param {number} x @param {number} y @param {number} length @param {number} turn
 */
export const spoon = (x, y, length, turn) =>
  lift(
    at(
      x,
      y,
      turn,
      slab(-13, 0, 26, length, fall('#d39a5a', '#b57a3c'), 13) +
        oval(0, 0, 56, 76, glow('#e8b97c', '#cf955a', '#a8703a')) +
        oval(0, 2, 40, 56, '#b57a3c'),
    ),
    12,
  );

// Food ----------------------------------------------------------------------------------------------------------

/** @param {number} x @param {number} y @param {number} r @param {string} light @param {string} base @param {string} dark */
export const ball = (x, y, r, light, base, dark) => oval(x, y, r, r, glow(light, base, dark));

/** @param {number} x @param {number} y @param {number} r @param {number} turn */
export const tomatoSlice = (x, y, r, turn = 0) =>
  lift(
    at(
      x,
      y,
      turn,
      oval(0, 0, r, r, '#d42a1c') +
        oval(0, 0, r * 0.9, r * 0.9, '#f0533a') +
        [0, 72, 144, 216, 288]
          .map((a) =>
            at(
              0,
              0,
              a,
              shape(
                `M0 ${-r * 0.16}C${-r * 0.36} ${-r * 0.34} ${-r * 0.36} ${-r * 0.76} 0 ${-r * 0.78}C${r * 0.36} ${-r * 0.76} ${r * 0.36} ${-r * 0.34} 0 ${-r * 0.16}z`,
                '#c81f17',
              ) +
                oval(-r * 0.1, -r * 0.54, r * 0.05, r * 0.08, '#ffd889') +
                oval(r * 0.1, -r * 0.46, r * 0.05, r * 0.08, '#ffd889'),
            ),
          )
          .join(''),
    ),
    4,
  );

/** @param {number} x @param {number} y @param {number} r @param {string} flesh @param {string} skin @param {number} turn */
export const pepperRing = (x, y, r, flesh, skin, turn = 0) => {
  const lobes = `M0 ${-r}C${r * 0.7} ${-r * 1.16} ${r * 1.1} ${-r * 0.4} ${r * 0.86} ${r * 0.08}C${r * 1.06} ${r * 0.8} ${r * 0.4} ${r * 1.1} 0 ${r * 0.82}C${-r * 0.5} ${r * 1.1} ${-r * 1.1} ${r * 0.7} ${-r * 0.86} ${r * 0.06}C${-r * 1.12} ${-r * 0.5} ${-r * 0.6} ${-r * 1.16} 0 ${-r}z`;
  return lift(at(x, y, turn, stroke(lobes, skin, r * 0.34) + stroke(lobes, flesh, r * 0.2)), 4);
};

/** @param {number} x @param {number} y @param {number} r @param {string} ink */
export const onionRing = (x, y, r, ink = '#b24a86') =>
  lift(
    `<circle cx="${x}" cy="${y}" r="${r}" fill="none" stroke="${ink}" stroke-width="${r * 0.2}"/><circle cx="${x}" cy="${y}" r="${r * 0.93}" fill="none" stroke="#fbe9f2" stroke-width="${r * 0.16}"/><circle cx="${x}" cy="${y}" r="${r * 0.6}" fill="none" stroke="#f3d3e4" stroke-width="${r * 0.13}"/>`,
    3,
  );

/** @param {number} x @param {number} y @param {number} r @param {number} turn @param {[string, string, string]} peel rind, pith, flesh */
export const citrusSlice = (x, y, r, turn = 0, peel = [colour.orange, '#ffe4b0', '#ff9d2e']) =>
  lift(
    at(
      x,
      y,
      turn,
      oval(0, 0, r, r, peel[0]) +
        oval(0, 0, r * 0.88, r * 0.88, peel[1]) +
        Array.from({ length: 8 }, (_, i) =>
          at(
            0,
            0,
            i * 45,
            shape(
              `M0 ${-r * 0.1}L${-r * 0.26} ${-r * 0.68}Q0 ${-r * 0.92} ${r * 0.26} ${-r * 0.68}z`,
              peel[2],
            ),
          ),
        ).join(''),
    ),
    5,
  );

/** Draws leaves of coriander or parsley. @param {Spot[]} spots @param {number} size @param {string} fill */
export const leaves = (spots, size, fill = '#3f9b46') =>
  lift(
    spots
      .map(({ x, y, turn }) =>
        at(
          x,
          y,
          turn,
          stroke(`M0 0v${size}`, fill, size * 0.14) +
            oval(-size * 0.34, -size * 0.1, size * 0.3, size * 0.26, fill) +
            oval(size * 0.34, -size * 0.1, size * 0.3, size * 0.26, fill) +
            oval(0, -size * 0.44, size * 0.32, size * 0.36, '#57b552'),
        ),
      )
      .join(''),
    3,
  );

/** Draws a basil leaf. @param {number} x @param {number} y @param {number} size @param {number} turn */
export const basil = (x, y, size, turn) =>
  lift(
    at(
      x,
      y,
      turn,
      shape(
        `M0 ${size}C${-size * 0.7} ${size * 0.4} ${-size * 0.6} ${-size * 0.6} 0 ${-size}C${size * 0.6} ${-size * 0.6} ${size * 0.7} ${size * 0.4} 0 ${size}z`,
        glow('#7bc65f', '#3f9b46', '#26702f'),
      ) + stroke(`M0 ${size * 0.9}V${-size * 0.7}`, '#2a7433', size * 0.06),
    ),
    6,
  );

/** Draws grains of rice. @param {Spot[]} spots @param {number} size @param {string[]} fills */
export const grains = (spots, size, fills = ['#fffdf7', '#fff6e4', '#f2e4c8']) =>
  spots
    .map(({ x, y, turn, pick }) =>
      at(
        x,
        y,
        turn,
        oval(0, size * 0.1, size, size * 0.42, '#d9c39a') + oval(0, 0, size, size * 0.4, oneOf(fills, pick)),
      ),
    )
    .join('');

/** @param {Spot[]} spots @param {number} size @param {[string, string, string]} skin */
export const beans = (spots, size, skin) =>
  spots
    .map(({ x, y, turn }) =>
      at(
        x,
        y,
        turn,
        oval(0, size * 0.12, size, size * 0.66, '#00000038') +
          oval(0, 0, size, size * 0.64, glow(...skin)) +
          oval(-size * 0.3, -size * 0.24, size * 0.3, size * 0.1, '#ffffff55'),
      ),
    )
    .join('');

/**
 * Draws cubes, as of cheese or mango.
 * @param {Spot[]} spots @param {number} size @param {[string, string, string]} faces top, left, right
 */
export const cubes = (spots, size, faces) =>
  lift(
    spots
      .map(({ x, y, turn }) =>
        at(
          x,
          y,
          (turn % 50) - 25,
          shape(`M0 ${-size}L${size} ${-size * 0.5}L0 0L${-size} ${-size * 0.5}z`, faces[0]) +
            shape(`M${-size} ${-size * 0.5}L0 0V${size}L${-size} ${size * 0.5}z`, faces[1]) +
            shape(`M${size} ${-size * 0.5}L0 0V${size}L${size} ${size * 0.5}z`, faces[2]),
        ),
      )
      .join(''),
    4,
  );

/**
 * Draws ribbons, as of shredded kale.
 * @param {Spot[]} spots @param {number} size @param {string[]} fills @param {number} width
 */
export const ribbons = (spots, size, fills, width) =>
  spots
    .map(({ x, y, turn, pick }) =>
      at(
        x,
        y,
        turn,
        stroke(
          `M${-size} 0C${-size * 0.4} ${-size * (0.2 + pick * 0.5)} ${size * 0.4} ${size * (0.2 + pick * 0.5)} ${size} 0`,
          oneOf(fills, pick),
          width,
        ),
      ),
    )
    .join('');

/**
 * Draws a slice of cured sausage.
 * @param {number} x @param {number} y @param {number} r @param {number} turn
 */
export const sausageSlice = (x, y, r, turn = 0) =>
  lift(
    at(
      x,
      y,
      turn,
      oval(0, 0, r, r * 0.94, '#8e2a17') +
        oval(0, 0, r * 0.88, r * 0.82, glow('#e0654a', '#c8452f', '#a8331f')) +
        spread(7, 7, 0, 0, r * 0.66)
          .map((s) => oval(s.x, s.y, r * 0.1, r * 0.08, '#f3b9a0'))
          .join(''),
    ),
    5,
  );

/**
 * Draws a ruffled lettuce leaf.
 * @param {number} x @param {number} y @param {number} size @param {number} turn @param {[string, string, string]} green
 */
export function lettuce(x, y, size, turn, green = ['#b8e07a', '#86c552', '#4f9a3a']) {
  const count = 11;
  const edge = Array.from({ length: count + 1 }, (_, i) => {
    const a = Math.PI * (0.92 + (i / count) * 1.16);
    const r = size * (i % 2 ? 1 : 0.86);
    return [r * 0.8 * Math.cos(a), r * Math.sin(a)];
  });
  const path = edge
    .slice(1)
    .map(([px = 0, py = 0], i) => {
      const [ox = 0, oy = 0] = edge[i] ?? [];
      return `Q${((px + ox) * 0.58).toFixed(1)} ${((py + oy) * 0.58).toFixed(1)} ${px.toFixed(1)} ${py.toFixed(1)}`;
    })
    .join('');
  const [[startX = 0, startY = 0] = []] = edge;
  return lift(
    at(
      x,
      y,
      turn,
      shape(`M0 ${size * 0.5}L${startX.toFixed(1)} ${startY.toFixed(1)}${path}z`, glow(...green)) +
        stroke(
          `M0 ${size * 0.4}V${-size * 0.62}M0 ${-size * 0.1}L${-size * 0.34} ${-size * 0.46}M0 ${-size * 0.1}L${size * 0.34} ${-size * 0.46}`,
          '#e4f5b8',
          size * 0.04,
        ),
    ),
    6,
  );
}
