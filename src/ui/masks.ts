/** The punctuation of a code or a number. */
export interface Mask {
  /** What is never part of the value itself. */
  noise: RegExp;
  /** From the shortest: `#` stands for a digit, `A` for a digit or capital letter. */
  patterns: readonly string[];
  /** Texts and values that stay as they are typed. */
  free?: { text: RegExp; value: RegExp };
}

const digits = (...patterns: string[]): Mask => ({ noise: /\D/g, patterns });

export const masks = {
  zipCode: digits('#####-###'),
  /** Letters and digits, the two check digits digits only. */
  cnpj: { noise: /[^\dA-Za-z]/g, patterns: ['AA.AAA.AAA/AAAA-##'] },
  // Brazilian numbers have eight digits, or nine where they are mobile.
  /** With the area code. */
  phone: {
    ...digits('(##) ####-####', '(##) #####-####'),
    // 0800, 4004 and 190 have no area code, and an extension or a second number is words.
    free: { text: /\p{L}|\/|\d{4}\s$/u, value: /^(0|[34]00|1\d{0,2}$)/ },
  },
  /** Without it. */
  phoneNumber: digits('####-####', '#####-####'),
  threeDigits: digits('###'),
  fourDigits: digits('####'),
} satisfies Record<string, Mask>;

/** `value` with the punctuation of `mask`; as it is where it does not fit, so that no digit is ever lost. */
export function masked({ noise, patterns, free }: Mask, value: string): string {
  const plain = value.replace(noise, '').toUpperCase();
  if (free?.text.test(value)) return value;
  if (free?.value.test(plain)) return value.replace(/^\(/, '');
  for (const pattern of patterns) {
    const shown = fill(pattern, plain);
    if (shown !== null) return shown;
  }
  return value;
}

/** `plain` in its places, with the punctuation between them; null where it does not fit. */
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

/** Sets the punctuation of what was just typed, with the caret behind the same character as before. */
export function maskInput(mask: Mask, input: HTMLInputElement): void {
  const { value, selectionStart } = input;
  const shown = masked(mask, value);
  if (shown === value) return;
  const caret = caretAfter(mask, value.slice(0, selectionStart ?? value.length), shown);
  input.value = shown;
  input.setSelectionRange(caret, caret);
}

/** Where the caret stands in `shown` that stood behind `typed`. */
export function caretAfter({ noise }: Mask, typed: string, shown: string): number {
  let left = typed.replace(noise, '').length;
  let caret = 0;
  while (left > 0 && caret < shown.length) {
    left -= (shown[caret] ?? '').replace(noise, '').length;
    caret += 1;
  }
  return caret;
}
