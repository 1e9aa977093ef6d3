import { setTimeout as pause } from 'node:timers/promises';
import { type Browser, type BrowserContext, chromium, type Page } from '@playwright/test';
import { chromiumArgs, chromiumPath } from '../test/chromium.ts';
import type { Figure } from './figures.ts';
import { median, type RunningProduct } from './product.ts';

export const launchChromium = () => {
  const executablePath = chromiumPath({ whole: true });
  return chromium.launch({ ...(executablePath && { executablePath }), args: chromiumArgs });
};

/** A list as a signed-in user opens it, and the ways to it and to its first record's form. */
export interface OpenList {
  address: string;
  /** Address of a screen with the menu. */
  start: string;
  /** Selectors of the menu's entry for the list, of the link from its first row to the form, and of a filled field. */
  menuEntry: string;
  rowLink: string;
  field: string;
  /** Token and cookies, as the browser stores them. */
  storageState: Awaited<ReturnType<BrowserContext['storageState']>>;
}

export interface ListPaint {
  /** Milliseconds from the start of the navigation to the frame that shows text of the tenth row. */
  ms: number;
  /** Bytes of scripts and styles, of pictures, and of all files as served, until the network is quiet. */
  code: number;
  pictures: number;
  all: number;
  /** Bytes of what the browser fetched beforehand afterwards. */
  ahead: number;
}

/** Silence in ms after which the network counts as quiet, and after which nothing follows. */
const QUIET_MS = 1000;
const REST_MS = 3000;

/** Opens our list of recipes with the token and the cookie that authenticates pages. */
export async function openRecipes(browser: Browser, { url, admin }: RunningProduct): Promise<OpenList> {
  const page = await browser.newPage();
  await page.goto(`${url}/auth/login`);
  await page.getByLabel('E-mail').fill(admin.email);
  await page.getByLabel('Senha', { exact: true }).fill(admin.password);
  await page.getByRole('button', { name: 'Entrar', exact: true }).click();
  await page.waitForURL('**/admin/dashboard');
  const storageState = await page.context().storageState();
  const token = await page.evaluate(() => localStorage.getItem('vitrine.token'));
  await page.close();
  await untilNoRecentChanges(url, token ?? '');
  return {
    address: `${url}/admin/revenues/index`,
    start: `${url}/admin/dashboard`,
    menuEntry: 'nav a[href="/admin/revenues/index"]',
    rowLink: 'tbody tr:first-child a[href^="/admin/revenues/edit/"]',
    field: 'form input[name="name"]',
    storageState,
  };
}

/** Waits until the demo's own saves are too old to be reported to a new window, which would reload its list. */
async function untilNoRecentChanges(url: string, token: string): Promise<void> {
  for (;;) {
    const response = await fetch(`${url}/api/admin/changes`, {
      headers: { authorization: `Bearer ${token}` },
    });
    const { data } = (await response.json()) as { data: { missed: boolean; changes: unknown[] } };
    if (!data.missed && data.changes.length === 0) return;
    await pause(1000);
  }
}

/** A connection and a processor as users have them. */
export interface Line {
  name: string;
  /** Bits per second, and milliseconds until the first byte of a response. */
  network?: { rate: number; latency: number };
  /** The processor is slower by this factor. */
  slower?: number;
}

/** Factor by which a slow processor is slower than this one. */
export const SLOWER = 4;

export const LOOPBACK: Line = { name: 'loopback' };

export const LINES: readonly Line[] = [
  LOOPBACK,
  { name: 'office line (20 Mbit/s, 20 ms)', network: { rate: 20e6, latency: 20 } },
  {
    name: `4G (9 Mbit/s, 85 ms), processor ${SLOWER} × slower`,
    network: { rate: 9e6, latency: 85 },
    slower: SLOWER,
  },
];

const WINDOW_MS = 2000;

