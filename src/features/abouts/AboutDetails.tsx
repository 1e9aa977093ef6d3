import { type ClientLoaderFunctionArgs, useLoaderData } from 'react-router';
import { formatInstant } from '../../ui/format.ts';
import { DetailsPage } from '../../ui/office/DetailsPage.tsx';
import { Loaded, RecordSkeleton } from '../../ui/office/Loaded.tsx';
import { load } from '../../ui/office/load.ts';
import { screenMeta } from '../../ui/office/screenMeta.ts';
import { getAbout } from './about.contract.ts';
import { abouts } from './about.resource.ts';

export const meta = screenMeta('Detalhes do sobre');

export function clientLoader({ request, params: { uuid = '' } }: ClientLoaderFunctionArgs) {
  return load(getAbout, request, { params: { uuid } });
}

export { RecordSkeleton as HydrateFallback };

export default function AboutDetails() {
  const { answer } = useLoaderData<typeof clientLoader>();
  return (
    <Loaded answer={answer} skeleton={<RecordSkeleton />} back={abouts.at.list}>
      {({ data: about }) => (
        <DetailsPage
          title={about.title}
          back={{ to: abouts.at.list }}
          publication={about.publication}
          edit={{ to: abouts.at.edit(about), area: abouts.area }}
          rows={[
            { label: '#', value: about.id },
            { label: 'Título', value: about.title },
            { label: 'Tipo', value: about.type.text },
            { label: 'Descrição', value: about.description },
            { label: 'Última alteração', value: formatInstant(about.updated_at) },
          ]}
        />
      )}
    </Loaded>
  );
}
