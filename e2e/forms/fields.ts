import type { Locator, Page } from '@playwright/test';
import { files, type Sample } from './samples.ts';

// What is in a form, read from the screen: whatever its fields are, and whichever come tomorrow.

/** What a form holds: each field by its name, or what people call it. */
export interface Held {
  fields: Record<string, string>;
  /** What stands where files are chosen. */
  files: string;
}

interface Found {
  key: string;
  kind: 'choice' | 'check' | 'day' | 'time' | 'instant' | 'address' | 'mail' | 'phone' | 'long' | 'text';
  name: string;
  value: string;
  /** Of a choice. */
  options: string[];
  /** Takes nothing now, such as the text of what only decorates. */
  fixed: boolean;
}

const MARK = 'data-drilled';

/** Every field of `form` in its order; each is marked with its place. */
function look(form: Locator): Promise<Found[]> {
  return form.evaluate((element, mark) => {
    const FIELDS =
      'input:not([type=hidden], [type=file], [type=password], [type=submit], [hidden]), textarea, select';
    const seen = new Map<string, number>();
    // What is folded away is typed in too.
    for (const folded of element.querySelectorAll('details')) folded.open = true;
    const kindOf = (field: HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement): Found['kind'] => {
      if (field instanceof HTMLSelectElement) return 'choice';
      if (field instanceof HTMLTextAreaElement) return 'long';
      if (field.type === 'checkbox' || field.type === 'radio') return 'check';
      if (field.type === 'datetime-local') return 'instant';
      if (field.type === 'date' || field.placeholder === 'dd/mm/aaaa') return 'day';
      if (field.type === 'time' || field.placeholder === 'hh:mm') return 'time';
      if (field.type === 'url' || field.inputMode === 'url') return 'address';
      if (field.type === 'email') return 'mail';
      return field.type === 'tel' ? 'phone' : 'text';
    };
    const fields = [...element.querySelectorAll<HTMLInputElement>(FIELDS)].filter(
      (field) => !field.closest('.draft, .save-bar, [role=dialog]') && field.checkVisibility(),
    );
    return fields.map((field, place) => {
      field.setAttribute(mark, String(place));
      // What React makes up (`useId`) is another after a reload.
      const given = /^_r_/i.test(field.name) ? '' : field.name;
      const own =
        // Under «Entre de novo» nothing shows, and what does not show has no inner text.
        given || field.getAttribute('aria-label') || field.labels?.[0]?.textContent?.trim() || 'sem nome';
      const times = (seen.get(own) ?? 0) + 1;
      seen.set(own, times);
      const kind = kindOf(field);
      return {
        key: times > 1 ? `${own} (${times})` : own,
        kind,
        name: field.name,
        value: kind === 'check' ? String(field.checked) : field.value,
        options:
          field instanceof HTMLSelectElement
            ? [...field.options].filter(({ disabled, value }) => !disabled && value).map(({ value }) => value)
            : [],
        fixed: field.readOnly || field.disabled,
      };
    });
  }, MARK);
}

/** What the form holds now, and when it is to show. */
export async function read(form: Locator): Promise<Held> {
  const found = await look(form);
  const [files, when] = await form.evaluate((element) => {
    const around = [...element.querySelectorAll('input[type=file]')].map((input) => input.closest('.field'));
    const button = element.querySelector('[aria-label^="Quando aparece"]');
    return [
      around.map((one) => one?.textContent ?? '').join('\n'),
      button?.getAttribute('aria-label') ?? '',
    ] as const;
  });
  return {
    fields: {
      ...Object.fromEntries(found.map(({ key, value }) => [key, value])),
      ...(when && { 'quando aparece': when }),
    },
    files,
  };
}

/** Whose form is a law or a map, by their names; any other takes what its kind takes. */
const FORMS: Record<string, (seed: number) => string> = {
  cnpj: (seed) => ['11222333000181', '11444777000161'][seed % 2] ?? '',
  zip_code: (seed) => String(60_000_000 + seed),
  ddi: (seed) => String(50 + (seed % 40)),
  ddd: (seed) => String(11 + (seed % 80)),
  number: (seed) => String(40_000_000 + seed),
  // A nought at the end of a number is not kept.
  latitude: (seed) => `-3.7${10 + (seed % 80)}1`,
  longitude: (seed) => `-38.5${10 + (seed % 40)}1`,
  // As it is said once it is stored.
  preparation_minutes: (seed) => `${10 + (seed % 40)}\u00a0min`,
  total_minutes: (seed) => `1\u00a0h ${1 + (seed % 58)}\u00a0min`,
  size: (seed) => String(2 + (seed % 8)),
  // What one pays by card is less, and what it cost before is more.
  price: (seed) => `${10 + (seed % 80)},90`,
  former_price: (seed) => `${100 + (seed % 80)},50`,
  card_price: (seed) => `${1 + (seed % 8)},99`,
  customer_limit: (seed) => String(2 + (seed % 90)),
  place: (seed) => String(2 + (seed % 90)),
  // A token is for a year at most.
  expires_on: (seed) => dayIn(30 + (seed % 300)),
};

