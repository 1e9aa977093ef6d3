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

// A sign-in page is complete before hydration, so it hydrates in a transition and stays responsive. A screen
// is useless before hydration, so a transition would only delay it.
if (/^\/admin(\/|$)/.test(location.pathname)) hydrate();
else startTransition(hydrate);
