import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { jpeg, png } from '../../../test/images.ts';
import { createReceiver, type UploadReceiver } from './receive.ts';

let directory: string;
let receiver: UploadReceiver;

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'vitrine-receive-'));
  receiver = createReceiver(directory, {
    image: { megabytes: 0.5 },
    pdf: { megabytes: 1 },
    video: { megabytes: 1 },
    resume: { megabytes: 0.25 },
  });
});
afterEach(() => rm(directory, { recursive: true, force: true }));

const receive = (bytes: Buffer, type = 'image/jpeg', kind: 'image' | 'pdf' | 'video' = 'image') =>
  receiver.receive({
    field: 'image',
    kind,
    stream: Readable.from([bytes]),
    type,
    name: `../../etc/foto.${{ image: 'jpg', pdf: 'pdf', video: 'mp4' }[kind]}`,
  });
const received = () => readdir(directory);

describe('receiver', () => {
  it('keeps an upload under a random name until it is discarded', async () => {
    const bytes = await jpeg();
    const file = await receive(bytes);
    expect(file).toMatchObject({ field: 'image', kind: 'image', type: 'image/jpeg', bytes: bytes.length });
    expect(await received()).toHaveLength(1);
    await receiver.discard(file);
    await receiver.discard(file);
    expect(await received()).toEqual([]);
  });

  it("keeps the client's file name for display, without control characters and lone surrogates", async () => {
    const stream = Readable.from([await jpeg()]);
    const name = `promoção\0\r\n${'😀'.repeat(200)}`;
    const file = await receiver.receive({ field: 'image', kind: 'image', stream, type: 'image/jpeg', name });
    expect(file.name).toMatch(/^promoção(😀)+$/u);
    expect(file.name.length).toBeLessThanOrEqual(200);
  });

  it('trusts the content if the declared type is another allowed one', async () => {
    expect((await receive(await png(), 'image/jpg')).type).toBe('image/png');
    expect((await receive(await jpeg(), 'IMAGE/PNG; charset=binary')).type).toBe('image/jpeg');
  });

  it.each([
    ['a type that is not allowed', Buffer.from('GIF89a'), 'image/gif'],
    ['no type and unknown content', Buffer.from('x'), ''],
    ['a text that claims to be a picture', Buffer.from('<script>alert(1)</script>'), 'image/png'],
    ['an SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'image/png'],
    ['a GIF that claims to be a JPEG', Buffer.from('GIF89a\x01\0\x01\0\0\0\0;'), 'image/jpeg'],
    ['a PDF that claims to be a picture', Buffer.from('%PDF-1.7\n'), 'image/jpeg'],
    ['the first bytes of a signature', Buffer.from([0xff, 0xd8]), 'image/jpeg'],
  ])('refuses an upload with %s', async (_, bytes, type) => {
    await expect(receive(bytes, type)).rejects.toMatchObject({
      code: 'invalid',
      fields: { image: ['Formato de arquivo não permitido. Envie JPG ou PNG.'] },
    });
    expect(await received()).toEqual([]);
  });

  it.each([
    '',
    'application/octet-stream',
    'Application/Octet-Stream; charset=binary',
    'binary/octet-stream',
    'image/jpg',
    'image/pjpeg',
    'image/x-png',
  ])('accepts a genuine JPEG that is declared as «%s»', async (type) => {
    expect((await receive(await jpeg(), type)).type).toBe('image/jpeg');
  });

  it.each(['foto.exe', 'foto.jpg.html', 'foto.svg', 'foto.PDF '])(
    'refuses a picture called %s',
    async (name) => {
      const stream = Readable.from([await jpeg()]);
      await expect(
        receiver.receive({ field: 'image', kind: 'image', stream, type: 'image/jpeg', name }),
      ).rejects.toMatchObject({
        code: 'invalid',
        fields: { image: ['Formato de arquivo não permitido. Envie JPG ou PNG.'] },
      });
      expect(await received()).toEqual([]);
    },
  );

  it.each(['foto.JPG', 'foto.png', 'foto', 'Loja 22.11', '.jpeg'])(
    'accepts a picture called %s',
    async (name) => {
      const stream = Readable.from([await jpeg()]);
      const file = await receiver.receive({
        field: 'image',
        kind: 'image',
        stream,
        type: 'image/jpeg',
        name,
      });
      expect(file.type).toBe('image/jpeg');
    },
  );

  it('refuses an empty file', async () => {
    await expect(receive(Buffer.alloc(0))).rejects.toMatchObject({
      code: 'invalid',
      fields: { image: ['O arquivo está vazio. Escolha outro.'] },
    });
    expect(await received()).toEqual([]);
  });

  it('refuses a file over the limit and states the limit', async () => {
    await expect(receive(Buffer.alloc(600_000))).rejects.toMatchObject({
      code: 'too_large',
      fields: { image: ['O arquivo passa de 0,5 MB. Escolha um menor.'] },
    });
    expect(await received()).toEqual([]);
  });

  it('applies the limit that the field names', async () => {
    const pdf = Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(300_000), Buffer.from('%%EOF\n')]);
    expect(await receive(pdf, 'application/pdf', 'pdf')).toMatchObject({ bytes: pdf.length });
    const stream = Readable.from([pdf]);
    const file = { field: 'doc', stream, type: 'application/pdf', name: 'a.pdf' };
    await expect(receiver.receive({ ...file, kind: 'pdf', limit: 'resume' })).rejects.toMatchObject({
      fields: { doc: ['O arquivo passa de 0,25 MB. Escolha um menor.'] },
    });
  });

  it('deletes the partial file when the client disconnects', async () => {
    const stream = Readable.from(
      (async function* () {
        yield Buffer.from([0xff, 0xd8, 0xff]);
        throw new Error('gone');
      })(),
    );
    await expect(
      receiver.receive({ field: 'image', kind: 'image', stream, type: 'image/jpeg', name: 'a' }),
    ).rejects.toThrow();
    expect(await received()).toEqual([]);
  });

  it('removes files that a crash left and keeps uploads in progress', async () => {
    for (const name of ['old', 'young']) await writeFile(join(directory, name), 'x');
    await utimes(join(directory, 'old'), 1000, 1000);
    expect(await receiver.dropUnfinished(Date.now() - 60_000)).toBe(1);
    expect(await received()).toEqual(['young']);
  });
});
