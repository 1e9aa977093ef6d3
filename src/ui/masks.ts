import { format, type MaskOptions, type TrackingData } from '@react-input/mask';

const digit = { _: /\d/ };

/** How many digits there will be once what is typed or deleted took effect. */
function digitsAfter({ value, data, selectionStart, selectionEnd }: TrackingData): number {
  const rest = value.slice(0, selectionStart) + value.slice(selectionEnd);
  return `${rest}${data ?? ''}`.replace(/\D/g, '').length;
}

/** Brazilian numbers have eight digits, or nine where they are mobile. */
const growing = (short: string, long: string, most: number): MaskOptions => ({
  mask: long,
  replacement: digit,
  modify: (data) => ({ mask: digitsAfter(data) > most ? long : short }),
});

export const masks = {
  zipCode: { mask: '_____-___', replacement: digit },
  /** Letters and digits, the two check digits digits only. */
  cnpj: {
    mask: '__.___.___/____-##',
    replacement: { _: /[\dA-Za-z]/, '#': /\d/ },
    track: ({ data }) => data?.toUpperCase() ?? data,
  },
  /** With the area code. */
  phone: growing('(__) ____-____', '(__) _____-____', 10),
  /** Without it. */
  phoneNumber: growing('____-____', '_____-____', 8),
  threeDigits: { mask: '___', replacement: digit },
} satisfies Record<string, MaskOptions>;

/** `value` with the punctuation of `mask`; as it is where it does not fit. */
export function masked({ mask = '', replacement = '', modify }: MaskOptions, value: string): string {
  const chosen =
    modify?.({ inputType: 'insert', data: value, value: '', selectionStart: 0, selectionEnd: 0 })?.mask ??
    mask;
  const plain = value.replace(/[^\dA-Za-z]/g, '');
  const shown = format(plain, { mask: chosen, replacement });
  return shown.replace(/[^\dA-Za-z]/g, '') === plain ? shown : value;
}
