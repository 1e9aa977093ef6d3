// Markup of answers: each line is a paragraph; a line that begins with a dash is a list item;
// `[words](address)` is a link to a page of the site or elsewhere. Everything else is plain text.

/** Part of a line: plain text, or a link. */
export interface AnswerPart {
  text: string;
  href?: string;
}

export type AnswerBlock = { kind: 'text'; pieces: AnswerPart[] } | { kind: 'list'; items: AnswerPart[][] };

const LINK = /\[([^[\]\n]+)\]\(((?:https?:\/\/|mailto:|tel:|\/(?![/\\]))[^\s()]*)\)/g;
const ITEM = /^[-–•]\s+/;

export function parseAnswer(answer: string): AnswerBlock[] {
  const blocks: AnswerBlock[] = [];
  for (const line of answer.split('\n').map((rawLine) => rawLine.trim())) {
    if (!line) continue;
    const last = blocks.at(-1);
    const pieces = piecesOf(line.replace(ITEM, ''));
    if (!ITEM.test(line)) blocks.push({ kind: 'text', pieces });
    else if (last?.kind === 'list') last.items.push(pieces);
    else blocks.push({ kind: 'list', items: [pieces] });
  }
  return blocks;
}

/** Returns the answer without link addresses, for search and machine-readable data. */
export const plainAnswer = (answer: string): string => answer.replace(LINK, '$1');

function piecesOf(line: string): AnswerPart[] {
  const pieces: AnswerPart[] = [];
  let end = 0;
  for (const { 0: whole, 1: text = '', 2: href = '', index } of line.matchAll(LINK)) {
    if (index > end) pieces.push({ text: line.slice(end, index) });
    pieces.push({ text, href });
    end = index + whole.length;
  }
  if (end < line.length) pieces.push({ text: line.slice(end) });
  return pieces;
}
