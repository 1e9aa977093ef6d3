/**
 * Parses stored JSON. Returns `otherwise` if the text is no JSON, or if only `otherwise` is an array, so that
 * a damaged row does not fail a whole list.
 */
export function parseStored<T>(text: string | null | undefined, otherwise: T): T {
  // Most columns are empty, and an exception for each would cost more than the rest of a row.
  if (!text) return otherwise;
  try {
    const value: unknown = JSON.parse(text);
    return Array.isArray(otherwise) && !Array.isArray(value) ? otherwise : (value as T);
  } catch {
    return otherwise;
  }
}
