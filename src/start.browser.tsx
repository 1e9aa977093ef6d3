import { StrictMode, startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { HydratedRouter } from 'react-router/dom';

const hydrate = () => {
  hydrateRoot(
    document,
    <StrictMode>
      <HydratedRouter />
    </StrictMode>,
  );
};

// A public page is whole before it is hydrated, and stays responsive meanwhile. A screen of the back office has
// nothing to show before, so that pauses would only delay it.
if (/^\/admin(\/|$)/.test(location.pathname)) hydrate();
else startTransition(hydrate);
