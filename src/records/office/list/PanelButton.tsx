import { ChevronDown, ChevronUp } from 'lucide-react';
import type { ReactNode } from 'react';

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
  const Icon = isOpen ? ChevronUp : ChevronDown;
  return (
    <button type="button" className="chip" aria-expanded={isOpen} aria-controls={id} onClick={toggle}>
      <Icon className="i" aria-hidden="true" />
      {children}
    </button>
  );
}
