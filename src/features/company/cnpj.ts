// The number of a company. Since July 2026 its first twelve places may hold letters, too; the two check digits
// stay digits. Receita Federal, Instrução Normativa RFB nº 2.229, of 15 October 2024.

const PLAIN = /^[\dA-Za-z]{12}\d{2}$/;

/** With or without punctuation → `12.ABC.345/01DE-35`; what has not the form of a CNPJ stays as it is. */
export function formattedCnpj(text: string): string {
  const plain = text.replace(/[\s./-]/g, '');
  if (!PLAIN.test(plain)) return text;
  return plain.toUpperCase().replace(/^(.{2})(.{3})(.{3})(.{4})(.{2})$/, '$1.$2.$3/$4-$5');
}

/** Whether both check digits are right. All zeros pass the sum and belong to nobody. */
export function hasCnpjCheckDigits(formatted: string): boolean {
  const plain = formatted.replace(/[./-]/g, '');
  if (/^0*$/.test(plain)) return false;
  const root = plain.slice(0, 12);
  const first = checkDigit(root);
  return plain === `${root}${first}${checkDigit(`${root}${first}`)}`;
}

/** A character counts as its ASCII code less 48 (A is 17); weights run from 2 to 9, over and over, from the right. */
function checkDigit(places: string): number {
  const sum = [...places]
    .reverse()
    .reduce((total, place, index) => total + (place.charCodeAt(0) - 48) * (2 + (index % 8)), 0);
  const rest = sum % 11;
  return rest < 2 ? 0 : 11 - rest;
}
