import type { Locator, Page, Response } from '@playwright/test';
import { untilKept } from '../journey.ts';
import { failures } from './failures.ts';
import { fill, type Held, read } from './fields.ts';
import type { Lane } from './lane.ts';
import type { DrilledForm } from './list.ts';
import { digest, type Sample } from './samples.ts';

/** What became of one form in one failure. */
export interface Result {
  form: string;
  failure: string;
  fields: number;
  files: number;
  /** By name, with what was there and what is. */
  fieldsLost: string[];
  filesLost: string[];
  /** What is not as promised, though nothing is lost. */
  notes: string[];
  /** Why it could not be gone through. */
  error?: string;
  seconds: number;
}

export interface Cell {
  lane: Lane;
  form: DrilledForm;
  address: string;
  samples: Sample[];
  held: Held;
  notes: string[];
  /** Of the page that is open now. */
  readonly page: Page;
  readonly element: Locator;
  press(): Promise<void>;
  /** Types and chooses all there is. */
  fillIn(): Promise<void>;
  /** Opens the form's screen, signed in. */
  reopen(): Promise<void>;
}

const SAVE_MS = 30_000;
const isSave = (answer: Response) =>
  answer.request().method() !== 'GET' && /^(\/api)?\/admin\//.test(new URL(answer.url()).pathname);

/** Fills a form in, lets `failure` happen, looks whether all is there again, saves, and reads what is stored. */
export async function go(lane: Lane, form: DrilledForm, failure: string, seed: number): Promise<Result> {
  const since = performance.now();
  const result: Result = {
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
    await through(lane, form, failure, seed, result);
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

async function through(lane: Lane, form: DrilledForm, failure: string, seed: number, result: Result) {
  const happening = failures[failure];
  if (!happening) throw new Error(`${failure} is no failure that this drill knows`);
  lane.asked = 0;
  const address = await form.open(lane);
  const cell: Cell = {
    lane,
    form,
    address,
    samples: [],
    held: { fields: {}, files: '' },
    notes: result.notes,
    get page() {
      return lane.page;
    },
    get element() {
      return lane.page.locator(form.form).first();
    },
    press: () => lane.page.locator(form.save).first().click(),
    async fillIn() {
      cell.samples = await fill(cell.page, cell.element, seed, form.skips);
      cell.held = await read(cell.element);
    },
    reopen: () => opened(cell),
  };
  await opened(cell);
  await cell.fillIn();
  result.fields = Object.keys(cell.held.fields).length;
  result.files = cell.samples.length;
  await untilKept(cell.page);

  await happening.happen(cell);
  compare(cell, await read(cell.element), result, 'after');

  const saving = cell.page.waitForResponse((answer) => isSave(answer) && answer.ok(), { timeout: SAVE_MS });
  // Told by the wait below.
  saving.catch(() => {});
  await (happening.finish ?? (() => cell.press()))(cell);
  const { data } = (await (await saving).json()) as { data?: { uuid?: string } };
  const sent = await cell.page.evaluate(() => window.drillLine.sent);
  for (const { name, buffer } of cell.samples)
    if (!sent.some((file) => file.name === name && file.digest === digest(buffer)))
      result.filesLost.push(`${name} did not leave as it was chosen`);

  await cell.page.waitForFunction(() => !document.querySelector('form[aria-busy=true]'));
  await untilKept(cell.page);
  await lane.go(form.stored(data?.uuid ?? '', address));
  await cell.element.waitFor();
  const stored = await read(cell.element);
  await compareStored(cell, stored, result);
  const left = await lane.drafts();
  if (left.length > 0) result.notes.push(`a draft stayed: ${left.map((draft) => draft.form).join(', ')}`);
  if (lane.asked > 0) result.notes.push(`the browser asked ${lane.asked} times before leaving`);
}

async function opened({ lane, address, element, form }: Cell): Promise<void> {
  await lane.go(address);
  await form.shows?.(lane);
  await element.and(lane.page.locator(':not([inert])')).waitFor();
}

function compare({ held, samples }: Cell, now: Held, result: Result, when: string): void {
  for (const [name, value] of Object.entries(held.fields))
    if (now.fields[name] !== value)
      result.fieldsLost.push(`${when}: ${name} was «${value}», is «${now.fields[name] ?? 'gone'}»`);
  for (const { name } of samples) if (!now.files.includes(name)) result.filesLost.push(`${when}: ${name}`);
}

/** On the screen that shows what is stored; what no screen shows again is looked for in what the API answers. */
async function compareStored({ held, lane, form, samples }: Cell, now: Held, result: Result) {
  const missing = Object.entries(held.fields).filter(
    ([name, value]) =>
      now.fields[name] !== value && !isOfNewFile(name, samples) && !form.chooses?.includes(name),
  );
  const answer = missing.length > 0 ? await form.answer(lane) : '';
  for (const [name, value] of missing)
    if (!answer.includes(JSON.stringify(onTheWire(value)).slice(1, -1)))
      result.fieldsLost.push(`stored: ${name} was «${value}», is «${now.fields[name] ?? 'gone'}»`);
  // What is kept as it came can be compared to the byte.
  const kept = samples.filter(({ mimeType }) => !mimeType.startsWith('image/'));
  if (kept.length === 0) return;
  const links = (await form.answer(lane)).match(/"(?:https?:\/)?\/[^"]+\.(?:pdf|mp4)"/g) ?? [];
  const stored = await Promise.all(
    links.map(async (link) => {
      const bytes = await fetch(new URL(JSON.parse(link), lane.product.url));
      return digest(Buffer.from(await bytes.arrayBuffer()));
    }),
  );
  for (const { name, buffer } of kept)
    if (!stored.includes(digest(buffer))) result.filesLost.push(`stored: ${name}`);
}

/** The text of a picture that was new is that of a stored one by then, under another name. */
const isOfNewFile = (field: string, samples: Sample[]) => samples.some(({ name }) => field.includes(name));

const onTheWire = (shown: string) =>
  shown.replace(/^(\d\d)\/(\d\d)\/(\d{4})$/, '$3-$2-$1').replace(/^(\d+),(\d+)$/, '$1.$2');
