import qrcode from 'qrcode-generator';

/** Width of the empty border that scanners need, in modules. */
const QUIET_ZONE = 4;

/** Encodes a text as a QR code. Returns the dark modules as the path of an SVG of `size` by `size`. */
export function renderQrCode(text: string): { size: number; path: string } {
  const code = qrcode(0, 'M');
  code.addData(text);
  code.make();
  const count = code.getModuleCount();
  const rows = Array.from({ length: count }, (_, row) => rowOf(code, row, count));
  return { size: count + 2 * QUIET_ZONE, path: rows.join('') };
}

/** Returns the path of a row, with adjacent dark modules as one rectangle. */
function rowOf(code: ReturnType<typeof qrcode>, row: number, count: number): string {
  let path = '';
  for (let column = 0; column < count; column++) {
    if (!code.isDark(row, column)) continue;
    const from = column;
    while (column + 1 < count && code.isDark(row, column + 1)) column++;
    const width = column - from + 1;
    path += `M${from + QUIET_ZONE} ${row + QUIET_ZONE}h${width}v1h-${width}z`;
  }
  return path;
}
