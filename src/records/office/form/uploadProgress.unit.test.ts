import { expect, test } from 'vitest';
import { uploadProgressByFile } from './uploadProgress.ts';

const fileOf = (bytes: number) => new File(['x'.repeat(bytes)], 'a.jpg');

test('files are uploaded one after the other, after the text fields', () => {
  const files = [fileOf(100), fileOf(300), fileOf(0)];
  const at = (sent: number) => [...uploadProgressByFile(files, sent, 500).values()].reverse();
  expect(at(0)).toEqual([0, 0, 0]);
  expect(at(100)).toEqual([0, 0, 0]);
  expect(at(150)).toEqual([0.5, 0, 0]);
  expect(at(200)).toEqual([1, 0, 0]);
  expect(at(350)).toEqual([1, 0.5, 0]);
  expect(at(500)).toEqual([1, 1, 1]);
});
