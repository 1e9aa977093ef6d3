/** Returns the file name of a download: the record's name with the extension of the stored file. */
export function downloadName(name: string, url: string): string {
  const extension = /\.\w{2,5}$/.exec(url.split(/[?#]/, 1)[0] ?? '')?.[0] ?? '';
  const plain = name
    .replace(/[\\/:*?"<>|]+/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  return plain.replace(/[. ]+$/, '') + extension;
}
