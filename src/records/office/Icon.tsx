import type { IconNode } from 'lucide';
import { iconPath } from './iconPath.ts';

/**
 * Renders a Lucide icon beside text. `lucide-react` would write its stroke and size into each icon, which a list
 * shows hundreds of times; `Icon.css` says them once.
 */
export function Icon({ of: shapes, className }: { of: IconNode; className?: string }) {
  return (
    <svg className={className ? `i ${className}` : 'i'} viewBox="0 0 24 24" aria-hidden="true">
      <path d={iconPath(shapes)} />
    </svg>
  );
}
