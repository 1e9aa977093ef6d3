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

// A way in is whole before it is hydrated, and stays responsive meanwhile. A screen of the back office is there to be
// used, and has nothing to show before where it came without its rows: pauses would only delay it.
if (/^\/admin(\/|$)/.test(location.pathname)) hydrate();
else startTransition(hydrate);
