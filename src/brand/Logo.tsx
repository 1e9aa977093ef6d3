import drawing from '#brand/logo.svg?url';
import { brand } from './brand.ts';

interface LogoProps {
  width: number;
  /** Accessible name of the logo if no text around it has one; without it the logo is decorative. */
  label?: string | undefined;
}

/**
 * Renders mark and name as paths, so that it needs no font. The drawing is a separate file, because the
 * logo appears three times per page.
 */
export function Logo({ width, label }: LogoProps) {
  return (
    <svg
      className="logo"
      viewBox="0 0 218 60"
      width={width}
      height={Math.round((width * 60) / 218)}
      role={label ? 'img' : undefined}
      aria-label={label}
      aria-hidden={!label}
    >
      <use href={`${drawing}#mark`} fill={brand.colours['highlight-400']} />
      <use href={`${drawing}#name`} className="logo-name" />
    </svg>
  );
}
