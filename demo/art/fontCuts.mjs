/**
 * Returns a font file with its own names. Programs that put several cuts of a family into a document
 * distinguish them by name.
 * @param {Buffer} font @param {string} family @param {string} style
 */
export function named(font, family, style) {
  const postScript = `${family}-${style}`.replaceAll(' ', '');
  const names = {
    1: `${family} ${style}`,
    2: 'Regular',
    3: postScript,
    4: `${family} ${style}`,
    6: postScript,
  };
  const tables = Array.from({ length: font.readUInt16BE(4) }, (_, at) => {
    const entry = 12 + at * 16;
    const tag = font.toString('latin1', entry, entry + 4);
    const start = font.readUInt32BE(entry + 8);
    const data = font.subarray(start, start + font.readUInt32BE(entry + 12));
    return { tag, data: tag === 'name' ? nameTable(kept(data), names) : Buffer.from(data) };
  });
  return assembled(font.readUInt32BE(0), tables);
}

/** Returns the font's author and licence entries. @param {Buffer} table */
function kept(table) {
  const storage = table.readUInt16BE(4);
  /** @type {Record<number, string>} */
  const found = {};
  for (let at = 0; at < table.readUInt16BE(2); at += 1) {
    const record = 6 + at * 12;
    const id = table.readUInt16BE(record + 6);
    if (table.readUInt16BE(record) !== 3 || ![0, 7, 8, 9, 11, 13, 14].includes(id)) continue;
    const start = storage + table.readUInt16BE(record + 10);
    const bytes = Buffer.from(table.subarray(start, start + table.readUInt16BE(record + 8)));
    found[id] = bytes.swap16().toString('utf16le');
  }
  return found;
}

/** @param {Record<number, string>} before @param {Record<number, string>} own */
function nameTable(before, own) {
  const all = Object.entries({ ...before, ...own }).sort(([a], [b]) => Number(a) - Number(b));
  const head = Buffer.alloc(6 + all.length * 12);
  head.writeUInt16BE(all.length, 2);
  head.writeUInt16BE(head.length, 4);
  let offset = 0;
  const texts = all.map(([id, text], at) => {
    const bytes = Buffer.from(text, 'utf16le').swap16();
    const record = 6 + at * 12;
    for (const [place, value] of [3, 1, 0x409, Number(id), bytes.length, offset].entries())
      head.writeUInt16BE(value, record + place * 2);
    offset += bytes.length;
    return bytes;
  });
  return Buffer.concat([head, ...texts]);
}

/** @param {number} version @param {{ tag: string, data: Buffer }[]} tables */
function assembled(version, tables) {
  const head = Buffer.alloc(12 + tables.length * 16);
  const power = 2 ** Math.floor(Math.log2(tables.length));
  head.writeUInt32BE(version, 0);
  for (const [at, value] of [
    tables.length,
    power * 16,
    Math.log2(power),
    (tables.length - power) * 16,
  ].entries())
    head.writeUInt16BE(value, 4 + at * 2);
  let offset = head.length;
  let whole = 0;
  const parts = [head];
  const fontHead = tables.find(({ tag }) => tag === 'head')?.data;
  fontHead?.writeUInt32BE(0, 8);
  for (const [at, { tag, data }] of tables.entries()) {
    const padded = Buffer.concat([data, Buffer.alloc((4 - (data.length % 4)) % 4)]);
    const sum = checksum(padded);
    const entry = 12 + at * 16;
    head.write(tag, entry, 'latin1');
    head.writeUInt32BE(sum, entry + 4);
    head.writeUInt32BE(offset, entry + 8);
    head.writeUInt32BE(data.length, entry + 12);
    parts.push(padded);
    offset += padded.length;
    whole = (whole + sum) >>> 0;
  }
  whole = (whole + checksum(head)) >>> 0;
  const font = Buffer.concat(parts);
  const place = tables.findIndex(({ tag }) => tag === 'head');
  if (place >= 0) font.writeUInt32BE((0xb1b0afba - whole) >>> 0, font.readUInt32BE(12 + place * 16 + 8) + 8);
  return font;
}

/** @param {Buffer} bytes */
function checksum(bytes) {
  let sum = 0;
  for (let at = 0; at < bytes.length; at += 4) sum = (sum + bytes.readUInt32BE(at)) >>> 0;
  return sum;
}
