import { ChevronDown, ChevronUp } from 'lucide';
import type { ReactNode } from 'react';
import { Icon } from '../Icon.tsx';

export interface ListPanel {
  /** Id of the panel's element, which is hidden while it is folded. */
  id: string;
  isOpen: boolean;
  toggle: () => void;
}

/** Unfolds and folds a panel above the rows, which begin higher without it. */
export function PanelButton({
  panel: { id, isOpen, toggle },
  children,
}: {
  panel: ListPanel;
  children: ReactNode;
}) {
  return (
    <button type="button" className="chip" aria-expanded={isOpen} aria-controls={id} onClick={toggle}>
      <Icon of={isOpen ? ChevronUp : ChevronDown} />
      {children}
    </button>
  );
}
