import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { crc32 } from 'node:zlib';
import { expect, it } from 'vitest';
import { type ZipEntry, zip, zipSize } from './zip.ts';

const entry = (name: string, ...chunks: string[]): ZipEntry => ({
  name,
  bytes: Buffer.byteLength(chunks.join('')),
  open: async () => Readable.from(chunks.map((chunk) => Buffer.from(chunk))),
});

/** Reads the files of an archive by its directory, as programs do. */
function unzipped(archive: Buffer): [string, string][] {
  const end = archive.length - 22;
  expect(archive.readUInt32LE(end)).toBe(0x06054b50);
  let at = archive.readUInt32LE(end + 16);
  return Array.from({ length: archive.readUInt16LE(end + 10) }, () => {
    const [crc, bytes, length] = [
      archive.readUInt32LE(at + 16),
      archive.readUInt32LE(at + 24),
      archive.readUInt16LE(at + 28),
    ];
    const local = archive.readUInt32LE(at + 42);
    const name = archive.toString('utf8', at + 46, at + 46 + length);
    expect(archive.readUInt32LE(local)).toBe(0x04034b50);
    const start = local + 30 + archive.readUInt16LE(local + 26);
    const data = archive.subarray(start, start + bytes);
    expect(crc32(data)).toBe(crc);
    at += 46 + length;
    return [name, data.toString()];
  });
}

it('writes archives that are read back whole, with names in UTF-8, in exactly the announced size', async () => {
  const entries = [
    entry('Pão, página 1.jpg', 'a', 'bc'),
    entry('vazio.txt'),
    entry('Açaí.pdf', 'x'.repeat(70_000)),
  ];
  const archive = await buffer(Readable.from(zip(entries)));
  expect(archive).toHaveLength(zipSize(entries));
  expect(unzipped(archive)).toEqual([
    ['Pão, página 1.jpg', 'abc'],
    ['vazio.txt', ''],
    ['Açaí.pdf', 'x'.repeat(70_000)],
  ]);
});

it('refuses files of another size than stated, and archives beyond the format', async () => {
  await expect(buffer(Readable.from(zip([{ ...entry('a', 'abc'), bytes: 4 }])))).rejects.toThrow('3 bytes');
  await expect(buffer(Readable.from(zip([{ ...entry('a'), bytes: 2 ** 32 }])))).rejects.toThrow('too much');
});
