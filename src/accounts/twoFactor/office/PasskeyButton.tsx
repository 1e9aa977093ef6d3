import { KeyRound } from 'lucide';
import { Button } from '../../../records/office/Button.tsx';
import { Icon } from '../../../records/office/Icon.tsx';

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
    <Button variant="line" icon={<Icon of={KeyRound} />} busy={busy} onClick={onClick}>
      {children}
    </Button>
  );
}
