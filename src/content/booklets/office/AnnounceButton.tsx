import { Megaphone, MegaphoneOff } from 'lucide';
import { useState } from 'react';
import { useRevalidator } from 'react-router';
import { alert } from '../../../records/office/alerts.tsx';
import { Button } from '../../../records/office/Button.tsx';
import { callEndpoint } from '../../../records/office/callEndpoint.ts';
import { Icon } from '../../../records/office/Icon.tsx';
import { failureFrom } from '../../../records/office/loadScreen.ts';
import { withReauth } from '../../../records/office/session.ts';
import { announceFortnightlyBooklet, type ListedFortnightlyBooklet } from '../booklet.contract.ts';

/** Toggles whether the site announces a booklet; easily undone, so it needs no confirmation. */
export function AnnounceButton({ booklet, name }: { booklet: ListedFortnightlyBooklet; name: string }) {
  const { uuid, announced } = booklet;
  const [busy, setBusy] = useState(false);
  const revalidator = useRevalidator();
  const label = announced ? 'Não anunciar' : 'Anunciar no site';
  const press = async () => {
    setBusy(true);
    try {
      const input = { params: { uuid }, body: { announced: !announced } };
      const { data } = await withReauth(() => callEndpoint(announceFortnightlyBooklet, input));
      alert.success(announced ? 'Encarte não anunciado' : 'Encarte anunciado', data.message);
    } catch (error) {
      alert.failure(failureFrom(error));
    }
    await revalidator.revalidate();
    setBusy(false);
  };
  return (
    <Button
      variant="line"
      small
      busy={busy}
      icon={<Icon of={announced ? MegaphoneOff : Megaphone} />}
      aria-label={`${label}: ${name}`}
      onClick={press}
    >
      {label}
    </Button>
  );
}
