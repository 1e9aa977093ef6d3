import { createHash, randomBytes } from 'node:crypto';
import sharp from 'sharp';
import { mp4, pdf } from '../../test/documents.ts';

/** A file to choose in a form. */
export interface Sample {
  name: string;
  mimeType: string;
  buffer: Buffer;
}

/** Returns files that all differ, so that a mix-up is detected. */
export async function files(accept: string, name: string, count: number): Promise<Sample[]> {
  return Promise.all(
    Array.from({ length: count }, (_, at) => sampleFile(accept, count > 1 ? `${name} ${at}` : name)),
  );
}

async function sampleFile(accept: string, name: string): Promise<Sample> {
  if (accept.includes('pdf')) return { name: `${name}.pdf`, mimeType: 'application/pdf', buffer: pdf(name) };
  if (accept.includes('video'))
    return { name: `${name}.mp4`, mimeType: 'video/mp4', buffer: mp4(randomBytes(4000)) };
  const [r, g, b] = randomBytes(3);
  const background = { r: r ?? 0, g: g ?? 0, b: b ?? 0 };
  const picture = sharp({ create: { width: 720, height: 480, channels: 3, background } });
  return { name: `${name}.jpg`, mimeType: 'image/jpeg', buffer: await picture.jpeg().toBuffer() };
}

/** Returns a file whose name and type match `accept` and whose content does not. */
export const damaged = (accept: string): Sample => ({
  ...(accept.includes('pdf')
    ? { name: 'estragado.pdf', mimeType: 'application/pdf' }
    : accept.includes('video')
      ? { name: 'estragado.mp4', mimeType: 'video/mp4' }
      : { name: 'estragado.jpg', mimeType: 'image/jpeg' }),
  buffer: Buffer.from('<!doctype html><p>Não é o que diz ser.'),
});

export const digest = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');
