/** Splits ingredients or steps into lines; empty lines are dropped. */
export function linesOf(text: string | null | undefined): string[] {
  return (text ?? '')
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);
}
