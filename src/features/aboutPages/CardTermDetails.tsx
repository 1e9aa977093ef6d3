import { type ClientLoaderFunctionArgs, useLoaderData } from 'react-router';
import { formatInstant } from '../../ui/format.ts';
import { DetailsPage } from '../../ui/office/DetailsPage.tsx';
import { LoadedContent, RecordSkeleton } from '../../ui/office/Loaded.tsx';
import { load } from '../../ui/office/loadScreen.ts';
import { screenMeta } from '../../ui/office/screenMeta.ts';
import { getCardTerm } from './cardTerm.contract.ts';
import { cardTerms } from './cardTerm.resource.ts';

export const meta = screenMeta('Detalhes da condição do cartão');

export function clientLoader({ request, params: { uuid = '' } }: ClientLoaderFunctionArgs) {
  return load(getCardTerm, request, { params: { uuid } });
}

export { RecordSkeleton as HydrateFallback };

export default function CardTermDetails() {
  const { answer } = useLoaderData<typeof clientLoader>();
  return (
    <LoadedContent answer={answer} skeleton={<RecordSkeleton />} back={cardTerms.at.list}>
      {({ data }) => (
        <DetailsPage
          title={data.title}
          back={{ to: cardTerms.at.list }}
          publication={data.publication}
          edit={{ to: cardTerms.at.edit(data), area: cardTerms.area }}
          rows={[
            { label: '#', value: data.id },
            { label: 'Tipo', value: data.type.text },
            { label: 'Título', value: data.title },
            { label: 'Valor', value: data.value },
            { label: 'Observação', value: data.note },
            { label: 'Última alteração', value: formatInstant(data.updated_at) },
          ]}
        />
      )}
    </LoadedContent>
  );
}
