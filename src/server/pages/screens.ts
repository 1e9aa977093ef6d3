import { createRequestHandler, RouterContextProvider, type ServerBuild } from 'react-router';
import type { Deps } from '../../platform/deps.ts';
import type { nonceContext, readerContext, reportContext, runtimeContext } from '../../site/api.ts';
import { createAddressLookup, type PageAddress, patternsOf, routeOf } from './pageAddresses.ts';
import type { PageOptions } from './pages.ts';
import type { ScreenAccess } from './screenAccess.ts';

/** Exports of `entry.server.tsx`. */
interface ScreenEntry {
  runtimeContext: typeof runtimeContext;
  nonceContext: typeof nonceContext;
  readerContext: typeof readerContext;
  reportContext: typeof reportContext;
  /** Returns the same build with screens that are preloaded for a signed-in reader. */
  withPreloadedScreens: (build: ServerBuild) => ServerBuild;
}

interface RenderedScreen {
  status: number;
  type: string;
  isHtml: boolean;
  text: string;
  headers: Record<string, string>;
}

/** The back office and the sign-in pages. */
export interface Screens {
  build: ServerBuild;
  find: (path: string) => PageAddress;
  /** Renders a screen with the data of `reading`, or as the shell that anonymous callers get. */
  render: (
    address: PageAddress,
    reading: ScreenAccess | null,
    url: URL,
    nonce: string,
  ) => Promise<RenderedScreen>;
}

const RENDER_MS = 30_000;

/** Creates the screens of React Router's build. */
export function createScreens(
  build: ServerBuild,
  { development, runtime }: Pick<PageOptions, 'development' | 'runtime'>,
  log: Deps['log'],
): Screens {
  const mode = development ? 'development' : 'production';
  const entry = build.entry.module as typeof build.entry.module & ScreenEntry;
  const renderShell = createRequestHandler(build, mode);
  const renderFor = createRequestHandler(entry.withPreloadedScreens(build), mode);
  return {
    build,
    find: createAddressLookup(patternsOf(build.routes)),
    async render(address, reading, url, nonce) {
      const context = new RouterContextProvider();
      context.set(entry.runtimeContext, runtime);
      context.set(entry.nonceContext, nonce);
      context.set(entry.readerContext, reading);
      context.set(entry.reportContext, (error) =>
        log.error({ err: error, page: routeOf(address) }, 'back office page failed'),
      );
      const signal = AbortSignal.timeout(RENDER_MS);
      const render = reading ? renderFor : renderShell;
      const response = await render(new Request(url, { signal }), context);
      const type = response.headers.get('content-type') ?? 'text/plain; charset=utf-8';
      const passed = [...response.headers].filter(
        ([name]) => name === 'location' || name.startsWith('x-remix'),
      );
      return {
        status: response.status,
        type,
        isHtml: type.startsWith('text/html'),
        text: await response.text(),
        headers: Object.fromEntries(passed),
      };
    },
  };
}
