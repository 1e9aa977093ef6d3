import sharp from 'sharp';
import { expect, test } from 'vitest';
import { renderQrCode } from './qr.ts';

const address = 'otpauth://totp/Hiper%20Aurora:ana%40rede.example?secret=JBSWY3DPEHPK3PXP';

test('renders a QR code with its three finder patterns and a quiet zone', async () => {
  const { size, path } = renderQrCode(address);
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}" shape-rendering="crispEdges"><rect width="100%" height="100%" fill="#fff"/><path d="${path}"/></svg>`;
  const { data } = await sharp(Buffer.from(svg)).greyscale().raw().toBuffer({ resolveWithObject: true });
  const isDark = (x: number, y: number) => (data[y * size + x] ?? 255) < 128;
  const corner = (x: number, y: number) =>
    Array.from({ length: 7 }, (_, row) =>
      Array.from({ length: 7 }, (_, column) => (isDark(x + column, y + row) ? '#' : ' ')).join(''),
    );
  const finder = ['#######', '#     #', '# ### #', '# ### #', '# ### #', '#     #', '#######'];
  for (const [x, y] of [
    [4, 4],
    [size - 11, 4],
    [4, size - 11],
  ] as const)
    expect(corner(x, y)).toEqual(finder);
  for (let at = 0; at < size; at++) for (let edge = 0; edge < 4; edge++) expect(isDark(at, edge)).toBe(false);
});
