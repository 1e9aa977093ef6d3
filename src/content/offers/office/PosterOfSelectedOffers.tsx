import { ScrollText } from 'lucide';
import { useNavigate } from 'react-router';
import { alert } from '../../../records/office/alerts.tsx';
import { Button } from '../../../records/office/Button.tsx';
import { Icon } from '../../../records/office/Icon.tsx';
import { usePermissions } from '../../../records/office/usePermissions.ts';
import { posterFormAddress } from '../poster.screens.ts';

/** Links to the poster form with the selected offers, in the order of the list. */
export function PosterOfSelectedOffers({ offers }: { offers: readonly { uuid: string }[] }) {
  const { has } = usePermissions();
  const navigate = useNavigate();
  if (!has('offers.write')) return null;
  return (
    <Button
      variant="line"
      small
      icon={<Icon of={ScrollText} />}
      unavailable={offers.length === 0}
      onUnavailable={() => alert.info('Escolha pelo menos uma oferta.')}
      onClick={() => navigate(posterFormAddress(offers.map(({ uuid }) => uuid)))}
    >
      Fazer cartaz
    </Button>
  );
}