/** Slows the connection and the processor of a page. */
async function emulate(page: Page, { network, slower }: Line) {
  const devtools = await page.context().newCDPSession(page);
  if (network)
    await devtools.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: network.latency,
      downloadThroughput: network.rate / 8,
      uploadThroughput: network.rate / 8,
    });
  if (slower) await devtools.send('Emulation.setCPUThrottlingRate', { rate: slower });
}

/** Opens the list with a cold cache. */
export async function measureListPaint(
  browser: Browser,
  { address, storageState }: Pick<OpenList, 'address' | 'storageState'>,
  line = LOOPBACK,
): Promise<ListPaint> {
  // High enough for ten rows with pictures.
  const context = await browser.newContext({ viewport: { width: 1440, height: 1300 }, storageState });
  try {
    await context.addInitScript(() => {
      // Element Timing reports when text was painted; hidden text and text outside the window do not count.
      const watch = new MutationObserver(() => {
        for (const part of document.querySelectorAll('tbody tr:nth-child(10) :not([elementtiming])'))
          part.setAttribute('elementtiming', 'row');
      });
      watch.observe(document, { childList: true, subtree: true });
      new PerformanceObserver((list) => {
        const text = list.getEntriesByName('text-paint')[0];
        if (!text) return;
        watch.disconnect();
        performance.mark('row', { startTime: text.startTime });
      }).observe({ type: 'element', buffered: true });
    });
    const page = await context.newPage();
    // A new window of this browser fetches hundreds of files of its own and competes for the CPU.
    await page.waitForTimeout(WINDOW_MS);
    await emulate(page, line);
    await page.goto(address);
    await page.waitForFunction(() => performance.getEntriesByName('row').length > 0);
    const files = await filesAfterSilence(page, REST_MS);
    const ms = await page.evaluate(() => performance.getEntriesByName('row')[0]?.startTime ?? Number.NaN);
    return { ms, ...weightOf(files) };
  } finally {
    await context.close();
  }
}

/**
 * Waits until a page has loaded nothing for `ms`, and returns what it has loaded. `networkidle` would wait for the end
 * of the stream of changes too.
 */
async function filesAfterSilence(page: Page, ms: number): Promise<PerformanceResourceTiming[]> {
  const files = await page.waitForFunction((rest) => {
    const entries = ['navigation', 'resource'].flatMap((type) => performance.getEntriesByType(type));
    const files = entries.map((entry) => entry.toJSON() as PerformanceResourceTiming);
    return performance.now() - Math.max(...files.map(({ responseEnd }) => responseEnd)) > rest && files;
  }, ms);
  return (await files.jsonValue()) || [];
}

function weightOf(files: PerformanceResourceTiming[]): Omit<ListPaint, 'ms'> {
  const inOrder = files.toSorted((a, b) => a.startTime - b.startTime);
  let end = 0;
  const quiet = inOrder.findIndex(({ startTime, responseEnd }) => {
    if (startTime - end > QUIET_MS) return true;
    end = Math.max(end, responseEnd);
    return false;
  });
  const needed = quiet < 0 ? inOrder : inOrder.slice(0, quiet);
  const sum = (list: PerformanceResourceTiming[]) =>
    list.reduce((bytes, { encodedBodySize }) => bytes + encodedBodySize, 0);
  return {
    code: sum(needed.filter(({ name }) => /\.(js|css)(\?|$)/.test(name))),
    pictures: sum(needed.filter(({ name }) => /\.(avif|webp|jpe?g|png)(\?|$)/.test(name))),
    all: sum(needed),
    ahead: sum(inOrder) - sum(needed),
  };
}

/** Milliseconds from a click to the frame that shows the next screen, visited for the first time. */
export interface Steps {
  /** Opening the list from the menu, until its tenth row. */
  list: number;
  /** Opening the form from a row, until its field. */
  form: number;
}

/**
 * How the pointer reaches a link: as a driver's, at once, or as a hand's, which rests on the link for `restMs` and holds
 * the button down for `pressMs`.
 */
