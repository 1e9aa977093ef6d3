import { AlertDialog } from '@base-ui/react/alert-dialog';
import type { ReactNode } from 'react';
import { AlertHost, alert } from '../alerts.tsx';
import { Button } from '../Button.tsx';

export interface ConfirmDialogProps {
  open: boolean;
  title: string;
  /** Subject of the question, as text and pictures. */
  children?: ReactNode;
  confirm: { label: string; icon?: ReactNode };
  cancelLabel?: string;
  busy?: boolean;
  onConfirm: () => void;
  onClose: () => void;
  /** Returns the element to focus afterwards; by default the previous one. */
  finalFocus?: () => HTMLElement | null;
}

/**
 * Asks before an irreversible action. The focus starts on the cancel button; alerts are shown above the
 * buttons.
 */
export function ConfirmDialog({
  open,
  title,
  children,
  confirm,
  cancelLabel = 'Voltar',
  busy = false,
  onConfirm,
  onClose,
  finalFocus,
}: ConfirmDialogProps) {
  const run = () => {
    alert.retry();
    onConfirm();
  };
  return (
    <AlertDialog.Root open={open} onOpenChange={(next) => !next && !busy && onClose()}>
      <AlertDialog.Portal>
        <AlertDialog.Backdrop className="dialog-backdrop" />
        <AlertDialog.Viewport className="dialog-viewport">
          <AlertDialog.Popup className="dialog dialog-confirm" finalFocus={finalFocus}>
            <AlertDialog.Title className="dialog-title">{title}</AlertDialog.Title>
            <AlertDialog.Description render={<div />} className="dialog-text">
              {children}
            </AlertDialog.Description>
            <div className="dialog-actions">
              <AlertHost />
              <Button variant="line" unavailable={busy} onClick={onClose}>
                {cancelLabel}
              </Button>
              <Button variant="red" icon={busy ? null : confirm.icon} busy={busy} onClick={run}>
                {confirm.label}
              </Button>
            </div>
          </AlertDialog.Popup>
        </AlertDialog.Viewport>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}
