import { CopyPlus } from 'lucide';
import { lazy, Suspense, useState } from 'react';
import { Link } from 'react-router';
import { Button } from '../../../records/office/Button.tsx';
import { Icon } from '../../../records/office/Icon.tsx';
import { usePermissions } from '../../../records/office/usePermissions.ts';
import { importOffers } from '../import/offerImport.contract.ts';
import { offers } from '../offer.resource.ts';

// Loaded on demand, as the dialog of bulk changes.
const CopyDialog = lazy(() => import('./CopyDialog.tsx').then((module) => ({ default: module.CopyDialog })));

/** Renders the buttons that create many offers at once. */
export function BulkOfferActions() {
  const { canPublishNow } = usePermissions();
  const [open, setOpen] = useState(false);
  if (!canPublishNow(importOffers)) return null;
  return (
    <>
      <Button variant="line" small icon={<Icon of={CopyPlus} />} onClick={() => setOpen(true)}>
        Copiar de um dia
      </Button>
      <Link className="link" to={offers.at.compose}>
        Digitar ou importar várias
      </Link>
      {open && (
        <Suspense>
          <CopyDialog onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
