import sprite from './services.svg?url';
import type { ServiceName } from './services.ts';

/**
 * Renders the icon of a service, to stand beside its name. It has its own sprite, so that only pages with
 * branches load it.
 */
export const ServiceIcon = ({ name }: { name: ServiceName }) => (
  <svg className="i" viewBox="0 0 24 24" aria-hidden="true">
    <use href={`${sprite}#${name}`} />
  </svg>
);
