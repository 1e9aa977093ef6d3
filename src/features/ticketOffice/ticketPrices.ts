/** An item of the ticket office as a ticket: what it is for, and one price or more. */
export interface Ticket {
  title: string;
  prices: TicketPrice[];
  /** What stands behind the last price. */
  note: string;
}

export interface TicketPrice {
  /** «Inteira», «Meia»; empty where the title says it all. */
  label: string;
  /** `1.200` */
  whole: string;
  cents: string;
}

const PRICE = /R\$\s*(\d{1,3}(?:\.\d{3})+|\d+)(?:,(\d{1,2}))?(?![.,]?\d)/g;
const EDGES = /^[\s,.;:|/()–—-]+|[\s,;:|/(–—-]+$/g;

/**
 * Reads what staff wrote as one line: «Segunda a quarta: inteira R$ 20,00, meia R$ 10,00» is a title and two
 * prices with a label each. Null where there is no price in it.
 */
export function ticketOf(item: string): Ticket | null {
  const found = [...item.matchAll(PRICE)];
  if (found.length === 0) return null;
  const ends = found.map((match) => match.index + match[0].length);
  const before = found.map((match, index) => plain(item.slice(ends[index - 1] ?? 0, match.index)));
  const rest = plain(item.slice(ends.at(-1)));

  const opening = before[0] ?? '';
  // With its space: «sessão das 18:30» has one too.
  const colon = opening.lastIndexOf(': ');
  const [title, first] =
    colon < 0 ? [opening, ''] : [plain(opening.slice(0, colon)), plain(opening.slice(colon + 1))];
  const prices = found.map(([, whole = '', cents = ''], index) => ({
    label: capitalized(index === 0 ? first : (before[index] ?? '')),
    whole,
    cents: cents.padEnd(2, '0'),
  }));
  return title ? { title, prices, note: rest } : { title: capitalized(rest), prices, note: '' };
}

function plain(text: string): string {
  return text.replace(EDGES, '').trim();
}

function capitalized(text: string): string {
  return text.charAt(0).toLocaleUpperCase('pt-BR') + text.slice(1);
}
