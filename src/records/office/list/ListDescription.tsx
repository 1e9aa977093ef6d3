import { useMedia } from '../useMedia.ts';

/** Describes a list below its title. On a phone it is one line that unfolds, so that rows begin higher. */
export function ListDescription({ children }: { children: string }) {
  const isFolded = useMedia('(width < 640px)');
  if (!isFolded) return <p className="list-about">{children}</p>;
  return (
    <details className="list-about">
      <summary>{children}</summary>
    </details>
  );
}
