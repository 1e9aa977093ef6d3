import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  jpeg,
  jpegWithClaimedSize,
  noise,
  phonePhoto,
  png,
  pngWithClaimedSize,
} from '../../../../test/images.ts';
import { encodeVariants, processImage } from './file.images.ts';

let directory: string;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'vitrine-images-'));
});
afterAll(() => rm(directory, { recursive: true, force: true }));

let count = 0;
async function process(bytes: Buffer) {
  count += 1;
  const path = join(directory, String(count));
  await writeFile(path, bytes);
  return processImage(path);
}

describe('processImage', () => {
  it('applies the orientation and removes metadata such as place and camera', async () => {
    const before = await sharp(await phonePhoto({ width: 60, height: 40 })).metadata();
    expect(before).toMatchObject({ orientation: 6, exif: expect.any(Buffer) });
    const { main, variants } = await process(await phonePhoto({ width: 60, height: 40 }));
    expect(main).toMatchObject({ type: 'image/jpeg', width: 40, height: 60 });
    for (const { data } of [main, ...variants]) {
      const found = await sharp(data).metadata();
      expect(found).toMatchObject({ width: 40, height: 60 });
      expect([found.exif, found.icc, found.xmp, found.iptc, found.orientation]).toEqual(
        Array(5).fill(undefined),
      );
    }
  });

  it('limits the longest edge and creates no variant wider than the picture', async () => {
    const { main, variants } = await process(await jpeg({ width: 3000, height: 1500 }));
    expect(main).toMatchObject({ width: 2560, height: 1280 });
    expect(variants.map(({ width, height }) => [width, height])).toEqual([
      [96, 48],
      [180, 90],
      [360, 180],
      [540, 270],
      [750, 375],
      [1100, 550],
      [1440, 720],
      [1920, 960],
      [2560, 1280],
    ]);
    const small = await process(await jpeg({ width: 700, height: 10 }));
    expect(small.main.width).toBe(700);
    expect(small.variants.map(({ width }) => width)).toEqual([96, 180, 360, 540, 700]);
    expect((await process(await png({ width: 1, height: 1 }))).variants.map(({ width }) => width)).toEqual([
      1,
    ]);
    expect((await process(await jpeg({ width: 9000, height: 1 }))).main).toMatchObject({
      width: 2560,
      height: 1,
    });
  });

  it('encodes a thumbnail in fewer bytes than a picture of that width', async () => {
    const photo = await noise(900, 600);
    const thumbnail = (await process(photo)).variants.find(({ width }) => width === 96);
    const alone = await process(await sharp(photo).resize({ width: 96 }).jpeg({ quality: 95 }).toBuffer());
    expect(alone.variants.map(({ width }) => width)).toEqual([96]);
    expect(thumbnail?.data.length).toBeLessThan((alone.variants[0]?.data.length ?? 0) * 0.9);
  });

  it('creates a placeholder of at most 400 characters', async () => {
    for (const bytes of [await noise(900, 600), await png(), await jpeg({ width: 30, height: 2000 })]) {
      const { placeholder } = await process(bytes);
      expect(placeholder).toMatch(/^data:image\/webp;base64,/);
      expect(placeholder?.length).toBeLessThanOrEqual(400);
    }
  });

  it('keeps transparency and drops an unused alpha channel', async () => {
    const layer = (alpha: number) =>
      sharp({ create: { width: 40, height: 30, channels: 4, background: { r: 200, g: 30, b: 20, alpha } } })
        .png()
        .toBuffer();
    const half = await process(await layer(0.5));
    expect(half.main.type).toBe('image/png');
    expect((await sharp(half.main.data).metadata()).hasAlpha).toBe(true);
    expect((await sharp(half.variants[0]?.data).metadata()).hasAlpha).toBe(true);
    expect((await sharp((await process(await layer(1))).main.data).metadata()).hasAlpha).toBe(false);
  });

  it('converts every colour space to sRGB', async () => {
    const red = sharp({ create: { width: 20, height: 20, channels: 3, background: '#ff0000' } });
    const pictures = [
      await red.clone().toColourspace('cmyk').jpeg().toBuffer(),
      await red.clone().withIccProfile('p3').jpeg().toBuffer(),
      await red.clone().toColourspace('rgb16').png().toBuffer(),
    ];
    for (const bytes of pictures) {
      const { main } = await process(bytes);
      const { data, info } = await sharp(main.data).raw().toBuffer({ resolveWithObject: true });
      expect(info.channels).toBe(3);
      expect(data[0]).toBeGreaterThan(215);
      expect(data[1]).toBeLessThan(60);
    }
    const grey = await sharp(await jpeg())
      .greyscale()
      .jpeg()
      .toBuffer();
    expect((await process(grey)).main).toMatchObject({ width: 48, height: 32 });
  });

  it.each([
    ['a truncated JPEG', async () => (await noise(400, 300)).subarray(0, 9000)],
    [
      'a truncated PNG',
      async () =>
        (
          await sharp(await noise(400, 300))
            .png()
            .toBuffer()
        ).subarray(0, 9000),
    ],
    [
      'a damaged PNG',
      async () => {
        const bytes = await sharp(await noise(400, 300))
          .png()
          .toBuffer();
        return bytes.fill(0x55, 2000, 4000);
      },
    ],
    ['a signature and nothing else', async () => Buffer.from([0xff, 0xd8, 0xff, 0xe0])],
    [
      'a WebP',
      async () =>
        sharp(await jpeg())
          .webp()
          .toBuffer(),
    ],
    ['an SVG', async () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>')],
    ['pixels that are not there', async () => pngWithClaimedSize(4000, 4000)],
  ])('rejects %s', async (_, make) => {
    await expect(process(await make())).rejects.toMatchObject({ problem: 'unreadable' });
  });

  it('rejects a picture over the pixel limit before decoding it', async () => {
    for (const bytes of [
      pngWithClaimedSize(50_000, 50_000),
      pngWithClaimedSize(9000, 9000),
      pngWithClaimedSize(5001, 5000),
      pngWithClaimedSize(1_000_000, 26),
      await jpegWithClaimedSize(65_000, 65_000),
      await jpegWithClaimedSize(8125, 8001),
    ])
      await expect(process(bytes)).rejects.toMatchObject({ problem: 'too_many_pixels' });
  });

  it('accepts the pixel counts of phone photos and of drawings in print quality', async () => {
    for (const bytes of [
      await jpegWithClaimedSize(8160, 6144),
      await jpegWithClaimedSize(9248, 6936),
      pngWithClaimedSize(5000, 5000),
    ])
      await expect(process(bytes)).rejects.toMatchObject({ problem: 'unreadable' });
  });
});

describe('encodeVariants', () => {
  it('encodes the requested widths of each format', async () => {
    const { main } = await process(await jpeg({ width: 500, height: 250 }));
    const made = await encodeVariants(main.data, { webp: [96], avif: [100, 500] });
    expect(made.map(({ type, width, height }) => [type, width, height])).toEqual([
      ['image/webp', 96, 48],
      ['image/avif', 100, 50],
      ['image/avif', 500, 250],
    ]);
    expect(await sharp(made[0]?.data).metadata()).toMatchObject({ format: 'webp' });
    expect(await sharp(made[1]?.data).metadata()).toMatchObject({ format: 'heif', compression: 'av1' });
  });

  it('keeps the transparency of a stored drawing', async () => {
    const drawing = {
      width: 400,
      height: 300,
      channels: 4,
      background: { r: 9, g: 9, b: 9, alpha: 0.5 },
    } as const;
    const { main } = await process(await sharp({ create: drawing }).png().toBuffer());
    const [thumbnail] = await encodeVariants(main.data, { webp: [96], avif: [] });
    expect(await sharp(thumbnail?.data).metadata()).toMatchObject({ width: 96, hasAlpha: true });
  });
});
