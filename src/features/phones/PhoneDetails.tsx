import { type ClientLoaderFunctionArgs, useLoaderData } from 'react-router';
import { formatInstant } from '../../ui/format.ts';
import { DetailsPage } from '../../ui/office/DetailsPage.tsx';
import { LoadedContent, RecordSkeleton } from '../../ui/office/Loaded.tsx';
import { load } from '../../ui/office/loadScreen.ts';
import { screenMeta } from '../../ui/office/screenMeta.ts';
import { formatSubscriber } from '../../ui/phone.ts';
import { getPhone } from './phone.contract.ts';
import { phoneLabel } from './phone.format.ts';
import { phones } from './phone.resource.ts';

export const meta = screenMeta('Detalhes do telefone');

export function clientLoader({ request, params: { uuid = '' } }: ClientLoaderFunctionArgs) {
  return load(getPhone, request, { params: { uuid } });
}

export { RecordSkeleton as HydrateFallback };

export default function PhoneDetails() {
  const { answer } = useLoaderData<typeof clientLoader>();
  return (
    <LoadedContent answer={answer} skeleton={<RecordSkeleton />} back={phones.at.list}>
      {({ data: phone }) => (
        <DetailsPage
          title={phone.contact}
          back={{ to: phones.at.list }}
          publication={phone.publication}
          edit={{ to: phones.at.edit(phone), area: phones.area }}
          rows={[
            { label: '#', value: phone.id },
            { label: 'Contato', value: phone.contact },
            { label: 'DDI', value: phone.ddi },
            { label: 'DDD', value: phone.ddd },
            { label: 'Número', value: formatSubscriber(phone.number) },
            { label: 'No site', value: phoneLabel(phone) },
            { label: 'Tipo', value: phone.type.text },
            { label: 'Última alteração', value: formatInstant(phone.updated_at) },
          ]}
        />
      )}
    </LoadedContent>
  );
}
