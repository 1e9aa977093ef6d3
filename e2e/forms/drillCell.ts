import type { Locator, Page, Response } from '@playwright/test';
import { confirmStepUp, untilDraftStored } from '../journey.ts';
import type { BrowserLane } from './browserLane.ts';
import type { DrilledForm } from './drilledForms.ts';
import { failures } from './formFailures.ts';
import { type FormValues, fillForm, LEAVES, readForm } from './formFields.ts';
import { digest, type SampleFile } from './samples.ts';

/** Result of one form in one failure. */
export interface CellResult {
  form: string;
  failure: string;
  fields: number;
  files: number;
  /** Lost fields by name, with the expected and the actual value. */
  fieldsLost: string[];
  filesLost: string[];
  /** Deviations without data loss. */
  notes: string[];
  /** Reason why the cell could not be completed. */
  error?: string;
  seconds: number;
}

export interface Cell {
  lane: BrowserLane;
  form: DrilledForm;
  address: string;
  samples: SampleFile[];
  values: FormValues;
  notes: string[];
  /** The page that is open now; a crash or a closed tab replaces it. */
  readonly page: Page;
  readonly element: Locator;
  press(): Promise<void>;
  /** Types into every field and chooses every file. */
  fillIn(): Promise<void>;
  /** Opens the form's screen, signed in. */
  reopen(): Promise<void>;
}

const SAVE_MS = 30_000;
const isSave = (answer: Response) =>
  answer.request().method() !== 'GET' && /^(\/api)?\/admin\//.test(new URL(answer.url()).pathname);

/** Fills in a form, causes `failure`, compares the form, saves, and compares the stored record. */
export async function runFormCell(
  lane: BrowserLane,
  form: DrilledForm,
  failure: string,
  seed: number,
): Promise<CellResult> {
  const since = performance.now();
  const result: CellResult = {
    form: form.name,
    failure,
    fields: 0,
    files: 0,
    fieldsLost: [],
    filesLost: [],
    notes: [],
    seconds: 0,
  };
  try {
    await runCell(lane, form, failure, seed, result);
  } catch (error) {
    await lane.page
      .screenshot({ path: `test-results/forms/${form.name.replace('/', '-')} ${failure}.png`, timeout: 3000 })
      .catch(() => {});
    const said = lane.page.locator('.summary, .field-error, [role=alert]');
    const shown = await said.allInnerTexts().catch(() => []);
    const [first = ''] = (error instanceof Error ? error.message : String(error)).split('\n');
    result.error = [first, ...shown].join(' | ').replaceAll('\n', ' ').slice(0, 600);
  }
  result.seconds = (performance.now() - since) / 1000;
  return result;
}

