import type { Browser, Locator, Page } from '@playwright/test';
import { launchChromium, SLOWER } from './browser.ts';
import type { Figure } from './figures.ts';
import { median, type RunningProduct } from './product.ts';

// Interaction to Next Paint (https://web.dev/articles/inp) of a shopper's journey through ten pages on a phone whose
// processor is 4 × slower than this one: the time from a touch or key to the next frame, as the browser reports it.

const LIMIT_MS = 100;
const ROUNDS = 3;
/** Shortest duration that the browser reports. */
const THRESHOLD_MS = 16;
/** Time after a page or an interaction until both have come to rest and the browser has reported it. */
const REPORT_MS = 600;

interface Stop {
  page: string;
  /** Address, or a link on it that leads to the page. */
  address: string;
  link?: string;
  act(page: Page): Promise<void>;
}

const JOURNEY: readonly Stop[] = [
  {
    page: 'home',
    address: '/',
    async act(page) {
      await tap(page, page.getByLabel('Próximo banner'));
      await tap(page, page.getByRole('button', { name: 'Abrir menu' }));
      await tap(page, page.getByRole('button', { name: 'Fechar menu' }));
    },
  },
  {
    page: 'offers',
    address: '/offers',
    async act(page) {
      await tap(page, page.getByRole('button', { name: /na lista/ }).first());
      await typeSlowly(page, page.getByLabel('Produto ou marca'), 'arroz');
    },
  },
  {
    page: 'an offer',
    address: '/offers',
    link: 'a[href^="/offers/details/"]',
    async act(page) {
      await tap(page, page.getByRole('button', { name: /na lista/ }).first());
    },
  },
  {
    page: 'offers of the day',
    address: '/booklets-day',
    async act(page) {
      await tap(page, page.locator('main').getByText('Ampliar', { exact: true }).first());
      await rest(page);
      await page.keyboard.press('ArrowRight');
      await rest(page);
      await page.keyboard.press('Escape');
    },
  },
  {
    page: 'a branch',
    address: '/branches',
    link: 'main a[href^="/branches/"]',
    async act(page) {
      await tap(page, page.getByRole('button', { name: 'Esta é a minha loja' }).first());
    },
  },
  {
    page: 'a recipe',
    address: '/tips-and-recipes',
    link: 'a[href^="/tips-and-recipes/details/"]',
    async act(page) {
      await tap(page, page.locator('main').getByRole('checkbox').first());
      await tap(page, page.locator('main').getByRole('checkbox').nth(1));
    },
  },
  {
    page: 'a film',
    address: '/cinema',
    link: 'main a[href^="/cinema/"]',
    async act(page) {
      await tap(page, page.locator('main summary').first());
    },
  },
  {
    page: 'help',
    address: '/help',
    async act(page) {
      await tap(page, page.locator('main summary').first());
      await tap(page, page.locator('main summary').nth(1));
    },
  },
  {
    page: 'the shopping list',
    address: '/list',
    async act(page) {
      const field = page.getByLabel('O que falta em casa?');
      await typeSlowly(page, field, 'leite');
      await tap(page, page.getByRole('button', { name: 'Pôr na lista' }));
      await tap(page, page.locator('main').getByRole('checkbox').first());
    },
  },
  {
    page: 'the search',
    address: '/search',
    async act(page) {
      await typeSlowly(page, page.locator('main input[name=q]'), 'picanha');
    },
  },
];

const rest = (page: Page) => page.waitForTimeout(REPORT_MS);

/** Scrolls and lets the page rest, as a thumb does, before the tap: the driver would scroll and tap within one frame. */
async function tap(page: Page, target: Locator): Promise<void> {
  await target.scrollIntoViewIfNeeded();
  await rest(page);
  await target.tap();
}

async function typeSlowly(page: Page, field: Locator, text: string): Promise<void> {
  await tap(page, field);
  await page.keyboard.type(text, { delay: 120 });
}

/** Keeps the longest event of each interaction, by the browser's number of it. */
function observeInteractions(threshold: number): void {
  const durations: Record<number, number> = {};
  Object.assign(globalThis, { durations });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as PerformanceEventTiming[])
      if (entry.interactionId)
        durations[entry.interactionId] = Math.max(durations[entry.interactionId] ?? 0, entry.duration);
  }).observe({ type: 'event', buffered: true, durationThreshold: threshold } as PerformanceObserverInit);
}

/** Measures the slowest interaction of each page; the median of a few journeys. */
export async function interactions({ url }: RunningProduct): Promise<Figure[]> {
  const browser = await launchChromium();
  try {
    const rounds: Map<string, number[]>[] = [];
    for (let round = 0; round < ROUNDS; round += 1) rounds.push(await travel(browser, url));
    return JOURNEY.map(({ page }) => {
      const slowest = median(
        rounds.map((durations) => Math.max(THRESHOLD_MS, ...(durations.get(page) ?? []))),
      );
      const count = rounds[0]?.get(page)?.length ?? 0;
      return {
        what: `INP of ${page}, phone, processor ${SLOWER} × slower`,
        goal: `≤ ${LIMIT_MS} ms`,
        measured: `${slowest} ms, slowest of ${count} interactions over ${THRESHOLD_MS} ms`,
        reached: slowest <= LIMIT_MS,
      };
    });
  } finally {
    await browser.close();
  }
}

async function travel(browser: Browser, url: string): Promise<Map<string, number[]>> {
  const durations = new Map<string, number[]>();
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    ...{ hasTouch: true, isMobile: true, locale: 'pt-BR', reducedMotion: 'no-preference' },
  });
  const page = await context.newPage();
  await page.addInitScript(observeInteractions, THRESHOLD_MS);
  const devtools = await context.newCDPSession(page);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
  for (const { page: name, address, link, act } of JOURNEY) {
    await page.goto(url + address, { waitUntil: 'networkidle' });
    const linked = link && (await page.locator(link).first().getAttribute('href'));
    if (linked) await page.goto(new URL(linked, url).href, { waitUntil: 'networkidle' });
    await page.keyboard.press('Escape');
    await act(page);
    await rest(page);
    const found = await page.evaluate(() => (globalThis as unknown as { durations: object }).durations);
    durations.set(name, Object.values(found));
  }
  await context.close();
  return durations;
}
