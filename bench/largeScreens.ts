import type { Browser, Page } from '@playwright/test';
import { launchChromium, openRecipes, SLOWER } from './browser.ts';
import type { Figure } from './figures.ts';
import type { RunningProduct } from './product.ts';

// Typing and scrolling in the largest screens of the back office. Tasks are measured in processor time of the page's
// main thread, which the browser's slowdown lengthens and other processes do not.

const TYPED = 'Arroz agulhinha tipo 1 da serra, 5 quilo';
const KEY_MS = 60;
/** Time in ms after which a screen is complete and has fetched others beforehand. */
const SETTLED_MS = 6000;
const LIMIT_MS = 50;
const FRAME_MS = 1000 / 60;
const OFFERS = 200;
const WEEK_ROWS = 60;
const SCROLL = { x: 700, y: 600, yDistance: -6000, speed: 2000, gestureSourceType: 'mouse' } as const;

interface Screen {
  what: string;
  address: string;
  /** Link on the screen at `address` that leads to the screen. */
  link?: string;
  fill?: (page: Page) => Promise<void>;
  field: string;
  typed?: string;
}

const SCREENS: readonly Screen[] = [
  {
    what: 'the form of a branch',
    address: '/admin/branches/index',
    link: 'a[href^="/admin/branches/edit/"]',
    field: 'input[name=name]',
  },
  {
    what: 'the form of a recipe',
    address: '/admin/revenues/index',
    link: 'a[href^="/admin/revenues/edit/"]',
    field: 'form textarea >> nth=-1',
  },
  {
    what: `the table of ${OFFERS} offers`,
    address: '/admin/offers/compose',
    async fill(page) {
      const lines = Array.from(
        { length: OFFERS },
        (_, at) => `Suco da medida ${at + 1}\tSerra\t1\tl\t9,90\t\t\t\tBebidas`,
      );
      await page.locator('[name="offers.0.product"]').evaluate((field, text) => {
        const clipboardData = new DataTransfer();
        clipboardData.setData('text/plain', text);
        field.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
      }, lines.join('\n'));
      await page.locator(`[name="offers.${OFFERS - 1}.product"]`).waitFor();
    },
    field: '[name="offers.100.product"]',
  },
  {
    what: `the week of the cinema with ${WEEK_ROWS} rows`,
    address: '/admin/screenings/compose',
    async fill(page) {
      const add = page.getByRole('button', { name: 'Adicionar linha' });
      const rows = page.locator('[name^="rows."][name$=".room"]');
      while ((await rows.count()) < WEEK_ROWS) await add.click();
    },
    field: '[name="rows.2.times.3"]',
    typed: ' 10h 10h30 11h 11h30 12h 12h30 13h 13h30 ',
  },
];

/** Measures tasks while 40 characters are typed into each screen, and while it is scrolled. */
export async function* largeScreens(product: RunningProduct): AsyncGenerator<Figure> {
  const browser = await launchChromium();
  try {
    const { storageState } = await openRecipes(browser, product);
    for (const screen of SCREENS) {
      const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, storageState });
      const page = await context.newPage();
      await page.goto(product.url + screen.address, { waitUntil: 'load' });
      if (screen.link) await page.locator(screen.link).first().click();
      await page.waitForTimeout(SETTLED_MS);
      await screen.fill?.(page);
      await page.locator(screen.field).waitFor();
      const devtools = await context.newCDPSession(page);
      await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
      yield await typing(browser, page, screen);
      yield await scrolling(browser, page, screen, () =>
        devtools.send('Input.synthesizeScrollGesture', SCROLL),
      );
      await context.close();
    }
  } finally {
    await browser.close();
  }
}

async function typing(browser: Browser, page: Page, { what, field, typed = TYPED }: Screen): Promise<Figure> {
  await page.locator(field).click();
  await page.keyboard.press('End');
  const { longest } = await traceTasks(browser, page, () => page.keyboard.type(typed, { delay: KEY_MS }));
  return {
    what: `longest task while 40 characters are typed in ${what}, processor ${SLOWER} × slower`,
    measured: `${longest.toFixed(0)} ms`,
    goal: `≤ ${LIMIT_MS} ms`,
    reached: longest <= LIMIT_MS,
  };
}

async function scrolling(
  browser: Browser,
  page: Page,
  { what }: Screen,
  scroll: () => Promise<unknown>,
): Promise<Figure> {
  await page.evaluate(() => {
    scrollTo(0, 0);
    const frames: number[] = [];
    Object.assign(globalThis, { frames });
    const note = (at: number) => {
      frames.push(at);
      requestAnimationFrame(note);
    };
    requestAnimationFrame(note);
  });
  const { longest, raster } = await traceTasks(browser, page, scroll);
  const frames = await page.evaluate(() => (globalThis as unknown as { frames: number[] }).frames);
  const gaps = frames.slice(1).map((at, index) => at - (frames[index] ?? at));
  const late = gaps.filter((gap) => gap > FRAME_MS + 1).length / gaps.length;
  return {
    what: `longest task while ${what} is scrolled, processor ${SLOWER} × slower`,
    measured: `${longest.toFixed(0)} ms; ${(late * 100).toFixed(0)} % of ${gaps.length} frames late, ${Math.max(...gaps).toFixed(0)} ms at most; drawn in software in ${(raster / gaps.length).toFixed(1)} ms a frame`,
    goal: `≤ ${FRAME_MS.toFixed(1)} ms`,
    reached: longest <= FRAME_MS,
  };
}

interface TraceEvent {
  name: string;
  pid: number;
  tid: number;
  dur?: number;
  /** Processor time in microseconds. */
  tdur?: number;
}

/** Returns the longest task of the page's main thread during `act`, and the time of drawing, in ms. */
async function traceTasks(browser: Browser, page: Page, act: () => Promise<unknown>) {
  const categories = ['devtools.timeline', 'disabled-by-default-devtools.timeline', 'blink.user_timing'];
  await browser.startTracing(page, { categories });
  await page.evaluate(() => performance.mark('traced'));
  await act();
  const { traceEvents } = JSON.parse(String(await browser.stopTracing())) as { traceEvents: TraceEvent[] };
  const mark = traceEvents.find(({ name }) => name === 'traced');
  const ms = ({ tdur = 0 }: TraceEvent) => tdur / 1000;
  const tasks = traceEvents.filter(
    ({ name, pid, tid }) => name === 'RunTask' && pid === mark?.pid && tid === mark.tid,
  );
  if (tasks.length === 0) throw new Error('the trace has no tasks of the page');
  return {
    longest: Math.max(...tasks.map(ms)),
    raster: traceEvents
      .filter(({ name, pid }) => name === 'RasterTask' && pid === mark?.pid)
      .reduce((sum, event) => sum + ms(event), 0),
  };
}
