import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromiumArgs, chromiumPath } from '../test/chromium.ts';
import type { Figure } from './figures.ts';
import { median, newDataDir, removeDataDir, startProduct, untilAvifReady } from './product.ts';

// Measures from a click to the first frame with the next page's headline, for ten pairs of pages: on loopback
// and on a slow line, by mouse and by touch. Uses the browser's protocol directly, because the usual
// libraries do not follow prerendered targets. The slow line is outside the browser for the same reason.

/** Time that a pointer rests on a link before the press, and duration of the press. */
const HOVER_MS = 200;
const PRESS_MS = 80;
const ROUNDS = { loopback: 5, slow: 3 };
const SLOW = { bytesPerSecond: 400_000 / 8, roundTripMs: 400 };
const PACKET = 1460;
/** Network silence in ms after which a page counts as loaded. */
const REST_MS = 900;
const MAX_REST_MS = 20_000;

interface Pair {
  what: string;
  from: string;
  /** Pattern of the address of the link to press; without it, the browser goes back. */
  link?: RegExp;
}

const UUID = '[0-9a-f]{8}-[0-9a-f-]{27}';
const RECIPE = new RegExp(`^/tips-and-recipes/details/${UUID}$`);
const PAIRS: Pair[] = [
  { what: 'home → branches', from: '/', link: /^\/branches$/ },
  { what: 'branches → one branch', from: '/branches', link: new RegExp(`^/branches/${UUID}$`) },
  { what: 'home → booklet', from: '/', link: /^\/booklet$/ },
  { what: 'recipes → one recipe', from: '/tips-and-recipes', link: RECIPE },
  { what: 'shops → one shop', from: '/shops', link: new RegExp(`^/shops/${UUID}$`) },
  { what: 'cinema → one film', from: '/cinema', link: new RegExp(`^/(cinema|movies?)/${UUID}$`) },
  { what: 'vacancies → one vacancy', from: '/vacancies', link: new RegExp(`^/vacancies/${UUID}$`) },
  { what: 'home → work with us', from: '/', link: /^\/work-with-us$/ },
  { what: 'footer → privacy', from: '/about', link: /^\/privacy$/ },
  { what: 'one recipe → back to recipes', from: '/tips-and-recipes' },
];

type Pointer = 'mouse' | 'finger';

interface Line {
  url: string;
  /** Returns the milliseconds since the last byte. */
  quietFor(): number;
  close(): void;
}

/**
 * Creates a line to the product that delays each response and shares its bandwidth between connections packet
 * by packet.
 */
