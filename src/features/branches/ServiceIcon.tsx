import sprite from './services.svg?url';
import type { ServiceName } from './services.ts';

/** Beside its name. The drawings are apart from those of all pages: only who shows branches loads them. */
export const ServiceIcon = ({ name }: { name: ServiceName }) => (
  <svg className="i" viewBox="0 0 24 24" aria-hidden="true">
    <use href={`${sprite}#${name}`} />
  </svg>
);
