import sharp from 'sharp';

/** Factor by which an emoji is enlarged: a wide screen shows banners at twice their size. */
const TIMES = 4;
/** Lowest alpha of a pixel whose own colour is used; pixels below it take the colour of their neighbours. */
const OWN = 200;
const ROUNDS = 10;

/**
 * Enlarges an emoji of 256 px four times, with edges as sharp as if it had been drawn at that size. Steepens
 * its outline and its inner contours within their local range of colours, so that no halo appears.
 * @param {string} file
 * @returns {Promise<Buffer>} PNG
 */
export async function crisp(file) {
  const { data, info } = await sharp(file).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  const side = info.width;
  const colours = spill(data, side);
  const { lowest, highest } = rangeAround(colours, side);
  const enlarged = (/** @type {Uint8Array} */ pixels, /** @type {'lanczos3' | 'linear'} */ kernel) =>
    sharp(pixels, { raw: { width: side, height: side, channels: 3 } }).resize(side * TIMES, side * TIMES, {
      kernel,
    });
  const [sharpened, low, high, outline] = await Promise.all([
    enlarged(colours, 'lanczos3').sharpen({ sigma: 3, m1: 0, m2: 4, x1: 2, y2: 60, y3: 60 }).raw().toBuffer(),
    enlarged(lowest, 'linear').raw().toBuffer(),
    enlarged(highest, 'linear').raw().toBuffer(),
    sharp(data, { raw: { width: side, height: side, channels: 4 } })
      .extractChannel(3)
      .resize(side * TIMES, side * TIMES, { kernel: 'cubic' })
      .blur(1.2)
      .raw()
      .toBuffer(),
  ]);
  const drawn = Buffer.alloc(outline.length * 4);
  for (let at = 0; at < outline.length; at++) {
    for (let channel = 0; channel < 3; channel++) {
      const from = at * 3 + channel;
      drawn[at * 4 + channel] = Math.min(Math.max(sharpened[from] ?? 0, low[from] ?? 0), high[from] ?? 255);
    }
    drawn[at * 4 + 3] = Math.max(0, Math.min(255, ((outline[at] ?? 0) - 127.5) * 2.6 + 127.5));
  }
  return sharp(drawn, { raw: { width: side * TIMES, height: side * TIMES, channels: 4 } })
    .png({ compressionLevel: 3 })
    .toBuffer();
}

/**
 * Returns the colours alone, extended beyond the edge of the object.
 * @param {Buffer} pixels @param {number} side
 */
function spill(pixels, side) {
  const colours = new Uint8Array(side * side * 3);
  let known = new Uint8Array(side * side);
  for (let at = 0; at < known.length; at++) {
    known[at] = (pixels[at * 4 + 3] ?? 0) >= OWN ? 1 : 0;
    if (known[at]) colours.set(pixels.subarray(at * 4, at * 4 + 3), at * 3);
  }
  for (let round = 0; round < ROUNDS; round++) {
    const next = known.slice();
    for (let at = 0; at < known.length; at++) {
      if (known[at]) continue;
      const near = around(at, side).filter((other) => known[other]);
      if (near.length === 0) continue;
      for (let channel = 0; channel < 3; channel++)
        colours[at * 3 + channel] =
          near.reduce((sum, other) => sum + (colours[other * 3 + channel] ?? 0), 0) / near.length;
      next[at] = 1;
    }
    known = next;
  }
  return colours;
}

/**
 * Returns the darkest and the lightest value of each pixel and its neighbours.
 * @param {Uint8Array} colours @param {number} side
 */
function rangeAround(colours, side) {
  const lowest = colours.slice();
  const highest = colours.slice();
  for (let at = 0; at < side * side; at++)
    for (const other of around(at, side))
      for (let channel = 0; channel < 3; channel++) {
        const value = colours[other * 3 + channel] ?? 0;
        const own = at * 3 + channel;
        if (value < (lowest[own] ?? 0)) lowest[own] = value;
        if (value > (highest[own] ?? 0)) highest[own] = value;
      }
  return { lowest, highest };
}

/** @param {number} at @param {number} side */
function around(at, side) {
  const x = at % side;
  const y = (at - x) / side;
  const found = [];
  for (let down = -1; down <= 1; down++)
    for (let right = -1; right <= 1; right++) {
      const [column, row] = [x + right, y + down];
      if ((down || right) && column >= 0 && row >= 0 && column < side && row < side)
        found.push(row * side + column);
    }
  return found;
}
