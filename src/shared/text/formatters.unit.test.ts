import { expect, test } from 'vitest';
import { formatInstantForMail as momentOfMail } from '../../accounts/auth/account.mail.ts';
import { endsSoon, expiryText, permissionsText } from '../../accounts/tokens/token.words.ts';
import { eventsInWords, resourcesInWords, typeInWords } from '../../accounts/webhooks/webhook.words.ts';
import { retentionEnd } from '../../content/applications/application.rows.ts';
import { endingNotice, endingSentence, nextBookletNotice } from '../../content/booklets/bookletNotices.ts';
import { offersOfDayText, shortWeekdayDate } from '../../content/dailyOffers/dailyOfferItems.ts';
import { readPrice, readSize, readTypedOffer } from '../../content/offers/import/typedOffer.ts';
import { hoursInWords } from '../../content/openingHours/hoursInWords.ts';
import { expiryDay } from '../../content/posters/leaflet.service.ts';
import {
  posterValidityText as leafletValidityOf,
  ownDaysText,
  termsText,
} from '../../content/posters/leaflet.texts.ts';
import { sizeText, typedNumber, unitPriceText, validityText } from '../../content/pricing/offer.format.ts';
import { formatCents, formatPrice } from '../../content/pricing/price.ts';
import { discountPercent, formatThousandths, toWirePrice, toWireSize } from '../../content/pricing/prices.ts';
import { isoDuration, minutesInWords, parseMinutes } from '../../content/recipes/recipe.effort.ts';
import { resources } from '../../content/resources.ts';
import { screeningName } from '../../content/screenings/screening.format.ts';
import { toOffsetTime } from '../../content/screenings/screening.localTime.ts';
import { parseLine } from '../../content/shoppingList/shoppingLineParser.ts';
import { versionChangesText, versionStateText } from '../../records/office/history/versionWords.ts';
import { auditText, titleOf } from '../../records/server/history/history.words.ts';
import { momentInWords } from '../../site/preview/previewWords.ts';
import { addDays } from '../dates.ts';
import { parseStored } from '../storedJson.ts';
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
import { readNumber } from './typedNumber.ts';
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
  ...{
    isInstant,
    toInstant,
    toLocalTime,
    formatPrice,
    asPrice: toWirePrice,
    asSize: toWireSize,
    typedNumber,
    minutesIn: parseMinutes,
    toOffsetTime,
  },
  ...{
    newFrom: nextBookletNotice,
    shortDay: shortWeekdayDate,
    typeInWords,
    keptUntil: expiryDay,
    momentOfMail,
  },
  erasedAt: (text) => retentionEnd(text, 6),
  formatPeriod: (text) => [formatPeriod(text, null), formatPeriod(null, text), formatPeriod(text, text)],
  inSentence: (text) => inSentence([text, text, text], 2),
  readNumber: (text) => [readNumber(text, 'open'), readNumber(text, 'thousands')],
  readPrice: (text) => readPrice(text),
  readSize: (text) => [readSize(text, 'kg'), readSize(text, 'g'), readSize('1.500', text)],
  readTypedOffer: (text) => readTypedOffer({ size: text, unit: text, price: text, place: text }),
  readLine: (text) => parseLine(text),
  isSameInstant: (text) => isSameInstant(text, `${text}Z`),
  addDays: (text) => addDays(text, 1),
  savingOf: (text) => discountPercent(text, text),
  sizeInWords: (size) => sizeText({ size, unit: 'kg' }),
  unitPriceInWords: (price) => unitPriceText({ price, per: 'kg' }),
  validityInWords: (text) => [validityText(day(text), '2026-11-22'), validityText(day(text), text)],
  leafletValidityOf: (text) => leafletValidityOf(day(text)),
  termsOf: (text) => termsText(day(text)),
  ownDaysOf: (text) => ownDaysText(day(text), day('2026-11-22')),
  endingOf: (text) => [endingNotice(text, '2026-11-22'), endingNotice(text, text)],
  endingInFull: (text) => endingSentence(text, text),
  theOnesOf: (text) => [offersOfDayText(text, '2026-11-22'), offersOfDayText(text, text)],
  hoursInWords: (text) => hoursInWords([{ weekday: 1, opens: text, closes: text }]),
  expiryInWords: (text) => [expiryText(text, '2026-11-22'), endsSoon(text, text)],
  permissionsInWords: (text) => permissionsText([text]),
  eventsInWords: (text) => eventsInWords([text]),
  resourcesInWords: (text) => resourcesInWords([text]),
  stateOf: (from) => versionStateText({ state: 'scheduled', from, goes: false } as never),
  changesOf: (text) =>
    versionChangesText({ changed: [text], goes: false, state: 'published' } as never, false),
  called: (starts_at) => screeningName({ movie: { name: starts_at }, starts_at } as never),
  inWords: (text) => auditText({ action: text, entity: text, user_name: text }),
  titleOf: (text) =>
    resources.map((known) => titleOf(known, 'title' in known ? { [known.title]: text } : {})),
  parseStored: (text) => [parseStored(text, []), parseStored(text, null)],
};

const NUMBER_FORMATTERS: Record<string, (count: number) => unknown> = {
  ...{
    wallClock,
    formatBytes,
    formatCount,
    priceOf: formatCents,
    sizeOf: formatThousandths,
    minutesInWords,
    isoDuration,
  },
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
