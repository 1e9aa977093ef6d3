/** Punctuation of a code or a number. */
export interface Mask {
  /** Characters that are never part of the value itself. */
  noise: RegExp;
  /** Patterns, shortest first: `#` stands for a digit, `A` for a digit or capital letter. */
  patterns: readonly string[];
  /** Texts and values that are not masked. */
  free?: { text: RegExp; value: RegExp };
}

const digits = (...patterns: string[]): Mask => ({ noise: /\D/g, patterns });

export const masks = {
  zipCode: digits('#####-###'),
  /** Letters and digits; the two check digits are digits only. */
  cnpj: { noise: /[^\dA-Za-z]/g, patterns: ['AA.AAA.AAA/AAAA-##'] },
  // Brazilian numbers have eight digits, mobile numbers nine.
  /** With the area code. */
  phone: {
    ...digits('(##) ####-####', '(##) #####-####'),
    // 0800, 4004 and 190 have no area code; an extension or a second number contains words.
    free: { text: /\p{L}|\/|\d{4}\s$/u, value: /^(0|[34]00|1\d{0,2}$)/ },
  },
  /** Without the area code. */
  phoneNumber: digits('####-####', '#####-####'),
  threeDigits: digits('###'),
  fourDigits: digits('####'),
} satisfies Record<string, Mask>;

/** Returns `value` with the punctuation of `mask`; unchanged if it does not fit, so that no digit is lost. */
export function applyMask({ noise, patterns, free }: Mask, value: string): string {
  const plain = value.replace(noise, '').toUpperCase();
  if (free?.text.test(value)) return value;
  if (free?.value.test(plain)) return value.replace(/^\(/, '');
  for (const pattern of patterns) {
    const shown = fill(pattern, plain);
    if (shown !== null) return shown;
  }
  return value;
}

/** Returns `plain` with the punctuation of `pattern`, or null if it does not fit. */
function fill(pattern: string, plain: string): string | null {
  let [shown, punctuation, next] = ['', '', 0];
  for (const place of pattern) {
    if (place !== '#' && place !== 'A') {
      punctuation += place;
      continue;
    }
    const character = plain[next];
    if (character === undefined) break;
    if (!(place === '#' ? /\d/ : /[\dA-Z]/).test(character)) return null;
    shown += punctuation + character;
    punctuation = '';
    next += 1;
  }
  return next === plain.length ? shown : null;
}

/** Returns the position in `shown` for a caret that was behind `typed`. */
export function caretAfter({ noise }: Mask, typed: string, shown: string): number {
  let left = typed.replace(noise, '').length;
  let caret = 0;
  while (left > 0 && caret < shown.length) {
    left -= (shown[caret] ?? '').replace(noise, '').length;
    caret += 1;
  }
  return caret;
}
