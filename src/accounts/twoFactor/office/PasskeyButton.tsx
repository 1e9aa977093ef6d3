import { KeyRound } from 'lucide-react';
import { Button } from '../../../records/office/Button.tsx';

/** Button that confirms with a passkey instead of the password. */
export function PasskeyButton({
  children,
  busy,
  onClick,
}: {
  children: string;
  busy: boolean;
  onClick: () => void;
}) {
  return (
    <Button variant="line" icon={<KeyRound className="i" aria-hidden="true" />} busy={busy} onClick={onClick}>
      {children}
    </Button>
  );
}