/** What says that another field means nothing, and would take it away. */
const LEFT = new Set(['decorative']);

/** In the language of the contract. */
export const dayIn = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10);

const TIMES = ['08:00', '18:30', '12:00', '13:15'];
const DAY_MS = 86_400_000;

/** Of a cell, what its column is called. */
const ownName = (name: string) => name.replace(/^\w+\.\d+\./, '');

function valueFor({ kind, name, value, options }: Found, seed: number, place: number): string {
  const own = FORMS[ownName(name)]?.(seed);
  if (own) return own;
  const day = dayIn(30 + seed * 3 + place);
  switch (kind) {
    case 'choice':
      return options.find((option) => option !== value) ?? value;
    case 'day':
      return day;
    case 'instant':
      return `${day}T09:30`;
    case 'address':
      return `https://exemplo.example/teste/${seed}/${place}`;
    case 'mail':
      return `teste${seed}.${place}@exemplo.example`;
    case 'phone':
      return `859${String(10_000_000 + seed * 100 + place)}`;
    case 'long':
      return `Primeira linha ${seed}, ${place}\nSegunda linha: açaí & café`;
    default:
      return `Prova ${seed}-${place}`;
  }
}

/** A check is set once; a second round would take it back. */
async function type(page: Page, form: Locator, field: Found, place: number, value: string): Promise<void> {
  const box = form.locator(`[${MARK}="${place}"]`);
  if (field.kind === 'choice') await box.selectOption(value);
  else if (field.kind === 'check') await box.setChecked(true);
  // A cell takes what a spreadsheet would copy into it.
  else if (field.kind === 'day' && ownName(field.name) !== field.name)
    await box.fill(value.split('-').toReversed().join('/'));
  else if ((await box.getAttribute('type')) === 'text' && (field.kind === 'day' || field.kind === 'time')) {
    await box.click();
    await box.fill('');
    // As a person does it: digits only, the field brings the rest.
    const digits = field.kind === 'day' ? value.split('-').toReversed().join('') : value.replace(':', '');
    await box.pressSequentially(digits);
    await page.keyboard.press('Tab');
  } else await box.fill(value);
}

/** Fills everything in: texts, days, choices, files, rows that open with a check, and a departure where there is a plan. */
export async function fill(
  page: Page,
  form: Locator,
  seed: number,
  skips: readonly (string | RegExp)[] = [],
): Promise<Sample[]> {
  const sent: Sample[] = [];
  // What is hidden fills in another field.
  const inputs = form.locator('input[type=file]:not([hidden])');
  for (let at = 0; at < (await inputs.count()); at++) {
    const input = inputs.nth(at);
    const [accept, several] = await input.evaluate((element: HTMLInputElement) => [
      element.accept,
      element.multiple,
    ]);
    const chosen = await files(String(accept), `prova ${seed}-${at}`, several ? 2 : 1);
    await input.setInputFiles(chosen);
    sent.push(...chosen);
  }
  const done = new Set<string>();
  let times = 0;
  for (let more = true; more; ) {
    more = false;
    // What is filled in may open more.
    for (const [place, field] of (await look(form)).entries()) {
      if (done.has(field.key) || field.fixed || LEFT.has(field.name)) continue;
      if (skips.some((skip) => field.name.match(skip)?.[0] === field.name)) continue;
      done.add(field.key);
      more = true;
      const value = field.kind === 'time' ? (TIMES[times++ % 4] ?? '') : valueFor(field, seed, place);
      await type(page, form, field, place, value);
      if (field.kind === 'check') break;
    }
  }
  await leaveAt(page, form, seed);
  return sent;
}

/** It shows at once, and goes at a minute of its own. */
async function leaveAt(page: Page, form: Locator, seed: number): Promise<void> {
  const button = form.getByRole('button', { name: 'Quando aparece' });
  if ((await button.count()) === 0) return;
  await button.click();
  const dialog = page.getByRole('alertdialog');
  await dialog.getByText('Tirar em').waitFor();
  const day = new Date(Date.UTC(2031, 0, 1) + seed * DAY_MS).toISOString().slice(0, 10);
  const both = dialog.locator('input[type=datetime-local]').last();
  if ((await both.count()) > 0) await both.fill(`${day}T07:45`);
  else {
    await dialog.getByPlaceholder('dd/mm/aaaa').last().fill(day.split('-').toReversed().join('/'));
    await dialog.getByPlaceholder('hh:mm').last().fill('07:45');
  }
  await dialog.getByRole('button', { name: 'Pronto' }).click();
  await dialog.waitFor({ state: 'hidden' });
}
