import { type ComponentType, StrictMode, startTransition, useEffect, useState } from 'react';
import { hydrateRoot, type Root } from 'react-dom/client';
import { loadIsland } from './islands.ts';

/**
 * Hydrates an island; resolves once it is interactive. If that fails, the server's HTML stays and works as
 * before.
 */
export async function hydrate(element: HTMLElement): Promise<void> {
  const { island = '', id = '', props = '{}' } = element.dataset;
  const Part = await loadIsland(island);
  if (!Part || !element.isConnected) return;
  const html = element.innerHTML;
  const { promise, resolve } = Promise.withResolvers<void>();
  let root: Root | undefined;
  const begin = () =>
    hydrateRoot(
      element,
      <StrictMode>
        <Live
          of={Part}
          props={JSON.parse(props)}
          onLive={() => {
            element.dataset.live = '';
            resolve();
          }}
        />
      </StrictMode>,
      {
        identifierPrefix: id,
        onUncaughtError(error) {
          reportError(error);
          // Not while React still works on the tree that it discards.
          setTimeout(() => {
            root?.unmount();
            element.removeAttribute('data-live');
            element.innerHTML = html;
            resolve();
          });
        },
      },
    );
  // A transition, because a whole form would otherwise be one long task.
  startTransition(() => {
    root = begin();
  });
  return promise;
}

interface LiveProps {
  of: ComponentType<object>;
  props: object;
  onLive: () => void;
}

function Live({ of: Part, props, onLive }: LiveProps) {
  const [isHydrated, setKnown] = useState(false);
  // Differences from the server's HTML (`useHydrated`, such as a form's own validation) come with the next
  // commit, as this does.
  useEffect(() => startTransition(() => setKnown(true)), []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once after hydration
  useEffect(() => {
    if (isHydrated) onLive();
  }, [isHydrated]);
  return <Part {...props} />;
}