async function lineTo(url: string, slow: typeof SLOW | null): Promise<Line> {
  const { hostname, port } = new URL(url);
  const sockets = new Set<Socket>();
  const queue: { packets: Buffer[]; to: Socket; done: () => void }[] = [];
  const delay = (slow?.roundTripMs ?? 0) / 2;
  let last = performance.now();
  let isSending = false;

  const send = (to: Socket, packet: Buffer) =>
    setTimeout(() => {
      last = performance.now();
      if (!to.destroyed) to.write(packet);
    }, delay);

  const sendQueued = async (bytesPerSecond: number) => {
    if (isSending) return;
    isSending = true;
    let free = performance.now();
    for (let next = queue.shift(); next; next = queue.shift()) {
      const packet = next.packets.shift();
      if (!packet) {
        next.done();
        continue;
      }
      queue.push(next);
      free += (packet.length / bytesPerSecond) * 1000;
      await pause(Math.max(0, free - performance.now()));
      send(next.to, packet);
    }
    isSending = false;
  };

  const join = (from: Socket, to: Socket, bytesPerSecond: number | undefined) => {
    from.on('data', (piece: Buffer) => {
      last = performance.now();
      if (!slow) return void to.write(piece);
      if (!bytesPerSecond) return void send(to, piece);
      const packets = Array.from({ length: Math.ceil(piece.length / PACKET) }, (_, at) =>
        piece.subarray(at * PACKET, (at + 1) * PACKET),
      );
      from.pause();
      queue.push({ packets, to, done: () => from.resume() });
      void sendQueued(bytesPerSecond);
    });
    from.on('end', () => setTimeout(() => to.end(), delay + 50));
  };

  const server = createServer((client) => {
    const far = connect(Number(port), hostname);
    for (const socket of [client, far]) {
      sockets.add(socket);
      socket.setNoDelay();
      socket.on('error', () => {});
      socket.on('close', () => sockets.delete(socket));
    }
    client.pause();
    // A connection takes one round trip before the first request.
    setTimeout(() => {
      join(client, far, undefined);
      join(far, client, slow?.bytesPerSecond);
      client.resume();
    }, slow?.roundTripMs ?? 0);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    quietFor: () => performance.now() - last,
    close() {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}

interface PageEvent {
  kind: 'press' | 'shown' | 'begun';
  /** On the clock that all documents share. */
  at: number;
  text: string;
  way: string;
}

/** Runs in every document, including prerendered ones, and reports each headline when it is first painted. */
const WATCH = `(() => {
  if (window !== top || location.protocol === 'about:') return;
  // The notice over the home page was closed before.
  sessionStorage.setItem('vitrine.popup', '1');
  const now = () => performance.timeOrigin + performance.now();
  const say = (kind, text = '', way = '') => travelSaid(JSON.stringify({ kind, at: now(), text, way }));
  let shown = '';
  let frame = 0;
  const begin = (way) => {
    shown = '';
    const look = () => {
      const head = document.querySelector('dialog[open] :is(h1, h2)') ?? document.querySelector('h1');
      const text = head?.textContent.trim() ?? '';
      if (text && text !== shown && head.getClientRects().length > 0) {
        shown = text;
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = () => say('shown', text, way);
        port2.postMessage(0);
      }
      frame = requestAnimationFrame(look);
    };
    cancelAnimationFrame(frame);
    frame = requestAnimationFrame(look);
  };
  addEventListener('click', () => say('press'), { capture: true });
  addEventListener('pageshow', (event) => event.persisted && begin('kept'));
  if (document.prerendering) document.addEventListener('prerenderingchange', () => begin('prerendered'));
  else begin('loaded');
})()`;

const SCREEN = { width: 360, height: 780, deviceScaleFactor: 2, mobile: true };

interface Session {
  id: string;
  targetId: string;
}

/** Starts Chromium with its own protocol; every page, including prerendered ones, reports the headlines it shows. */
async function openBrowser() {
  const profile = await mkdtemp(join(tmpdir(), 'vitrine-travel-'));
  const child = spawn(
    chromiumPath({ whole: true }),
    [
      ...chromiumArgs,
      '--remote-debugging-port=0',
      `--user-data-dir=${profile}`,
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--window-size=1440,900',
      'about:blank',
    ],
    { stdio: ['ignore', 'ignore', 'pipe'] },
  );
  const address = await new Promise<string>((found, failed) => {
    let output = '';
    child.stderr.on('data', (chunk) => {
      output += chunk;
      const match = /ws:\/\/\S+/.exec(output);
      if (match) found(match[0]);
    });
    child.once('exit', () => failed(new Error(`no browser: ${output}`)));
  });
  const socket = new WebSocket(address);
  await once(socket, 'open');
  let number = 0;
  const pending = new Map<number, (message: Message) => void>();
  const listeners = new Set<(message: Message) => void>();
  socket.addEventListener('message', ({ data }) => {
    const message = JSON.parse(String(data)) as Message;
    if (message.id !== undefined) pending.get(message.id)?.(message);
    else for (const listener of listeners) listener(message);
  });
  const send = (method: string, params: object = {}, sessionId?: string) =>
    new Promise<Message['result']>((done, failed) => {
      const id = ++number;
      pending.set(id, ({ result, error }) => {
        pending.delete(id);
        if (error) failed(new Error(`${method}: ${error.message}`));
        else done(result);
      });
      socket.send(JSON.stringify({ id, method, params, sessionId }));
    });
  return {
    send,
    listen: (listener: (message: Message) => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    async close() {
      child.kill();
      if (child.exitCode === null) await once(child, 'exit');
      await rm(profile, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

interface Message {
  id?: number;
  method?: string;
  sessionId?: string;
  // biome-ignore lint/suspicious/noExplicitAny: the protocol's own, of many shapes
  params?: any;
  // biome-ignore lint/suspicious/noExplicitAny: the protocol's own, of many shapes
  result?: any;
  error?: { message: string };
}

type Browser = Awaited<ReturnType<typeof openBrowser>>;

/** Opens a tab of a visitor without stored data. */
async function openTab(browser: Browser, pointer: Pointer) {
  const { browserContextId } = await browser.send('Target.createBrowserContext');
  const events: PageEvent[] = [];
  const pages: Session[] = [];
  let tab = '';
  let shownTarget = '';
  let isPrepared = false;
  // All commands at once, because a target that waits for the debugger answers some of them only after it has
  // started.
  const prepare = (id: string, isPage: boolean) =>
    Promise.all([
      ...(isPage
        ? [
            browser.send('Runtime.enable', {}, id),
            browser.send('Page.enable', {}, id),
            browser.send('Runtime.addBinding', { name: 'travelSaid' }, id),
            browser.send('Page.addScriptToEvaluateOnNewDocument', { source: WATCH }, id),
          ]
        : []),
      ...(isPage && pointer === 'finger'
        ? [
            browser.send('Emulation.setDeviceMetricsOverride', SCREEN, id),
            browser.send('Emulation.setTouchEmulationEnabled', { enabled: true }, id),
          ]
        : []),
      browser.send('Runtime.runIfWaitingForDebugger', {}, id),
    ]);
  const stop = browser.listen(({ method, sessionId, params }) => {
    if (method === 'Runtime.bindingCalled' && params.name === 'travelSaid') {
      const page = pages.find(({ id }) => id === sessionId);
      if (!page) return;
      const event = JSON.parse(params.payload) as PageEvent;
      if (event.kind === 'shown') shownTarget = page.targetId;
      events.push(event);
    }
    if (method === 'Target.attachedToTarget' && sessionId === tab && tab) {
      const { sessionId: id, targetInfo } = params;
      const isPage = targetInfo.type === 'page';
      if (isPage) pages.push({ id, targetId: targetInfo.targetId });
      // The target ended before it was ready, as a discarded prerendered page does.
      prepare(id, isPage)
        .then(() => (isPrepared = true))
        .catch(() => {});
    }
    if (method === 'Target.detachedFromTarget' && sessionId === tab)
      pages.splice(0, pages.length, ...pages.filter(({ id }) => id !== params.sessionId));
  });
  const { targetId } = await browser.send('Target.createTarget', {
    url: 'about:blank',
    browserContextId,
    forTab: true,
  });
  const attached = await browser.send('Target.attachToTarget', { targetId, flatten: true });
  tab = attached.sessionId;
  await browser.send(
    'Target.setAutoAttach',
    { autoAttach: true, waitForDebuggerOnStart: true, flatten: true },
    tab,
  );
  while (!isPrepared) await pause(10);
  const current = () => (pages.find(({ targetId }) => targetId === shownTarget) ?? pages[0])?.id ?? '';
  return {
    said: events,
    tell: (method: string, params: object = {}) => browser.send(method, params, current()),
    async read(expression: string) {
      const { result } = await browser.send(
        'Runtime.evaluate',
        { expression, returnByValue: true, awaitPromise: true },
        current(),
      );
      return result.value;
    },
    async close() {
      stop();
      await browser.send('Target.disposeBrowserContext', { browserContextId });
    },
  };
}

type Tab = Awaited<ReturnType<typeof openTab>>;

const pause = (milliseconds: number) => new Promise((done) => setTimeout(done, milliseconds));

async function rest(line: Line) {
  const begun = performance.now();
  await pause(REST_MS);
  while (line.quietFor() < REST_MS && performance.now() - begun < MAX_REST_MS) await pause(50);
}

const UNTIL_SHOWN_MS = 20_000;

async function shownAfter(tab: Tab, from: number, headline: (text: string) => boolean): Promise<PageEvent> {
  const deadline = performance.now() + UNTIL_SHOWN_MS;
  for (;;) {
    const found = tab.said.slice(from).find(({ kind, text }) => kind === 'shown' && headline(text));
    if (found) return found;
    if (performance.now() > deadline) throw new Error(`nothing was shown: ${JSON.stringify(tab.said)}`);
    await pause(5);
  }
}

async function go(tab: Tab, line: Line, path: string) {
  const before = tab.said.length;
  await tab.tell('Page.navigate', { url: line.url + path });
  const shown = await shownAfter(tab, before, () => true);
  await rest(line);
  return shown.text;
}

/**
 * Returns a script that scrolls the first visible link of this kind to the middle of the screen and returns
 * its position.
 */
const placeOf = (link: RegExp) => `(() => {
  for (const one of document.querySelectorAll('a[href]')) {
    if (!new RegExp(${JSON.stringify(link.source)}).test(one.getAttribute('href').replace(/[?#].*/, '')) || one.target)
      continue;
    one.scrollIntoView({ block: 'center', behavior: 'instant' });
    const [box] = one.getClientRects();
    if (!box) continue;
    const place = { x: box.x + Math.min(box.width, 60) / 2, y: box.y + box.height / 2 };
    if (document.elementFromPoint(place.x, place.y)?.closest('a') === one) return place;
  }
  return null;
})()`;

async function press(tab: Tab, line: Line, pointer: Pointer, link: RegExp) {
  const place = await tab.read(placeOf(link));
  if (!place) throw new Error(`no link like ${link}`);
  // Loads the pictures that scrolling revealed.
  await rest(line);
  const button = { ...place, button: 'left', clickCount: 1 };
  if (pointer === 'mouse') {
    await tab.tell('Input.dispatchMouseEvent', { type: 'mouseMoved', ...place });
    await pause(HOVER_MS);
    void tab.tell('Input.dispatchMouseEvent', { type: 'mousePressed', ...button });
    await pause(PRESS_MS);
    void tab.tell('Input.dispatchMouseEvent', { type: 'mouseReleased', ...button });
  } else {
    void tab.tell('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [place] });
    await pause(PRESS_MS);
    void tab.tell('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  }
}

async function travel(browser: Browser, line: Line, pointer: Pointer, { from, link }: Pair) {
  const tab = await openTab(browser, pointer);
  try {
    let headline = await go(tab, line, from);
    if (!link) {
      const list = headline;
      const before = tab.said.length;
      await press(tab, line, pointer, RECIPE);
      headline = (await shownAfter(tab, before, (text) => text !== list)).text;
      await rest(line);
    }
    const before = tab.said.length;
    if (link) await press(tab, line, pointer, link);
    else {
      // The browser's own Back, not one of the page.
      const { currentIndex, entries } = await tab.tell('Page.getNavigationHistory');
      tab.said.push({
        kind: 'press',
        at: await tab.read('performance.timeOrigin + performance.now()'),
        text: '',
        way: '',
      });
      await tab.tell('Page.navigateToHistoryEntry', { entryId: entries[currentIndex - 1].id });
    }
    const shown = await shownAfter(tab, before, (text) => text !== headline);
    const pressed = tab.said.slice(before).find(({ kind }) => kind === 'press');
    if (!pressed) throw new Error('nothing was pressed');
    return { took: shown.at - pressed.at, way: shown.way };
  } finally {
    await tab.close();
  }
}

export async function pageNavigations(
  speeds: (keyof typeof ROUNDS)[] = ['loopback', 'slow'],
): Promise<Figure[]> {
  const dataDir = await newDataDir();
  const product = await startProduct(dataDir);
  const figures: Figure[] = [];
  try {
    await untilAvifReady(product);
    for (const speed of speeds) {
      const line = await lineTo(product.url, speed === 'slow' ? SLOW : null);
      const browser = await openBrowser();
      try {
        for (const pointer of ['mouse', 'finger'] as const)
          for (const pair of PAIRS) {
            const times: number[] = [];
            const ways = new Set<string>();
            for (let round = 0; round < ROUNDS[speed]; round += 1) {
              const { took, way } = await travel(browser, line, pointer, pair);
              times.push(took);
              ways.add(way);
            }
            const took = median(times);
            figures.push({
              what: `${pair.what}, ${pointer}, ${speed === 'slow' ? '400 kb/s and 400 ms' : 'loopback'}`,
              measured: `${took.toFixed(0)} ms (${Math.min(...times).toFixed(0)} to ${Math.max(...times).toFixed(0)}; ${[...ways].join(', ')})`,
              goal: 'none',
              reached: true,
            });
            console.log(figures.at(-1)?.what, figures.at(-1)?.measured);
          }
      } finally {
        await browser.close();
        line.close();
      }
    }
  } finally {
    await product.stop();
    await removeDataDir(dataDir);
  }
  return figures;
}