export interface Pointer {
  name: string;
  restMs: number;
  pressMs: number;
}

export const POINTERS: readonly Pointer[] = [
  { name: 'at once', restMs: 0, pressMs: 0 },
  { name: 'after a rest of 200 ms, with a press of 80 ms', restMs: 200, pressMs: 80 },
];

/** Opens the screen with the menu with a cold cache, the list from there, and the form of its first row. */
export async function measureSteps(
  browser: Browser,
  list: OpenList,
  line: Line,
  pointer: Pointer,
): Promise<Steps> {
  // Payload hides its menu up to 1440 px.
  const context = await browser.newContext({
    viewport: { width: 1500, height: 1300 },
    storageState: list.storageState,
  });
  try {
    const page = await context.newPage();
    await page.waitForTimeout(WINDOW_MS);
    await emulate(page, line);
    await page.goto(list.start);
    const toList = await measureClick(page, list.menuEntry, 'tbody tr:nth-child(10)', pointer);
    return { list: toList, form: await measureClick(page, list.rowLink, list.field, pointer) };
  } finally {
    await context.close();
  }
}

/** Clicks a link of a screen at rest and waits until the screen at its address shows an element. */
async function measureClick(
  page: Page,
  link: string,
  shown: string,
  { restMs, pressMs }: Pointer,
): Promise<number> {
  await filesAfterSilence(page, QUIET_MS);
  await page.waitForTimeout(WINDOW_MS);
  const entry = page.locator(link).first();
  const took = entry.evaluateHandle((element: HTMLAnchorElement, shown) => {
    const path = new URL(element.href).pathname;
    const isShown = () => {
      const wanted = document.querySelector(shown);
      if (location.pathname !== path || !wanted || wanted.getClientRects().length === 0) return false;
      return !(wanted instanceof HTMLInputElement) || wanted.value !== '';
    };
    return {
      ms: new Promise<number>((resolve) => {
        const look = (from: number) => {
          if (!isShown()) requestAnimationFrame(() => look(from));
          // A task after the frame's callbacks runs when it was painted.
          else requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - from)));
        };
        addEventListener('click', ({ timeStamp }) => look(timeStamp), { capture: true, once: true });
      }),
    };
  }, shown);
  const waiting = await took;
  if (restMs > 0) {
    await entry.hover();
    await page.waitForTimeout(restMs);
  }
  await entry.click({ noWaitAfter: true, delay: pressMs });
  return waiting.evaluate(({ ms }) => ms);
}

/** Measures the list of recipes until its tenth row is painted, and the size of what it loads. */
export async function adminListPaint(product: RunningProduct): Promise<Figure[]> {
  const browser = await launchChromium();
  try {
    const list = await openRecipes(browser, product);
    const rounds: ListPaint[] = [];
    for (let round = 0; round < 7; round += 1) rounds.push(await measureListPaint(browser, list));
    const time = median(rounds.slice(1).map(({ ms }) => ms));
    const most = (part: keyof ListPaint) => Math.max(...rounds.map((round) => round[part]));
    return [
      {
        what: 'list of recipes, cold cache, signed in, until its tenth row shows; script and styles until the network is quiet',
        measured: `${time.toFixed(0)} ms, ${kilobytes(most('code'))}`,
        goal: '≤ 180 ms, ≤ 200 KB',
        reached: time <= 180 && most('code') <= 200_000,
      },
      {
        what: 'all files of the list until the network is quiet; its pictures',
        measured: `${kilobytes(most('all'))}, ${kilobytes(most('pictures'))}; code of other screens while idle: ${kilobytes(most('ahead'))}`,
        goal: '≤ 320 KB, ≤ 60 KB',
        reached: most('all') <= 320_000 && most('pictures') <= 60_000,
      },
    ];
  } finally {
    await browser.close();
  }
}

export const kilobytes = (bytes: number) => `${(bytes / 1000).toFixed(0)} KB`;
