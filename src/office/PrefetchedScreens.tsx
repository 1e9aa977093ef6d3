import { useEffect } from 'react';
import {
  type ClientLoaderFunctionArgs,
  matchRoutes,
  type UNSAFE_AssetsManifest,
  type UNSAFE_RouteModules,
  useLocation,
  useNavigation,
} from 'react-router';
import { loadBeforehand } from '../records/office/loadScreen.ts';
import { BACK_OFFICE } from '../shared/addresses.ts';

interface RouterGlobals {
  __reactRouterManifest?: UNSAFE_AssetsManifest;
  __reactRouterRouteModules?: UNSAFE_RouteModules;
}

/** Time in ms that a pointer rests on a link before its screen is fetched: a pointer on its way crosses many. */
const REST_MS = 60;
/** Silence of the network in ms after which a screen has all that it needs itself. */
const SETTLED_MS = 1500;

const LINKS = `a[href^="${BACK_OFFICE}/"]:not([target], [download])`;

/**
 * Fetches and runs the code of screens before they are opened: at once when a link is pressed or the address changes,
 * soon when the pointer rests on a link or it has the focus, and of all links of a screen when the browser is idle.
 * Requests the data of a link when it is pressed. Fetches nothing for visitors who save data.
 */
export function PrefetchedScreens() {
  const { pathname } = useLocation();
  const { location: next } = useNavigation();
  useEffect(() => {
    if (next) prefetchCode(next.pathname);
  }, [next]);
  const isIdle = !next;
  // biome-ignore lint/correctness/useExhaustiveDependencies: each screen has its own links
  useEffect(() => (isIdle && !savesData() ? prefetchLinksWhenIdle() : undefined), [isIdle, pathname]);
  useEffect(() => (savesData() ? undefined : prefetchChosenLinks()), []);
  return null;
}

const savesData = () => (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true;

function prefetchChosenLinks(): () => void {
  let resting: ReturnType<typeof setTimeout> | undefined;
  const listening = new AbortController();
  const listen = <Type extends 'pointerover' | 'pointerdown' | 'focusin'>(
    type: Type,
    choose: (link: HTMLAnchorElement, event: WindowEventMap[Type]) => void,
  ) =>
    addEventListener(
      type,
      (event) => {
        clearTimeout(resting);
        const { target } = event;
        const link = target instanceof Element && target.closest<HTMLAnchorElement>(LINKS);
        if (link) choose(link, event);
      },
      { passive: true, signal: listening.signal },
    );
  const rest = ({ pathname }: HTMLAnchorElement) => {
    resting = setTimeout(prefetchCode, REST_MS, pathname);
  };
  listen('pointerover', rest);
  listen('focusin', rest);
  listen('pointerdown', (link, { button, pointerType }) => {
    prefetchCode(link.pathname);
    // A finger that scrolls touches a link as one that opens it does.
    if (button === 0 && pointerType !== 'touch') prefetchData(link);
  });
  return () => {
    clearTimeout(resting);
    listening.abort();
  };
}

/** Fetches one screen in each idle time. Safari has no idle times. */
function prefetchLinksWhenIdle(): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let idle: number | undefined;
  const whenIdle = (work: () => void) => {
    if ('requestIdleCallback' in window) idle = requestIdleCallback(work);
    else timer = setTimeout(work, SETTLED_MS);
  };
  const next = () => {
    const links = [...document.querySelectorAll<HTMLAnchorElement>(LINKS)];
    // The screens of rows are more likely next than those of the menu.
    const sorted = links.toSorted((a, b) => Number(b.matches('main *')) - Number(a.matches('main *')));
    if (sorted.some(({ pathname }) => prefetchCode(pathname))) whenIdle(next);
  };
  const whenSettled = () => {
    const ends = performance.getEntriesByType('resource').map((entry) => entry.startTime + entry.duration);
    const silence = performance.now() - Math.max(0, ...ends);
    if (silence < SETTLED_MS) timer = setTimeout(whenSettled, SETTLED_MS - silence);
    else whenIdle(next);
  };
  timer = setTimeout(whenSettled, SETTLED_MS);
  return () => {
    clearTimeout(timer);
    if (idle !== undefined) cancelIdleCallback(idle);
  };
}

/** Returns the route of the screen at `pathname`, with its parameters. */
function screenAt(pathname: string) {
  const { __reactRouterManifest: build } = window as RouterGlobals;
  const routes = Object.values(build?.routes ?? {}).flatMap((route) =>
    route?.path === undefined ? [] : [{ ...route, path: `${BACK_OFFICE}/${route.path}` }],
  );
  return matchRoutes(routes, pathname)?.at(-1);
}

const fetched = new Set<string>();

/**
 * Fetches the modules of the screen at `pathname`, and returns whether that was to be done. React Router's own
 * prefetching would reload the page if a new release has removed a module.
 */
function prefetchCode(pathname: string): boolean {
  const screen = screenAt(pathname)?.route;
  if (!screen || fetched.has(screen.id)) return false;
  fetched.add(screen.id);
  for (const href of [screen.module, ...(screen.imports ?? [])]) {
    if (fetched.has(href)) continue;
    fetched.add(href);
    document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href }));
  }
  // With the module at hand, the router asks for the screen's data in the task of the click. Otherwise it imports the
  // module, and the frame is rendered first. It reports a module that is missing.
  import(/* @vite-ignore */ screen.module).then(
    (module) => {
      const { __reactRouterRouteModules: modules } = window as RouterGlobals;
      if (modules) modules[screen.id] ??= module;
    },
    () => undefined,
  );
  return true;
}

/** Requests the data of a link's screen, if its code has arrived. */
function prefetchData({ href, pathname }: HTMLAnchorElement): void {
  const screen = screenAt(pathname);
  const { __reactRouterRouteModules: modules } = window as RouterGlobals;
  const loader = screen && modules?.[screen.route.id]?.clientLoader;
  if (!loader) return;
  const args = { request: new Request(href), params: screen.params } as ClientLoaderFunctionArgs;
  loadBeforehand(() => loader(args));
}
