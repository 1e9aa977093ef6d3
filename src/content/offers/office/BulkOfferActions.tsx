import { CopyPlus } from 'lucide-react';
import { useState } from 'react';
import { Link, useRevalidator } from 'react-router';
import { alert } from '../../../records/office/alerts.tsx';
import { Button } from '../../../records/office/Button.tsx';
import { callEndpoint } from '../../../records/office/callEndpoint.ts';
import { ConfirmDialog } from '../../../records/office/dialog/ConfirmDialog.tsx';
import { failureFrom } from '../../../records/office/loadScreen.ts';
import { withReauth } from '../../../records/office/session.ts';
import { usePermissions } from '../../../records/office/usePermissions.ts';
import { importOffers, repeatOffers } from '../import/offerImport.contract.ts';
import { offers } from '../offer.resource.ts';

/** Renders the buttons that create many offers at once. */
export function BulkOfferActions() {
  const { canPublishNow } = usePermissions();
  const { revalidate } = useRevalidator();
  const [asking, setAsking] = useState(false);
  const [busy, setBusy] = useState(false);
  if (!canPublishNow(importOffers)) return null;

  const repeat = async () => {
    setAsking(false);
    setBusy(true);
    try {
      const { data } = await withReauth(() => callEndpoint(repeatOffers, { body: {} }));
      alert.success('Ofertas repetidas', data.message);
      await revalidate();
    } catch (error) {
      alert.failure(failureFrom(error));
    } finally {
      setBusy(false);
    }
  };

  return (
    <>
      <Button
        variant="line"
        small
        busy={busy}
        icon={<CopyPlus className="i" aria-hidden="true" />}
        onClick={() => setAsking(true)}
      >
        Copiar de ontem
      </Button>
      <Link className="link" to={offers.at.compose}>
        Digitar ou importar várias
      </Link>
      <ConfirmDialog
        open={asking}
        title="Repetir as ofertas de ontem?"
        cancelLabel="Cancelar"
        confirm={{ label: 'Repetir' }}
        onConfirm={repeat}
        onClose={() => setAsking(false)}
      >
        <p>
          As que acabaram ontem valem de novo a partir de hoje, com os mesmos preços e por tantos dias quantos
          valeram. As que já se repetem ficam como estão.
        </p>
      </ConfirmDialog>
    </>
  );
}
