import { expect, test } from 'vitest';
import { parseStored } from '../contract/stored.ts';
import { readNumber } from '../contract/typedNumber.ts';
import { erasedAt } from '../features/applications/application.rows.ts';
import { inWords as momentOfMail } from '../features/auth/account.mail.ts';
import { shortDay, theOnesOf } from '../features/booklets/leafletItems.ts';
import { endingInFull, endingOf, newFrom } from '../features/booklets/leafletWords.ts';
import { hoursInWords } from '../features/branches/hoursInWords.ts';
import { readLine } from '../features/groceries/groceryReader.ts';
import { inWords, titleOf } from '../features/history/history.words.ts';
import { changesOf, stateOf } from '../features/history/versionWords.ts';
import { keptUntil } from '../features/leaflets/leaflet.service.ts';
import { validityOf as leafletValidityOf, ownDaysOf, termsOf } from '../features/leaflets/leaflet.words.ts';
import {
  sizeInWords,
  typedNumber,
  unitPriceInWords,
  validityInWords,
} from '../features/offers/offer.words.ts';
import { formatPrice, priceOf } from '../features/offers/price.ts';
import { asPrice, asSize, savingOf, sizeOf } from '../features/offers/prices.ts';
import { readPrice, readSize, readTypedOffer } from '../features/offers/typedOffer.ts';
import { isoDuration, minutesIn, minutesInWords } from '../features/recipes/recipe.effort.ts';
import { resources } from '../features/resources.ts';
import { clockOfHours } from '../features/screenings/screening.clock.ts';
import { called } from '../features/screenings/screening.words.ts';
import { endsSoon, expiryInWords, permissionsInWords } from '../features/tokens/token.words.ts';
import { eventsInWords, resourcesInWords, typeInWords } from '../features/webhooks/webhook.words.ts';
import { momentInWords } from '../site/previewWords.ts';
import { addDays } from './addDays.ts';
import {
  capitalize,
  digitsOf,
  formatBytes,
  formatCnpj,
  formatDate,
  formatDayMonth,
  formatInstant,
  formatLongDay,
  formatPeriod,
  formatWeekday,
  formatZipCode,
  inSentence,
} from './format.ts';
import { formatTime } from './formatTime.ts';
import { initialsOf } from './initials.ts';
import { callLink, formatPhone, formatSubscriber, telephoneOf } from './phone.ts';
import { formatCount, plural } from './plural.ts';
import { wallClock } from './wallClock.ts';
import { isInstant, isSameInstant, toInstant, toLocalTime } from './zonedTime.ts';

const TEXTS = [
  ...['', ' ', '\0', '\ud800', '\u202e', '😀', 'null', 'NaN', '[]', '{}', '-', ':', 'T', '%', '999'],
  ...['2026-13-45T99:99:99Z', '2026-13-45', '2026-02-30', '0000-00-00', '9999-99-99', '2026-11-22'],
  ...['+275760-09-13T00:00:00Z', '-271821-04-20T00:00:00Z', '+275760-09-14', '2026-11-22T12:00'],
  ...['2026-11-22T25:00:00Z', '24:00', '99:99', 'ab:cd', '1e309', '9'.repeat(400), 'x'.repeat(70_000)],
];
const NUMBERS = [
  Number.NaN,
  Number.POSITIVE_INFINITY,
  Number.NEGATIVE_INFINITY,
  -0,
  -1,
  0.5,
  8.64e15,
  8.65e15,
  1e308,
];

const day = (valid_from: string) => ({ valid_from, valid_until: valid_from });
const clock = clockOfHours();

