import { type ComponentType, useId } from 'react';
import { renderToString } from 'react-dom/server';
import type { IslandName } from './islands.ts';

interface Props<P extends object> {
  name: IslandName;
  /** The component that `islands.ts` has under that name. */
  of: ComponentType<P>;
  /** All that it knows: the browser has none of the page's contexts. */
  props: P;
}

/**
 * A part of a page that is a program in the browser: here, on the server, it is made as HTML that is whole without
 * one; `browser.ts` finds it by its name and hydrates it when it is seen or touched.
 */
export function Island<P extends object>({ name, of: Part, props }: Props<P>) {
  const id = useId();
  return (
    <div
      className="island"
      data-island={name}
      data-id={id}
      data-props={JSON.stringify(props)}
      // biome-ignore lint/security/noDangerouslySetInnerHtml: React made it; the page around it is static, this is not
      dangerouslySetInnerHTML={{ __html: renderToString(<Part {...props} />, { identifierPrefix: id }) }}
    />
  );
}
