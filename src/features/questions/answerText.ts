// How an answer is written: a line is a paragraph, one that begins with a dash an item of a list, and `[words](address)`
// a link, to a page of the site or elsewhere. All else is plain text.

/** A piece of a line: words, or words that lead somewhere. */
export interface Piece {
  text: string;
  href?: string;
}

export type Block = { kind: 'text'; pieces: Piece[] } | { kind: 'list'; items: Piece[][] };

const LINK = /\[([^[\]\n]+)\]\(((?:https?:\/\/|mailto:|tel:|\/(?![/\\]))[^\s()]*)\)/g;
const ITEM = /^[-–•]\s+/;

export function blocksOf(answer: string): Block[] {
  const blocks: Block[] = [];
  for (const line of answer.split('\n').map((one) => one.trim())) {
    if (!line) continue;
    const last = blocks.at(-1);
    const pieces = piecesOf(line.replace(ITEM, ''));
    if (!ITEM.test(line)) blocks.push({ kind: 'text', pieces });
    else if (last?.kind === 'list') last.items.push(pieces);
    else blocks.push({ kind: 'list', items: [pieces] });
  }
  return blocks;
}

/** The words alone, for machines and for the search. */
export const plainAnswer = (answer: string): string => answer.replace(LINK, '$1');

function piecesOf(line: string): Piece[] {
  const pieces: Piece[] = [];
  let end = 0;
  for (const { 0: whole, 1: text = '', 2: href = '', index } of line.matchAll(LINK)) {
    if (index > end) pieces.push({ text: line.slice(end, index) });
    pieces.push({ text, href });
    end = index + whole.length;
  }
  if (end < line.length) pieces.push({ text: line.slice(end) });
  return pieces;
}