const TEXT_FORMATTERS: Record<string, (text: string) => unknown> = {
  ...{
    formatDate,
    formatDayMonth,
    formatWeekday,
    formatLongDay,
    formatInstant,
    formatPhone,
    formatSubscriber,
  },
  ...{ formatZipCode, formatCnpj, digitsOf, callLink, telephoneOf, capitalize, formatTime, initialsOf },
  ...{ isInstant, toInstant, toLocalTime, formatPrice, asPrice, asSize, typedNumber, minutesIn, clock },
  ...{ newFrom, shortDay, typeInWords, keptUntil, momentOfMail },
  erasedAt: (text) => erasedAt(text, 6),
  formatPeriod: (text) => [formatPeriod(text, null), formatPeriod(null, text), formatPeriod(text, text)],
  inSentence: (text) => inSentence([text, text, text], 2),
  readNumber: (text) => [readNumber(text, 'open'), readNumber(text, 'thousands')],
  readPrice: (text) => readPrice(text),
  readSize: (text) => [readSize(text, 'kg'), readSize(text, 'g'), readSize('1.500', text)],
  readTypedOffer: (text) => readTypedOffer({ size: text, unit: text, price: text, place: text }),
  readLine: (text) => readLine(text),
  isSameInstant: (text) => isSameInstant(text, `${text}Z`),
  addDays: (text) => addDays(text, 1),
  savingOf: (text) => savingOf(text, text),
  sizeInWords: (size) => sizeInWords({ size, unit: 'kg' }),
  unitPriceInWords: (price) => unitPriceInWords({ price, per: 'kg' }),
  validityInWords: (text) => [validityInWords(day(text), '2026-11-22'), validityInWords(day(text), text)],
  leafletValidityOf: (text) => leafletValidityOf(day(text)),
  termsOf: (text) => termsOf(day(text)),
  ownDaysOf: (text) => ownDaysOf(day(text), day('2026-11-22')),
  endingOf: (text) => [endingOf(text, '2026-11-22'), endingOf(text, text)],
  endingInFull: (text) => endingInFull(text, text),
  theOnesOf: (text) => [theOnesOf(text, '2026-11-22'), theOnesOf(text, text)],
  hoursInWords: (text) => hoursInWords([{ weekday: 1, opens: text, closes: text }]),
  expiryInWords: (text) => [expiryInWords(text, '2026-11-22'), endsSoon(text, text)],
  permissionsInWords: (text) => permissionsInWords([text]),
  eventsInWords: (text) => eventsInWords([text]),
  resourcesInWords: (text) => resourcesInWords([text]),
  stateOf: (from) => stateOf({ state: 'scheduled', from, goes: false } as never),
  changesOf: (text) => changesOf({ changed: [text], goes: false, state: 'published' } as never, false),
  called: (starts_at) => called({ movie: { name: starts_at }, starts_at } as never),
  inWords: (text) => inWords({ action: text, entity: text, user_name: text }),
  titleOf: (text) =>
    resources.map((known) => titleOf(known, 'title' in known ? { [known.title]: text } : {})),
  parseStored: (text) => [parseStored(text, []), parseStored(text, null)],
};

const NUMBER_FORMATTERS: Record<string, (count: number) => unknown> = {
  ...{ wallClock, formatBytes, formatCount, priceOf, sizeOf, minutesInWords, isoDuration },
  plural: (count) => plural(count, 'um', 'dois'),
  momentInWords: (at) => [momentInWords(at, 0), momentInWords(0, at)],
  addDays: (days) => addDays('2026-11-22', days),
};

test.each(Object.entries(TEXT_FORMATTERS))(
  '%s formats every stored text without an error',
  (_name, format) => {
    for (const text of TEXTS) expect(() => format(text), JSON.stringify(text.slice(0, 40))).not.toThrow();
  },
);

test.each(Object.entries(NUMBER_FORMATTERS))(
  '%s formats every stored number without an error',
  (_name, format) => {
    for (const count of NUMBERS) expect(() => format(count), String(count)).not.toThrow();
  },
);

test('a damaged stored list is parsed as an empty one', () => {
  for (const text of [null, '', '{"a":', '{}', '7']) expect(parseStored(text, [])).toEqual([]);
  expect(parseStored('["a"]', [])).toEqual(['a']);
});
