const RAYS = [-72, -36, 0, 36, 72];

/** The sun over its line, and the name; decorative, because what carries it says the name in words. */
export function Logo({ width }: { width: number }) {
  return (
    <svg
      className="logo"
      viewBox="0 0 218 60"
      width={width}
      height={Math.round((width * 60) / 218)}
      aria-hidden="true"
    >
      <g fill="#ffc83d">
        <path d="M4 44a21 21 0 0 1 42 0z" />
        {RAYS.map((angle) => (
          <rect
            key={angle}
            x="22.4"
            y="9"
            width="5.2"
            height="10"
            rx="2.6"
            transform={`rotate(${angle} 25 44)`}
          />
        ))}
        <rect x="1" y="47.5" width="48" height="5" rx="2.5" />
      </g>
      <g className="logo-name">
        <text x="66" y="20">
          hiper
        </text>{' '}
        <text x="64" y="53">
          aurora
        </text>
      </g>
    </svg>
  );
}
