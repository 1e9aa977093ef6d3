import { digitsOf } from './format.ts';

// Parses phone numbers by the Brazilian numbering plan. Every page, link and structured datum uses this
// module.

export interface ParsedPhone {
  /** Formatted number: `(85) 90000-0012`, `0800 123 4567`; the text as typed if it is not a single number. */
  formatted: string;
  /** Number to dial: `+5585900000012`, `08001234567`, `190`. Null if the text is not a single number. */
  dial: string | null;
  /** Digits with the country code if WhatsApp can have the number, else null. */
  whatsapp: string | null;
  /** Whether the number can be dialled from anywhere: without an area code it works in its own area only. */
  isComplete: boolean;
}

const BRAZIL = '55';
/** Labels before a number. */
const LABEL = /^(tel(efone)?|fone|fixo|cel(ular)?|whats(app)?|zap|sac|central)\b\s*[.:]?\s*/i;
/** Characters of a single number; pasted text may contain invisible ones as well. */
const ONE_NUMBER = /^\+?[\d\s().\u2010-\u2015\u2212-]+$/;
const INVISIBLE = /[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g;
/** `0xx85`: `xx` stands for the digits of a carrier. */
const CARRIER = /^(\(?\s*)0\s*xx\s*/i;

/** Toll-free and shared-cost numbers, which have a prefix instead of an area code. */
const PREFIXED = /^0[3589]00\d{6,7}$/;
/** Nationwide numbers without an area code. */
const NATIONWIDE = /^(400|300)\d{5}$/;
const SERVICE = /^(1\d\d|10\d{3})$/;
const NATIONAL = /^[1-9]{2}(9\d{8}|\d{8})$/;
const LOCAL = /^(9\d{8}|[2-9]\d{7})$/;

/** Parses a phone number as users type it. */
export function parsePhone(text: string): ParsedPhone {
  const typed = text.normalize('NFKC').replace(INVISIBLE, '').trim();
  const number = typed.replace(LABEL, '').replace(CARRIER, '$1');
  const unparsed = { formatted: text, dial: null, whatsapp: null, isComplete: false };
  if (!ONE_NUMBER.test(number)) return unparsed;
  const digits = digitsOf(number);
  if (!number.startsWith('+')) return readBrazilian(digits) ?? unparsed;
  if (!digits.startsWith(BRAZIL)) return readForeign(digits, text) ?? unparsed;
  const parsed = readBrazilian(digits);
  return parsed?.isComplete ? parsed : unparsed;
}

function readForeign(digits: string, formatted: string): ParsedPhone | null {
  if (!/^[1-9]\d{7,14}$/.test(digits)) return null;
  return { formatted, dial: `+${digits}`, whatsapp: digits, isComplete: true };
}

function readBrazilian(digits: string): ParsedPhone | null {
  const domestic = withoutCountry(digits);
  if (PREFIXED.test(domestic))
    return {
      formatted: `${domestic.slice(0, 4)} ${domestic.slice(4, -4)} ${domestic.slice(-4)}`,
      dial: domestic,
      whatsapp: BRAZIL + domestic.slice(1),
      isComplete: true,
    };
  if (NATIONWIDE.test(domestic) || SERVICE.test(domestic)) {
    const whatsapp = domestic.length === 8 ? BRAZIL + domestic : null;
    return { formatted: formatSubscriber(domestic), dial: domestic, whatsapp, isComplete: true };
  }
  const national = withoutTrunk(domestic);
  if (NATIONAL.test(national)) {
    const whatsapp = BRAZIL + national;
    return {
      formatted: `(${national.slice(0, 2)}) ${formatSubscriber(national.slice(2))}`,
      dial: `+${whatsapp}`,
      whatsapp,
      isComplete: true,
    };
  }
  if (!LOCAL.test(domestic)) return null;
  return { formatted: formatSubscriber(domestic), dial: domestic, whatsapp: null, isComplete: false };
}

/**
 * Removes the country code. `55` is also an area code, so it counts as the country's only before a complete
 * number.
 */
function withoutCountry(digits: string): string {
  const [, rest] = /^(?:00)?55(\d+)$/.exec(digits) ?? [];
  return rest && (NATIONAL.test(withoutTrunk(rest)) || PREFIXED.test(rest)) ? rest : digits;
}

/** Removes the trunk prefix 0 of a long-distance call and the two digits of a carrier after it. */
function withoutTrunk(digits: string): string {
  const [, rest] = /^0(?:\d{2}(?=\d{10,11}$))?([1-9]\d{9,10})$/.exec(digits) ?? [];
  return rest ?? digits;
}

/** Formats a number without its area code: `900000012` as `90000-0012`, `190` as `190`. */
export function formatSubscriber(number: string): string {
  const digits = digitsOf(number);
  return digits.length > 6 ? `${digits.slice(0, -4)}-${digits.slice(-4)}` : number;
}

/** A phone number in three fields. An area code of `0` means that the number has none. */
export interface PhoneParts {
  ddi: string;
  ddd: string;
  number: string;
}

/** Parses a phone number in three fields. */
export function parsePhoneParts({ ddi, ddd, number }: PhoneParts): ParsedPhone {
  const area = /^0+$/.test(ddd) ? '' : ddd;
  if (ddi.replace(/^0+/, '') !== BRAZIL) return parsePhone(`+${ddi.replace(/^0+/, '')} ${area} ${number}`);
  const parsed = parsePhone(area + number);
  const isPlausible = area === '' || area.length === 4 || parsed.isComplete;
  if (parsed.dial && isPlausible) return parsed;
  return { formatted: area ? `(${area}) ${number}` : number, dial: null, whatsapp: null, isComplete: false };
}

/** Formats `85900000012` as `(85) 90000-0012`; returns other texts unchanged. */
export const formatPhone = (phone: string): string => parsePhone(phone).formatted;

/** Returns the `tel:` link of a phone number; null if the text is not a single number. */
export function callLink(phone: string): string | null {
  const { dial } = parsePhone(phone);
  return dial && `tel:${dial}`;
}

/** Returns the WhatsApp link of the first mobile number among `phones`. */
export function whatsappLink(...phones: (string | null)[]): string | null {
  for (const phone of phones) {
    const { whatsapp } = parsePhone(phone ?? '');
    if (whatsapp && /^55\d{2}9\d{8}$/.test(whatsapp)) return `https://wa.me/${whatsapp}`;
  }
  return null;
}

/** Returns the number for structured data; null if it cannot be dialled from anywhere. */
export function telephoneOf(phone: string): string | null {
  const { dial, isComplete } = parsePhone(phone);
  return isComplete ? dial : null;
}
