import { digitsOf } from './format.ts';

// Reads telephones by the Brazilian numbering plan. Every page, link and structured datum gets its number from here.

export interface PhoneReading {
  /** As people read it: `(85) 90000-0012`, `0800 123 4567`; what is no single number stays as it was typed. */
  shown: string;
  /** The number that a phone dials: `+5585900000012`, `08001234567`, `190`. Null where the text is no single number. */
  dial: string | null;
  /** Digits with the country's code where WhatsApp can have the number; null elsewhere. */
  whatsapp: string | null;
  /** Whether anybody can dial it: a number without its area code is dialled in its own area alone. */
  isComplete: boolean;
}

const BRAZIL = '55';
/** Words before a number that say what it is. */
const LABEL = /^(tel(efone)?|fone|fixo|cel(ular)?|whats(app)?|zap|sac|central)\b\s*[.:]?\s*/i;
/** A number of one line has no other characters; invisible ones come with what people paste. */
const ONE_NUMBER = /^\+?[\d\s().\u2010-\u2015\u2212-]+$/;
const INVISIBLE = /[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g;
/** `0xx85`, which stands for the digits of a carrier. */
const CARRIER = /^(\(?\s*)0\s*xx\s*/i;

/** Toll-free and shared-cost numbers, which have a prefix in place of an area code. */
const PREFIXED = /^0[3589]00\d{6,7}$/;
/** One number for the whole country, without an area code. */
const NATIONWIDE = /^(400|300)\d{5}$/;
const SERVICE = /^(1\d\d|10\d{3})$/;
const NATIONAL = /^[1-9]{2}(9\d{8}|\d{8})$/;
const LOCAL = /^(9\d{8}|[2-9]\d{7})$/;

/** Reads a telephone as people type it. */
export function readPhone(text: string): PhoneReading {
  const typed = text.normalize('NFKC').replace(INVISIBLE, '').trim();
  const number = typed.replace(LABEL, '').replace(CARRIER, '$1');
  const unread = { shown: text, dial: null, whatsapp: null, isComplete: false };
  if (!ONE_NUMBER.test(number)) return unread;
  const digits = digitsOf(number);
  if (!number.startsWith('+')) return readBrazilian(digits) ?? unread;
  if (!digits.startsWith(BRAZIL)) return readForeign(digits, text) ?? unread;
  const read = readBrazilian(digits);
  return read?.isComplete ? read : unread;
}

function readForeign(digits: string, shown: string): PhoneReading | null {
  if (!/^[1-9]\d{7,14}$/.test(digits)) return null;
  return { shown, dial: `+${digits}`, whatsapp: digits, isComplete: true };
}

function readBrazilian(digits: string): PhoneReading | null {
  const here = withoutCountry(digits);
  if (PREFIXED.test(here))
    return {
      shown: `${here.slice(0, 4)} ${here.slice(4, -4)} ${here.slice(-4)}`,
      dial: here,
      whatsapp: BRAZIL + here.slice(1),
      isComplete: true,
    };
  if (NATIONWIDE.test(here) || SERVICE.test(here)) {
    const whatsapp = here.length === 8 ? BRAZIL + here : null;
    return { shown: formatSubscriber(here), dial: here, whatsapp, isComplete: true };
  }
  const national = withoutTrunk(here);
  if (NATIONAL.test(national)) {
    const whatsapp = BRAZIL + national;
    return {
      shown: `(${national.slice(0, 2)}) ${formatSubscriber(national.slice(2))}`,
      dial: `+${whatsapp}`,
      whatsapp,
      isComplete: true,
    };
  }
  if (!LOCAL.test(here)) return null;
  return { shown: formatSubscriber(here), dial: here, whatsapp: null, isComplete: false };
}

/** `55` is also an area code: it is the country's only before a whole number. */
function withoutCountry(digits: string): string {
  const [, rest] = /^(?:00)?55(\d+)$/.exec(digits) ?? [];
  return rest && (NATIONAL.test(withoutTrunk(rest)) || PREFIXED.test(rest)) ? rest : digits;
}

/** Takes away the 0 of a long-distance call, and the two digits of a carrier behind it. */
function withoutTrunk(digits: string): string {
  const [, rest] = /^0(?:\d{2}(?=\d{10,11}$))?([1-9]\d{9,10})$/.exec(digits) ?? [];
  return rest ?? digits;
}

/** A number without its area code: `900000012` → `90000-0012`, `190` → `190`. */
export function formatSubscriber(number: string): string {
  const digits = digitsOf(number);
  return digits.length > 6 ? `${digits.slice(0, -4)}-${digits.slice(-4)}` : number;
}

/** A telephone in three fields. An area code of `0` means that the number has none. */
export interface PhoneParts {
  ddi: string;
  ddd: string;
  number: string;
}

/** Reads a telephone from its fields. */
export function readPhoneParts({ ddi, ddd, number }: PhoneParts): PhoneReading {
  const area = /^0+$/.test(ddd) ? '' : ddd;
  if (ddi.replace(/^0+/, '') !== BRAZIL) return readPhone(`+${ddi.replace(/^0+/, '')} ${area} ${number}`);
  const read = readPhone(area + number);
  const isWhole = area === '' || area.length === 4 || read.isComplete;
  if (read.dial && isWhole) return read;
  return { shown: area ? `(${area}) ${number}` : number, dial: null, whatsapp: null, isComplete: false };
}

/** `85900000012` → `(85) 90000-0012`; what is no single number stays as it was typed. */
export const formatPhone = (phone: string): string => readPhone(phone).shown;

/** Returns the link that calls a telephone; null where the text is no single number. */
export function callLink(phone: string): string | null {
  const { dial } = readPhone(phone);
  return dial && `tel:${dial}`;
}

/** Returns the conversation with the first mobile number among `phones`. */
export function whatsappLink(...phones: (string | null)[]): string | null {
  for (const phone of phones) {
    const { whatsapp } = readPhone(phone ?? '');
    if (whatsapp && /^55\d{2}9\d{8}$/.test(whatsapp)) return `https://wa.me/${whatsapp}`;
  }
  return null;
}

/** Returns the number for structured data; null where not everybody can dial it. */
export function telephoneOf(phone: string): string | null {
  const { dial, isComplete } = readPhone(phone);
  return isComplete ? dial : null;
}
