import { KeyRound } from 'lucide-react';
import { Button } from '../../ui/office/Button.tsx';

/** Beside what is done with the password, the same with a passkey. */
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
