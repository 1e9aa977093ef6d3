import { createHash, randomBytes } from 'node:crypto';
import sharp from 'sharp';
import { mp4, pdf } from '../../test/documents.ts';

/** A file as it is chosen. */
export interface Sample {
  name: string;
  mimeType: string;
  buffer: Buffer;
}

/** No two are alike, so that one that took another's place is found out. */
export async function files(accept: string, name: string, count: number): Promise<Sample[]> {
  return Promise.all(
    Array.from({ length: count }, (_, at) => one(accept, count > 1 ? `${name} ${at}` : name)),
  );
}

async function one(accept: string, name: string): Promise<Sample> {
  if (accept.includes('pdf')) return { name: `${name}.pdf`, mimeType: 'application/pdf', buffer: pdf(name) };
  if (accept.includes('video'))
    return { name: `${name}.mp4`, mimeType: 'video/mp4', buffer: mp4(randomBytes(4000)) };
  const [r, g, b] = randomBytes(3);
  const background = { r: r ?? 0, g: g ?? 0, b: b ?? 0 };
  const picture = sharp({ create: { width: 720, height: 480, channels: 3, background } });
  return { name: `${name}.jpg`, mimeType: 'image/jpeg', buffer: await picture.jpeg().toBuffer() };
}

/** Of the kind that `accept` asks for by its name and by nothing else. */
export const damaged = (accept: string): Sample => ({
  ...(accept.includes('pdf')
    ? { name: 'estragado.pdf', mimeType: 'application/pdf' }
    : accept.includes('video')
      ? { name: 'estragado.mp4', mimeType: 'video/mp4' }
      : { name: 'estragado.jpg', mimeType: 'image/jpeg' }),
  buffer: Buffer.from('<!doctype html><p>Não é o que diz ser.'),
});

export const digest = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');
