import { type ClientLoaderFunctionArgs, useLoaderData } from 'react-router';
import { DetailsPage } from '../../../records/office/details/DetailsPage.tsx';
import { LoadedContent, RecordSkeleton } from '../../../records/office/Loaded.tsx';
import { load } from '../../../records/office/loadScreen.ts';
import { screenMeta } from '../../../records/office/screenMeta.ts';
import { formatInstant } from '../../../ui/format.ts';
import { getAboutPage } from '../aboutPage.contract.ts';
import { aboutPages } from '../aboutPage.resource.ts';

export const meta = screenMeta('Detalhes do sobre');

export function clientLoader({ request, params: { uuid = '' } }: ClientLoaderFunctionArgs) {
  return load(getAboutPage, request, { params: { uuid } });
}

export { RecordSkeleton as HydrateFallback };

export default function AboutDetails() {
  const { answer } = useLoaderData<typeof clientLoader>();
  return (
    <LoadedContent answer={answer} skeleton={<RecordSkeleton />} back={aboutPages.at.list}>
      {({ data: about }) => (
        <DetailsPage
          title={about.title}
          back={{ to: aboutPages.at.list }}
          publication={about.publication}
          edit={{ to: aboutPages.at.edit(about), area: aboutPages.area }}
          rows={[
            { label: '#', value: about.id },
            { label: 'Título', value: about.title },
            { label: 'Tipo', value: about.type.text },
            { label: 'Descrição', value: about.description },
            { label: 'Última alteração', value: formatInstant(about.updated_at) },
          ]}
        />
      )}
    </LoadedContent>
  );
}
