import { createElement } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { partOf } from './islands.ts';

/** Makes an island a program. Where that fails, the server's HTML stays and works. */
export async function hydrate(element: HTMLElement): Promise<void> {
  const { island = '', id = '', props = '{}' } = element.dataset;
  const Part = await partOf(island);
  if (!Part || !element.isConnected) return;
  hydrateRoot(element, createElement(Part, JSON.parse(props)), { identifierPrefix: id });
  element.dataset.live = '';
}
