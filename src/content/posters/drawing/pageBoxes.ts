/** Object of a page, as PDFKit writes it: a dictionary without compression. */
const PAGE = /^(\d+) 0 obj\n<<\n(\/Type \/Page\n[\s\S]*?)>>\nendobj$/gm;
const MEDIA_BOX = /\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/;
const TRAILER = /trailer\n<<\n([\s\S]*?)>>\nstartxref\n(\d+)\n%%EOF\s*$/;

/**
 * Adds the boxes that printers read to all pages, inset by these points from the sheet. The renderer cannot
 * write them, so they are appended as an incremental update (ISO 32000-1, 7.5.6).
 */
export function withPageBoxes(pdf: Buffer, inset: { trim: number; bleed: number }): Buffer {
  // Latin-1 maps each byte to one character, so that indexes are offsets.
  const text = pdf.toString('latin1');
  const [, trailer, previous] = TRAILER.exec(text) ?? [];
  if (trailer === undefined) throw new Error('the PDF has no trailer');
  let update = text.endsWith('\n') ? '' : '\n';
  const entries: string[] = [];
  for (const [, number, dictionary = ''] of text.matchAll(PAGE)) {
    const [, width, height] = MEDIA_BOX.exec(dictionary) ?? [];
    const box = (by: number) =>
      `[${[by, by, Number(width) - by, Number(height) - by].map((side) => side.toFixed(3)).join(' ')}]`;
    entries.push(`${number} 1\n${String(text.length + update.length).padStart(10, '0')} 00000 n \n`);
    update += `${number} 0 obj\n<<\n${dictionary}/TrimBox ${box(inset.trim)}\n/BleedBox ${box(inset.bleed)}\n>>\nendobj\n`;
  }
  if (entries.length === 0) throw new Error('the PDF has no pages');
  const table = text.length + update.length;
  update += `xref\n${entries.join('')}trailer\n<<\n${trailer}/Prev ${previous}\n>>\nstartxref\n${table}\n%%EOF\n`;
  return Buffer.concat([pdf, Buffer.from(update, 'latin1')]);
}
