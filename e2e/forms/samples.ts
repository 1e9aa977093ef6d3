import { createHash, randomBytes } from 'node:crypto';
import sharp from 'sharp';
import { mp4, pdf } from '../../test/sampleFiles.ts';

/** A file to choose in a form. */
export interface SampleFile {
  name: string;
  mimeType: string;
  buffer: Buffer;
}

/** Returns files that all differ, so that a mix-up is detected. */
export async function sampleFiles(accept: string, name: string, count: number): Promise<SampleFile[]> {
  return Promise.all(
    Array.from({ length: count }, (_, at) => sampleFile(accept, count > 1 ? `${name} ${at}` : name)),
  );
}

async function sampleFile(accept: string, name: string): Promise<SampleFile> {
  if (accept.includes('pdf')) return { name: `${name}.pdf`, mimeType: 'application/pdf', buffer: pdf(name) };
  if (accept.includes('video'))
    return { name: `${name}.mp4`, mimeType: 'video/mp4', buffer: mp4(randomBytes(4000)) };
  const [r, g, b] = randomBytes(3);
  const background = { r: r ?? 0, g: g ?? 0, b: b ?? 0 };
  const picture = sharp({ create: { width: 720, height: 480, channels: 3, background } });
  return { name: `${name}.jpg`, mimeType: 'image/jpeg', buffer: await picture.jpeg().toBuffer() };
}

/** Returns a file whose name and type match `accept` and whose content does not. */
export const damagedFile = (accept: string): SampleFile => ({
  ...(accept.includes('pdf')
    ? { name: 'estragado.pdf', mimeType: 'application/pdf' }
    : accept.includes('video')
      ? { name: 'estragado.mp4', mimeType: 'video/mp4' }
      : { name: 'estragado.jpg', mimeType: 'image/jpeg' }),
  buffer: Buffer.from('<!doctype html><p>Não é o que diz ser.'),
});

export const digest = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');
