import { type ComponentType, useId } from 'react';
import { renderToString } from 'react-dom/server';
import type { IslandName } from './islands.ts';

interface Props<P extends object> {
  name: IslandName;
  /** Component that `islands.ts` has under that name. */
  of: ComponentType<P>;
  /** All its data: page contexts do not exist in the browser. */
  props: P;
}

/**
 * Renders an interactive part of a page. The server renders it as complete HTML that works without
 * JavaScript. `browser.ts` finds it by its name and hydrates it once it is visible or touched.
 */
export function Island<P extends object>({ name, of: Part, props }: Props<P>) {
  const id = useId();
  return (
    <div
      className="island"
      data-island={name}
      data-id={id}
      data-props={JSON.stringify(props)}
      // biome-ignore lint/security/noDangerouslySetInnerHtml: React's own HTML, inside a static page
      dangerouslySetInnerHTML={{ __html: renderToString(<Part {...props} />, { identifierPrefix: id }) }}
    />
  );
}
