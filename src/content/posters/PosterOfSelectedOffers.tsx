import { ScrollText } from 'lucide-react';
import { useNavigate } from 'react-router';
import { alert } from '../../records/office/alerts.tsx';
import { Button } from '../../records/office/Button.tsx';
import { usePermissions } from '../../records/office/usePermissions.ts';
import { storePoster } from './leaflet.contract.ts';
import { posterFormAddress } from './leaflet.screens.ts';

/** Links to the poster form with the selected offers, in the order of the list. */
export function PosterOfSelectedOffers({ offers }: { offers: readonly { uuid: string }[] }) {
  const { canPublishNow } = usePermissions();
  const navigate = useNavigate();
  if (!canPublishNow(storePoster)) return null;
  return (
    <Button
      variant="line"
      small
      icon={<ScrollText className="i" aria-hidden="true" />}
      unavailable={offers.length === 0}
      onUnavailable={() => alert.info('Escolha pelo menos uma oferta.')}
      onClick={() => navigate(posterFormAddress(offers.map(({ uuid }) => uuid)))}
    >
      Fazer encarte
    </Button>
  );
}
