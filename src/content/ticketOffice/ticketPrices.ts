/** An item of the ticket office, parsed as a ticket: its title and at least one price. */
export interface Ticket {
  title: string;
  prices: TicketPrice[];
  /** Text after the last price. */
  note: string;
}

export interface TicketPrice {
  /** «Inteira», «Meia»; empty if the title is enough. */
  label: string;
  /** Whole reais with thousands separators: `1.200`. */
  whole: string;
  cents: string;
}

const PRICE = /R\$\s*(\d{1,3}(?:\.\d{3})+|\d+)(?:,(\d{1,2}))?(?![.,]?\d)/g;
const EDGES = /^[\s,.;:|/()–—-]+|[\s,;:|/(–—-]+$/g;

/**
 * Parses a line of text: «Segunda a quarta: inteira R$ 20,00, meia R$ 10,00» is a title and two labelled
 * prices. Null if it contains no price.
 */
export function parseTicket(item: string): Ticket | null {
  const matches = [...item.matchAll(PRICE)];
  if (matches.length === 0) return null;
  const priceEnds = matches.map((match) => match.index + match[0].length);
  const labels = matches.map((match, index) => plain(item.slice(priceEnds[index - 1] ?? 0, match.index)));
  const rest = plain(item.slice(priceEnds.at(-1)));

  const opening = labels[0] ?? '';
  // The space distinguishes the colon from that of a time, as in «sessão das 18:30».
  const colon = opening.lastIndexOf(': ');
  const [title, first] =
    colon < 0 ? [opening, ''] : [plain(opening.slice(0, colon)), plain(opening.slice(colon + 1))];
  const prices = matches.map(([, whole = '', cents = ''], index) => ({
    label: capitalized(index === 0 ? first : (labels[index] ?? '')),
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
