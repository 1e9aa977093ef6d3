import { type ClientLoaderFunctionArgs, useLoaderData } from 'react-router';
import { type Column, ListPage, ListSkeleton } from '../../../records/office/list/ListPage.tsx';
import { loadList } from '../../../records/office/loadScreen.ts';
import { screenMeta } from '../../../records/office/screenMeta.ts';
import { destroyWebhook, listWebhooks, type Webhook } from '../webhook.contract.ts';
import { webhookScreens } from '../webhook.screens.ts';
import { eventsInWords, resourcesInWords } from '../webhook.words.ts';
import { WebhookStatus } from './WebhookStatus.tsx';

export const meta = screenMeta('Webhooks');

const FIELDS = ['uuid', 'name', 'address', 'resources', 'events', 'enabled', 'off_reason'] as const;
type Row = Pick<Webhook, (typeof FIELDS)[number]>;

export function clientLoader({ request }: ClientLoaderFunctionArgs) {
  return loadList(listWebhooks, FIELDS, request);
}

export { ListSkeleton as HydrateFallback };

const columns: readonly Column<Row>[] = [
  {
    key: 'name',
    label: 'Nome',
    sortable: true,
    kind: 'title',
    narrow: 'title',
    render: ({ name }) => name,
  },
  {
    key: 'address',
    label: 'Vai para',
    kind: 'quiet',
    render: ({ address }) => new URL(address).host,
  },
  { key: 'resources', label: 'Avisa sobre', render: ({ resources }) => resourcesInWords(resources, 2) },
  { key: 'events', label: 'Quando', render: ({ events }) => eventsInWords(events) },
  {
    key: 'enabled',
    label: 'Situação',
    kind: 'status',
    narrow: 'line',
    csv: ({ enabled }) => (enabled ? 'Ligado' : 'Desligado'),
    render: (webhook) => <WebhookStatus webhook={webhook} />,
  },
];

export default function WebhookList() {
  const { answer, views } = useLoaderData<typeof clientLoader>();
  return (
    <ListPage
      title="Webhooks"
      description="Avisam outros sistemas, na hora, do que entra no site, muda nele ou sai dele."
      resource={webhookScreens}
      add="Adicionar webhook"
      searchLabel="Buscar por nome ou endereço"
      answer={answer}
      views={views}
      source={{ endpoint: listWebhooks, fields: FIELDS }}
      columns={columns}
      nameOf={({ name }) => name}
      remove={{
        endpoint: destroyWebhook,
        consequence:
          'O outro sistema não recebe mais nada, e o registro dos envios é apagado. Não dá para desfazer.',
      }}
    />
  );
}
