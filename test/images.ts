import { crc32, deflateSync } from 'node:zlib';
import sharp from 'sharp';

export interface TestPicture {
  width?: number;
  height?: number;
  colour?: string;
}

const plain = ({ width = 48, height = 32, colour = '#d1482a' }: TestPicture) =>
  sharp({ create: { width, height, channels: 3, background: colour } });

export const jpeg = (picture: TestPicture = {}): Promise<Buffer> => plain(picture).jpeg().toBuffer();

export const png = (picture: TestPicture = {}): Promise<Buffer> => plain(picture).png().toBuffer();

/** Returns a photo as phones save it: rotated by a tag, with location and camera in EXIF. */
export const phonePhoto = (picture: TestPicture = {}): Promise<Buffer> =>
  plain(picture)
    .jpeg()
    .withExif({
      IFD0: { Make: 'Câmera', Copyright: 'Alguém' },
      IFD3: { GPSLatitudeRef: 'S', GPSLatitude: '23/1 33/1 0/1' },
    })
    .withMetadata({ orientation: 6 })
    .toBuffer();

/** Returns noise, which no format compresses well. */
export const noise = (width: number, height: number): Promise<Buffer> =>
  sharp({
    create: {
      width,
      height,
      channels: 3,
      background: '#808080',
      noise: { type: 'gaussian', mean: 128, sigma: 40 },
    },
  })
    .jpeg({ quality: 90 })
    .toBuffer();

/** Returns `bytes` as a file of a form. Copies them, because a Buffer may share its memory. */
export const fileOf = (bytes: Buffer, name = 'banner.jpg', type = 'image/jpeg') =>
  new File([new Uint8Array(bytes)], name, { type });

/** Returns a PNG of few bytes that claims `width` × `height`. */
export function pngWithClaimedSize(width: number, height: number): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type), data]);
    const length = Buffer.alloc(4);
    length.writeUInt32BE(data.length);
    const sum = Buffer.alloc(4);
    sum.writeUInt32BE(crc32(body));
    return Buffer.concat([length, body, sum]);
  };
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2, 0, 0, 0], 8);
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.alloc(1000))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** Returns a JPEG whose header claims `width` × `height`. */
export async function jpegWithClaimedSize(width: number, height: number): Promise<Buffer> {
  const bytes = await jpeg();
  const frame = bytes.indexOf(Buffer.from([0xff, 0xc0]));
  bytes.writeUInt16BE(height, frame + 5);
  bytes.writeUInt16BE(width, frame + 7);
  return bytes;
}