async function runCell(
  lane: BrowserLane,
  form: DrilledForm,
  failure: string,
  seed: number,
  result: CellResult,
) {
  const happening = failures[failure];
  if (!happening) throw new Error(`unknown failure ${failure}`);
  lane.leaveWarnings = 0;
  const address = await form.open(lane);
  const cell: Cell = {
    lane,
    form,
    address,
    samples: [],
    values: { fields: {}, files: '', isSaving: false },
    notes: result.notes,
    get page() {
      return lane.page;
    },
    get element() {
      return lane.page.locator(form.form).first();
    },
    async press() {
      await lane.page.locator(form.save).first().click();
      // Only prices that are unusual for their department lead to this question.
      const sure = lane.page.getByRole('button', { name: 'Salvar assim mesmo' });
      sure.click({ timeout: SAVE_MS }).catch(() => {});
    },
    async fillIn() {
      cell.samples = await fillForm(cell.page, cell.element, seed, form.skippedFields);
      cell.values = await readForm(cell.element);
    },
    reopen: () => opened(cell),
  };
  await opened(cell);
  await cell.fillIn();
  result.fields = Object.keys(cell.values.fields).length;
  result.files = cell.samples.length;
  await untilDraftStored(cell.page);

  await happening.cause(cell);
  compare(cell, await readForm(cell.element), result, 'after');

  const saving = cell.page.waitForResponse((answer) => isSave(answer) && answer.ok(), { timeout: SAVE_MS });
  // The `await` below reports the rejection.
  saving.catch(() => {});
  await (happening.finish ?? (() => cell.press()))(cell);
  // Only some forms ask for the password again. Closing the tab after the cell ends the wait of the others.
  confirmStepUp(cell.page, lane.product.admin).catch(() => {});
  const { data } = (await (await saving).json()) as { data?: { uuid?: string } };
  const sent = await cell.page.evaluate(() => window.drillLine.sent);
  for (const { name, buffer } of cell.samples)
    if (!sent.some((file) => file.name === name && file.digest === digest(buffer)))
      result.filesLost.push(`${name} did not leave as it was chosen`);

  await cell.page.waitForFunction(() => !document.querySelector('form[aria-busy=true]'));
  await untilDraftStored(cell.page);
  await lane.go(form.stored(data?.uuid ?? '', address));
  await cell.element.waitFor();
  const stored = await readForm(cell.element);
  await compareStored(cell, stored, result);
  const left = await lane.drafts();
  if (left.length > 0) result.notes.push(`a draft stayed: ${left.map((draft) => draft.form).join(', ')}`);
  if (lane.leaveWarnings > 0)
    result.notes.push(`the browser asked ${lane.leaveWarnings} times before leaving`);
}

async function opened({ lane, address, element, form }: Cell): Promise<void> {
  await lane.go(address);
  await form.showForm?.(lane);
  await element.and(lane.page.locator(':not([inert])')).waitFor();
}

function compare({ values, samples }: Cell, now: FormValues, result: CellResult, when: string): void {
  // During a save, the save bar shows its progress instead.
  for (const [name, value] of Object.entries(values.fields))
    if (now.fields[name] !== value && !(name === LEAVES && now.isSaving))
      result.fieldsLost.push(`${when}: ${name} was «${value}», is «${now.fields[name] ?? 'gone'}»`);
  for (const { name } of samples) if (!now.files.includes(name)) result.filesLost.push(`${when}: ${name}`);
}

/**
 * Compares with the screen that shows the stored record; fields that no screen shows are searched in the
 * API's response.
 */
async function compareStored({ values, lane, form, samples }: Cell, now: FormValues, result: CellResult) {
  const missing = Object.entries(values.fields).filter(
    ([name, value]) =>
      now.fields[name] !== value && !isOfNewFile(name, samples) && !form.unstoredChoices?.includes(name),
  );
  const answer = missing.length > 0 ? await form.answer(lane) : '';
  for (const [name, value] of missing)
    if (!answer.includes(JSON.stringify(onTheWire(value)).slice(1, -1)))
      result.fieldsLost.push(`stored: ${name} was «${value}», is «${now.fields[name] ?? 'gone'}»`);
  // Files that are stored unchanged can be compared byte by byte.
  const unchanged = samples.filter(({ mimeType }) => !mimeType.startsWith('image/'));
  if (unchanged.length === 0) return;
  const links = (await form.answer(lane)).match(/"(?:https?:\/)?\/[^"]+\.(?:pdf|mp4)"/g) ?? [];
  const stored = await Promise.all(
    links.map(async (link) => {
      const bytes = await fetch(new URL(JSON.parse(link), lane.product.url));
      return digest(Buffer.from(await bytes.arrayBuffer()));
    }),
  );
  for (const { name, buffer } of unchanged)
    if (!stored.includes(digest(buffer))) result.filesLost.push(`stored: ${name}`);
}

/** Returns whether a field belongs to a new picture; once stored, that picture has another name. */
const isOfNewFile = (field: string, samples: SampleFile[]) =>
  samples.some(({ name }) => field.includes(name));

const onTheWire = (shown: string) =>
  shown.replace(/^(\d\d)\/(\d\d)\/(\d{4})$/, '$3-$2-$1').replace(/^(\d+),(\d+)$/, '$1.$2');
