import { useId, useState } from 'react';
import { useLocation } from 'react-router';
import type { ListPanel } from './PanelButton.tsx';

/** Returns a panel above the rows. It starts folded, unless the address names it by its hash. */
export function useListPanel(hash: string): ListPanel {
  const id = useId();
  const location = useLocation();
  const [isOpen, setOpen] = useState(location.hash === `#${hash}`);
  return { id, isOpen, toggle: () => setOpen(!isOpen) };
}
