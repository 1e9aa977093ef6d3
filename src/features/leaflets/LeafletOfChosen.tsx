import { ScrollText } from 'lucide-react';
import { useNavigate } from 'react-router';
import { alert } from '../../ui/office/alerts.tsx';
import { Button } from '../../ui/office/Button.tsx';
import { useMay } from '../../ui/office/may.ts';
import { storeLeaflet } from './leaflet.contract.ts';
import { makerWith } from './leaflet.screens.ts';

/** Links to the poster form with the selected offers, in the order of the list. */
export function LeafletOfChosen({ offers }: { offers: readonly { uuid: string }[] }) {
  const { mayNow } = useMay();
  const navigate = useNavigate();
  if (!mayNow(storeLeaflet)) return null;
  return (
    <Button
      variant="line"
      small
      icon={<ScrollText className="i" aria-hidden="true" />}
      unavailable={offers.length === 0}
      onUnavailable={() => alert.info('Escolha pelo menos uma oferta.')}
      onClick={() => navigate(makerWith(offers.map(({ uuid }) => uuid)))}
    >
      Fazer encarte
    </Button>
  );
}
