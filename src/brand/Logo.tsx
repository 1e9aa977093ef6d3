import drawing from './logo.svg?url';

interface LogoProps {
  width: number;
  /** What the logo says where nothing around it does; without it the logo is decorative. */
  label?: string | undefined;
}

/**
 * The sun over its line, and the name, drawn: it needs no font. The drawing is a file of its own, so that it
 * weighs neither on the script nor, three times over, on every page.
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
      <use href={`${drawing}#sun`} fill="#ffc83d" />
      <use href={`${drawing}#name`} className="logo-name" />
    </svg>
  );
}
