import { type ClientLoaderFunctionArgs, useLoaderData } from 'react-router';
import { DetailsPage } from '../../../records/office/details/DetailsPage.tsx';
import { LoadedContent, RecordSkeleton } from '../../../records/office/Loaded.tsx';
import { load } from '../../../records/office/loadScreen.ts';
import { screenMeta } from '../../../records/office/screenMeta.ts';
import { formatInstant } from '../../../ui/format.ts';
import { getAboutItem } from '../aboutItem.contract.ts';
import { aboutItems } from '../aboutItem.resource.ts';

export const meta = screenMeta('Detalhes do item');

export function clientLoader({ request, params: { uuid = '' } }: ClientLoaderFunctionArgs) {
  return load(getAboutItem, request, { params: { uuid } });
}

export { RecordSkeleton as HydrateFallback };

export default function AboutItemDetails() {
  const { answer } = useLoaderData<typeof clientLoader>();
  return (
    <LoadedContent answer={answer} skeleton={<RecordSkeleton />} back={aboutItems.at.list}>
      {({ data: item }) => (
        <DetailsPage
          title={item.title}
          back={{ to: aboutItems.at.list }}
          publication={item.publication}
          edit={{ to: aboutItems.at.edit(item), area: aboutItems.area }}
          rows={[
            { label: '#', value: item.id },
            { label: 'Título', value: item.title },
            { label: 'Sobre', value: item.about.title },
            { label: 'Descrição', value: item.description },
            { label: 'Última alteração', value: formatInstant(item.updated_at) },
          ]}
        />
      )}
    </LoadedContent>
  );
}
