import { StrictMode, startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import type { ClientLoaderFunction, Params } from 'react-router';
import { HydratedRouter } from 'react-router/dom';

declare global {
  interface Window {
    /** Set by the page's own script: the first screen's routes. */
    __reactRouterRouteModules?: Record<string, { clientLoader?: ClientLoaderFunction }>;
  }
}

const hydrate = () => {
  hydrateRoot(
    document,
    <StrictMode>
      <HydratedRouter />
    </StrictMode>,
  );
};

/** The router asks for the first screen's data only after hydration; asked for now, it is there by then. */
function askEarly(): void {
  const [uuid] = /[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}/.exec(location.pathname) ?? [];
  const params: Params = uuid ? { uuid } : {};
  const call = { request: new Request(location.href), params } as Parameters<ClientLoaderFunction>[0];
  for (const { clientLoader } of Object.values(window.__reactRouterRouteModules ?? {})) {
    // Where it leads elsewhere or fails, the router will find that too.
    Promise.resolve()
      .then(() => clientLoader?.(call))
      .catch(() => undefined);
  }
}

// A public page is whole before it is hydrated, and stays responsive meanwhile. A screen of the back office has
// nothing to show before, so that pauses would only delay it.
if (/^\/admin(\/|$)/.test(location.pathname)) {
  askEarly();
  // The calls leave in the microtasks before this.
  setTimeout(hydrate);
} else {
  startTransition(hydrate);
}
