import sharp from 'sharp';

/** Returns a picture of one colour as a file to be uploaded. */
export const samplePicture = async (name: string, width: number, height: number) => ({
  name,
  mimeType: 'image/jpeg',
  buffer: await sharp({ create: { width, height, channels: 3, background: '#04616b' } })
    .jpeg()
    .toBuffer(),
});
