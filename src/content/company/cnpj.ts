// The number of a company. Since July 2026 its first twelve places may contain letters; the two check digits
// remain digits. Source: Receita Federal, Instrução Normativa RFB nº 2.229, of 15 October 2024.

/**
 * Returns whether both check digits are correct. All zeros have a valid checksum but are no company's number.
 */
export function hasCnpjCheckDigits(formatted: string): boolean {
  const plain = formatted.replace(/[./-]/g, '');
  if (/^0*$/.test(plain)) return false;
  const root = plain.slice(0, 12);
  const first = checkDigit(root);
  return plain === `${root}${first}${checkDigit(`${root}${first}`)}`;
}

/**
 * Calculates a check digit: each character counts as its ASCII code minus 48 (A is 17), with weights from 2
 * to 9, repeated from the right.
 */
function checkDigit(places: string): number {
  const sum = [...places]
    .reverse()
    .reduce((total, place, index) => total + (place.charCodeAt(0) - 48) * (2 + (index % 8)), 0);
  const rest = sum % 11;
  return rest < 2 ? 0 : 11 - rest;
}
