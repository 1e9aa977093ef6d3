import { type ClientLoaderFunctionArgs, useLoaderData } from 'react-router';
import { type Column, ListPage, ListSkeleton } from '../../records/office/list/ListPage.tsx';
import { loadList } from '../../records/office/loadScreen.ts';
import { screenMeta } from '../../records/office/screenMeta.ts';
import { applyMask, masks } from '../../shared/text/masks.ts';
import { formatSubscriber } from '../../shared/text/phone.ts';
import { destroyPhone, listPhones, type Phone, updatePhone } from './phone.contract.ts';
import { phoneLabel } from './phone.format.ts';
import { phones } from './phone.resource.ts';

export const meta = screenMeta('Telefones');

const FIELDS = ['uuid', 'id', 'contact', 'ddi', 'ddd', 'number', 'type', 'version'] as const;
type Row = Pick<Phone, (typeof FIELDS)[number]>;

export function clientLoader({ request }: ClientLoaderFunctionArgs) {
  return loadList(listPhones, FIELDS, request);
}

export { ListSkeleton as HydrateFallback };

const columns: readonly Column<Row>[] = [
  { key: 'id', label: '#', sortable: true, kind: 'number', render: ({ id }) => id },
  {
    key: 'contact',
    label: 'Contato',
    sortable: true,
    kind: 'title',
    narrow: 'title',
    render: ({ contact }) => contact,
  },
  { key: 'ddi', label: 'DDI', kind: 'code', sortable: true, render: ({ ddi }) => ddi },
  { key: 'ddd', label: 'DDD', kind: 'code', sortable: true, render: ({ ddd }) => ddd },
  {
    key: 'number',
    label: 'Número',
    sortable: true,
    narrow: 'line',
    csv: ({ number }) => formatSubscriber(number),
    edit: {
      endpoint: updatePhone,
      field: 'number',
      what: 'o número',
      requiredFields: ({ contact, ddi, ddd, type }) => ({ contact, ddi, ddd, type: type.number }),
      text: ({ number }) => applyMask(masks.phoneNumber, number),
      inputMode: 'tel',
      mask: masks.phoneNumber,
    },
    // On narrow screens the row has no columns for area code and type.
    render: (phone) => (
      <>
        <span className="list-wide nowrap">{formatSubscriber(phone.number)}</span>
        <span className="list-narrow">{`${phoneLabel(phone)} · ${phone.type.text}`}</span>
      </>
    ),
  },
  { key: 'type', label: 'Tipo', sortable: true, render: ({ type }) => type.text },
];

export default function PhoneList() {
  const { answer, filters, views } = useLoaderData<typeof clientLoader>();
  return (
    <ListPage
      title="Telefones"
      description="Aparecem na página de contato. O primeiro WhatsApp é o da página do cartão, e o primeiro que não é só do cartão é o do alto do site."
      resource={phones}
      add="Adicionar telefone"
      searchLabel="Buscar por contato, número ou tipo"
      answer={answer}
      filters={filters}
      views={views}
      source={{ endpoint: listPhones, fields: FIELDS }}
      columns={columns}
      nameOf={({ contact }) => contact}
      remove={{
        endpoint: destroyPhone,
        consequence: 'Sai do site agora. Fica na lixeira, de onde pode voltar.',
      }}
    />
  );
}
