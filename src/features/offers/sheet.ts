/** A row of a table that is text, with the line of the text on which it begins. */
export interface SheetRow {
  line: number;
  cells: string[];
}

/**
 * The rows of what a spreadsheet copies (tabs between cells) or writes as CSV (semicolons in Brazil, commas elsewhere):
 * which of these it is, its first line says where nobody does. In quotes a cell may hold all of them, line ends too. Empty lines are no
 * rows.
 */
export function rowsOf(text: string, separator?: string): SheetRow[] {
  const plain = text.replace(/^\uFEFF/, '').replace(/\r\n?/g, '\n');
  const [first = ''] = plain.split('\n');
  const between = separator ?? separatorOf(first);
  const rows: SheetRow[] = [];
  let [line, begun, cell, isQuoted] = [1, 1, '', false];
  let cells: string[] = [];
  const endCell = () => {
    cells.push(cell.trim());
    cell = '';
  };
  const endRow = () => {
    endCell();
    if (cells.some(Boolean)) rows.push({ line: begun, cells });
    cells = [];
    begun = line;
  };
  for (let at = 0; at < plain.length; at += 1) {
    const character = plain[at] ?? '';
    if (character === '\n') line += 1;
    if (isQuoted) {
      if (character !== '"') cell += character;
      else if (plain[at + 1] === '"') {
        cell += '"';
        at += 1;
      } else isQuoted = false;
    } else if (character === '"' && cell.trim() === '') {
      cell = '';
      isQuoted = true;
    } else if (character === between) endCell();
    else if (character === '\n') endRow();
    else cell += character;
  }
  endRow();
  return rows;
}

/** What there is most of outside of quotes. */
function separatorOf(line: string): string {
  const plain = line.replace(/"[^"]*"/g, '');
  const count = (separator: string) => plain.split(separator).length;
  return ['\t', ';', ','].reduce((most, one) => (count(one) > count(most) ? one : most));
}
