/** What stands in `text`, one per line: ingredients, steps. Empty lines only part them for the eye. */
export function linesOf(text: string | null | undefined): string[] {
  return (text ?? '')
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);
}
