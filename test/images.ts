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

/** As phones save them: turned by a tag, with the place and the camera in EXIF. */
export const phonePhoto = (picture: TestPicture = {}): Promise<Buffer> =>
  plain(picture)
    .jpeg()
    .withExif({
      IFD0: { Make: 'Câmera', Copyright: 'Alguém' },
      IFD3: { GPSLatitudeRef: 'S', GPSLatitude: '23/1 33/1 0/1' },
    })
    .withMetadata({ orientation: 6 })
    .toBuffer();

/** Noise, which no format makes small. */
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

/** The whole of `bytes` as a form sends a file; a Buffer's memory may be shared with others. */
export const fileOf = (bytes: Buffer, name = 'banner.jpg', type = 'image/jpeg') =>
  new File([new Uint8Array(bytes)], name, { type });
