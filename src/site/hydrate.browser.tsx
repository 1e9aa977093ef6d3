import { type ComponentType, StrictMode, startTransition, useEffect, useState } from 'react';
import { hydrateRoot, type Root } from 'react-dom/client';
import { partOf } from './islands.ts';

/** Makes an island a program, and is done when it is. Where that fails, the server's HTML stays and works as it did. */
export async function hydrate(element: HTMLElement): Promise<void> {
  const { island = '', id = '', props = '{}' } = element.dataset;
  const Part = await partOf(island);
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
          // Not while React is at work on what it gives up.
          setTimeout(() => {
            root?.unmount();
            element.removeAttribute('data-live');
            element.innerHTML = html;
            resolve();
          });
        },
      },
    );
  // In slices: else all of a form would be one long task.
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
  const [known, setKnown] = useState(false);
  // What differs from the server's HTML (useHydrated: a form's own checks) comes with the next commit, as this does.
  useEffect(() => startTransition(() => setKnown(true)), []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: it comes to life once
  useEffect(() => {
    if (known) onLive();
  }, [known]);
  return <Part {...props} />;
}
