import type { Locator, Page } from '@playwright/test';
import { type SampleFile, sampleFiles } from './samples.ts';

// Reads the fields of a form from the screen, so that new fields and kinds are covered without changes here.

/** Values of a form: each field by its name, or by its label. */
export interface FormValues {
  fields: Record<string, string>;
  /** Text around the file inputs. */
  files: string;
  /** Whether a save is in progress. */
  isSaving: boolean;
}

interface FormField {
  key: string;
  kind: 'choice' | 'check' | 'day' | 'time' | 'instant' | 'address' | 'mail' | 'phone' | 'long' | 'text';
  name: string;
  value: string;
  /** Values of a select. */
  options: string[];
  /** Whether the field is read-only, such as the text of a decorative picture. */
  fixed: boolean;
}

const MARK = 'data-drilled';

/** Lists every field of `form` in order, and marks each with its place. */
function look(form: Locator): Promise<FormField[]> {
  return form.evaluate((element, mark) => {
    const FIELDS =
      'input:not([type=hidden], [type=file], [type=password], [type=submit], [hidden]), textarea, select';
    const counts = new Map<string, number>();
    // Collapsed fields are filled in too.
    for (const folded of element.querySelectorAll('details')) folded.open = true;
    const kindOf = (field: HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement): FormField['kind'] => {
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
      // Names from React's `useId` change on each load.
      const given = /^_r_/i.test(field.name) ? '' : field.name;
      const own =
        // Under «Entre de novo» the form is hidden, and a hidden element has no `innerText`.
        given || field.getAttribute('aria-label') || field.labels?.[0]?.textContent?.trim() || 'sem nome';
      const times = (counts.get(own) ?? 0) + 1;
      counts.set(own, times);
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

/** Name under which the instant is read at which the record leaves the site. */
export const LEAVES = 'até quando aparece';

/** Reads the current values of the form, and its publication setting. */
export async function readForm(form: Locator): Promise<FormValues> {
  const found = await look(form);
  const [files, when, isSaving] = await form.evaluate((element) => {
    const around = [...element.querySelectorAll('input[type=file]')].map((input) => input.closest('.field'));
    return [
      around.map((field) => field?.textContent ?? '').join('\n'),
      // The save bar says it of what was chosen; otherwise a notice above says it of what is stored.
      [element.querySelector('.save-bar'), element.closest('main')]
        .map((part) => /Sai do site em [\d/]+ [\d:]+/.exec(part?.textContent ?? '')?.[0])
        .find(Boolean) ?? '',
      element.ariaBusy === 'true',
    ] as const;
  });
  return {
    fields: {
      ...Object.fromEntries(found.map(({ key, value }) => [key, value])),
      ...(when && { [LEAVES]: when }),
    },
    files,
    isSaving,
  };
}

/** Values of fields whose format is prescribed, by field name; other fields take the value of their kind. */
const FORMS: Record<string, (seed: number) => string> = {
  cnpj: (seed) => ['11222333000181', '11444777000161'][seed % 2] ?? '',
  zip_code: (seed) => String(60_000_000 + seed),
  ddi: (seed) => String(50 + (seed % 40)),
  ddd: (seed) => String(11 + (seed % 80)),
  number: (seed) => String(40_000_000 + seed),
  // Trailing zeros of a decimal are not stored.
  latitude: (seed) => `-3.7${10 + (seed % 80)}1`,
  longitude: (seed) => `-38.5${10 + (seed % 40)}1`,
  // In the format that the form shows after a save.
  preparation_minutes: (seed) => `${10 + (seed % 40)} min`,
  total_minutes: (seed) => `1 h ${1 + (seed % 58)} min`,
  size: (seed) => String(2 + (seed % 8)),
  // Card price < price < former price.
  price: (seed) => `${10 + (seed % 80)},90`,
  former_price: (seed) => `${100 + (seed % 80)},50`,
  card_price: (seed) => `${1 + (seed % 8)},99`,
  customer_limit: (seed) => String(2 + (seed % 90)),
  place: (seed) => String(2 + (seed % 90)),
  // A token expires after a year at most.
  expires_on: (seed) => dayIn(30 + (seed % 300)),
};

/** Checkboxes that disable another field and would clear it. */
const LEFT = new Set(['decorative']);

/** Returns the day `days` from now as `YYYY-MM-DD`. */
export const dayIn = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10);

const TIMES = ['08:00', '18:30', '12:00', '13:15'];
const DAY_MS = 86_400_000;

/** Returns the column name of a cell. */
const columnOf = (name: string) => name.replace(/^\w+\.\d+\./, '');

function valueFor({ kind, name, value, options }: FormField, seed: number, place: number): string {
  const own = FORMS[columnOf(name)]?.(seed);
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

/** Fills in one field. Checkboxes are only set, because a second click would clear them. */
async function type(
  page: Page,
  form: Locator,
  field: FormField,
  place: number,
  value: string,
): Promise<void> {
  const box = form.locator(`[${MARK}="${place}"]`);
  if (field.kind === 'choice') await box.selectOption(value);
  else if (field.kind === 'check') await box.setChecked(true);
  // A table cell takes the format that a spreadsheet copies.
  else if (field.kind === 'day' && columnOf(field.name) !== field.name)
    await box.fill(value.split('-').toReversed().join('/'));
  else if ((await box.getAttribute('type')) === 'text' && (field.kind === 'day' || field.kind === 'time')) {
    await box.click();
    await box.fill('');
    // Users type digits only; the field adds the separators.
    const digits = field.kind === 'day' ? value.split('-').toReversed().join('') : value.replace(':', '');
    await box.pressSequentially(digits);
    await page.keyboard.press('Tab');
  } else await box.fill(value);
}

/** Fills in every field, file, row that a checkbox opens, and the end of publication. Returns the files. */
export async function fillForm(
  page: Page,
  form: Locator,
  seed: number,
  skips: readonly (string | RegExp)[] = [],
): Promise<SampleFile[]> {
  const sent: SampleFile[] = [];
  // Hidden inputs fill in another field.
  const inputs = form.locator('input[type=file]:not([hidden])');
  for (let at = 0; at < (await inputs.count()); at++) {
    const input = inputs.nth(at);
    const [accept, several] = await input.evaluate((element: HTMLInputElement) => [
      element.accept,
      element.multiple,
    ]);
    const chosen = await sampleFiles(String(accept), `prova ${seed}-${at}`, several ? 2 : 1);
    await input.setInputFiles(chosen);
    sent.push(...chosen);
  }
  const done = new Set<string>();
  let times = 0;
  for (let more = true; more; ) {
    more = false;
    // A filled field may reveal others.
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

/** Sets a form to publish at once and to unpublish at a given minute. */
async function leaveAt(page: Page, form: Locator, seed: number): Promise<void> {
  const button = form.getByRole('button', { name: 'Mais jeitos de salvar' });
  if ((await button.count()) === 0) return;
  await button.click();
  const menu = page.getByRole('menu');
  await menu.waitFor();
  const schedule = page.getByRole('menuitem', { name: /^(Agendar…|Mudar o dia e a hora…)$/ });
  if ((await schedule.count()) === 0) {
    await page.keyboard.press('Escape');
    return menu.waitFor({ state: 'hidden' });
  }
  await schedule.click();
  const dialog = page.getByRole('alertdialog');
  await dialog.getByText('Sai em').waitFor();
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
