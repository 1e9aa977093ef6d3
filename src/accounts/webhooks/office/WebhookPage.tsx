import { KeyRound, Send } from 'lucide';
import { useEffect, useState } from 'react';
import { type ClientLoaderFunctionArgs, useLoaderData, useLocation, useNavigate } from 'react-router';
import { AccessNote } from '../../../records/office/AccessNote.tsx';
import { alert } from '../../../records/office/alerts.tsx';
import { Button } from '../../../records/office/Button.tsx';
import { callEndpoint } from '../../../records/office/callEndpoint.ts';
import { DetailsPage } from '../../../records/office/details/DetailsPage.tsx';
import { ConfirmDialog } from '../../../records/office/dialog/ConfirmDialog.tsx';
import { Icon } from '../../../records/office/Icon.tsx';
import { LoadedContent, RecordSkeleton } from '../../../records/office/Loaded.tsx';
import { load } from '../../../records/office/loadScreen.ts';
import { screenMeta } from '../../../records/office/screenMeta.ts';
import { usePermissions } from '../../../records/office/usePermissions.ts';
import { formatInstant } from '../../../shared/text/format.ts';
import {
  DISABLED_REASONS,
  getWebhook,
  listDeliveries,
  renewSecret,
  testWebhook,
  type Webhook,
} from '../webhook.contract.ts';
import { webhookScreens } from '../webhook.screens.ts';
import { eventsInWords, resourcesInWords } from '../webhook.words.ts';
import { DeliveryLog } from './DeliveryLog.tsx';
import { NewSecret } from './NewSecret.tsx';
import { SignatureHelp } from './SignatureHelp.tsx';
import { useServerAction } from './useServerAction.browser.ts';
import { WebhookStatus } from './WebhookStatus.tsx';

export const meta = screenMeta('Webhook');

export function clientLoader({ request, params: { uuid = '' } }: ClientLoaderFunctionArgs) {
  const params = new URL(request.url).searchParams;
  const query = { page: params.get('page') ?? '1', state: params.get('state') ?? '' } as never;
  return {
    webhook: load(getWebhook, request, { params: { uuid } }).answer,
    deliveries: load(listDeliveries, request, { params: { uuid }, query }).answer,
  };
}

export { RecordSkeleton as HydrateFallback };

export default function WebhookPage() {
  const { webhook, deliveries } = useLoaderData<typeof clientLoader>();
  return (
    <LoadedContent answer={webhook} skeleton={<RecordSkeleton />} back={webhookScreens.at.list}>
      {({ data }) => <Page key={data.uuid} webhook={data} deliveries={deliveries} />}
    </LoadedContent>
  );
}

type Deliveries = Parameters<typeof DeliveryLog>[0]['answer'];

function Page({ webhook, deliveries }: { webhook: Webhook; deliveries: Deliveries }) {
  const { name, address, resources, events, enabled, off_reason, updated_at } = webhook;
  const { secret, setSecret } = useSecretOnce();
  const mayWrite = usePermissions().inArea(webhookScreens.area).write;
  const [renewing, setRenewing] = useState(false);
  const { busy, run } = useServerAction();

  const test = () =>
    run(async () => {
      const { data } = await callEndpoint(testWebhook, { params: { uuid: webhook.uuid } });
      alert.success('Aviso de teste enviado', data.message);
    });
  const renew = () =>
    run(async () => {
      const { data } = await callEndpoint(renewSecret, { params: { uuid: webhook.uuid }, body: {} });
      alert.success('Segredo novo', data.message);
      setSecret(data.secret);
    }).finally(() => setRenewing(false));

  return (
    <>
      <DetailsPage
        title={name}
        back={{ to: webhookScreens.at.list }}
        edit={{ to: webhookScreens.at.edit(webhook), area: webhookScreens.area }}
        actions={
          mayWrite && (
            <>
              <Button variant="line" small icon={<Icon of={KeyRound} />} onClick={() => setRenewing(true)}>
                Fazer segredo novo
              </Button>
              <Button
                variant="ink"
                small
                busy={busy && !renewing}
                unavailable={!enabled}
                onUnavailable={() => alert.warning('Este webhook está desligado', 'Ligue-o antes de testar.')}
                icon={<Icon of={Send} />}
                onClick={test}
              >
                Enviar teste
              </Button>
            </>
          )
        }
        rows={[
          {
            label: 'Situação',
            value: (
              <>
                <WebhookStatus webhook={webhook} />
                {!enabled && off_reason && <p className="webhook-why">{DISABLED_REASONS[off_reason]}</p>}
              </>
            ),
          },
          { label: 'Endereço', value: address },
          { label: 'Avisa quando algo', value: eventsInWords(events).toLowerCase() },
          { label: 'Avisa sobre', value: resourcesInWords(resources) },
          { label: 'Última alteração', value: formatInstant(updated_at) },
        ]}
      />
      <AccessNote area={webhookScreens.area} />
      {secret && <NewSecret secret={secret} onClose={() => setSecret(null)} />}
      <DeliveryLog answer={deliveries} mayResend={mayWrite && enabled} />
      <SignatureHelp />
      <ConfirmDialog
        open={renewing}
        title="Fazer um segredo novo?"
        confirm={{ label: 'Fazer segredo novo', icon: <Icon of={KeyRound} /> }}
        busy={busy}
        onConfirm={renew}
        onClose={() => setRenewing(false)}
        finalFocus={() => (secret ? document.querySelector<HTMLElement>('.secret-once') : null)}
      >
        <p>
          O de antes deixa de valer na hora: até o outro sistema receber o novo, ele não reconhece a
          assinatura dos avisos.
        </p>
      </ConfirmDialog>
    </>
  );
}

/** Returns the secret that the form passed to this screen. A reload of the page does not show it again. */
function useSecretOnce() {
  const location = useLocation();
  const navigate = useNavigate();
  const [secret, setSecret] = useState(() => (location.state as { secret?: string } | null)?.secret ?? null);
  const isInHistory = (location.state as { secret?: string } | null)?.secret !== undefined;
  useEffect(() => {
    if (isInHistory) void navigate('.', { replace: true, state: null, preventScrollReset: true });
  }, [isInHistory, navigate]);
  return { secret, setSecret };
}
