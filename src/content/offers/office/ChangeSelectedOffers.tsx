import { PencilLine } from 'lucide';
import { lazy, Suspense, useState } from 'react';
import { alert } from '../../../records/office/alerts.tsx';
import { Button } from '../../../records/office/Button.tsx';
import { Icon } from '../../../records/office/Icon.tsx';
import { usePermissions } from '../../../records/office/usePermissions.ts';
import { changeOffers } from '../offerChange.contract.ts';

// Loaded on demand, because few users change many offers at once.
const ChangeDialog = lazy(() =>
  import('./ChangeDialog.tsx').then((module) => ({ default: module.ChangeDialog })),
);

/** Changes days, department, branches or price of all selected offers at once. */
export function ChangeSelectedOffers({ offers }: { offers: readonly { uuid: string; product: string }[] }) {
  const { canPublishNow } = usePermissions();
  const [open, setOpen] = useState(false);
  if (!canPublishNow(changeOffers)) return null;
  return (
    <>
      <Button
        variant="line"
        small
        icon={<Icon of={PencilLine} />}
        unavailable={offers.length === 0}
        onUnavailable={() => alert.info('Escolha pelo menos uma oferta.')}
        onClick={() => setOpen(true)}
      >
        Mudar valores
      </Button>
      {open && (
        <Suspense>
          <ChangeDialog offers={offers} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
