import { AURORA, HIPER, SUN } from './logo.ts';

interface LogoProps {
  width: number;
  /** What the logo says where nothing around it does; without it the logo is decorative. */
  label?: string | undefined;
}

/** The sun over its line, and the name, drawn: it needs no font. What links it usually says the name in words. */
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
      <path fill="#ffc83d" d={SUN} />
      <g className="logo-name">
        <path d={HIPER} />
        <path d={AURORA} />
      </g>
    </svg>
  );
}
