import { type ClientLoaderFunctionArgs, useLoaderData } from 'react-router';
import { DetailsPage } from '../../records/office/details/DetailsPage.tsx';
import { LoadedContent, RecordSkeleton } from '../../records/office/Loaded.tsx';
import { load } from '../../records/office/loadScreen.ts';
import { screenMeta } from '../../records/office/screenMeta.ts';
import { formatDate, formatInstant } from '../../shared/text/format.ts';
import { VacancyStatus } from './VacancyStatus.tsx';
import { getVacancy } from './vacancy.contract.ts';
import { vacancies } from './vacancy.resource.ts';

export const meta = screenMeta('Detalhes da vaga');

export function clientLoader({ request, params: { uuid = '' } }: ClientLoaderFunctionArgs) {
  return load(getVacancy, request, { params: { uuid } });
}

export { RecordSkeleton as HydrateFallback };

export default function VacancyDetails() {
  const { answer } = useLoaderData<typeof clientLoader>();
  return (
    <LoadedContent answer={answer} skeleton={<RecordSkeleton />} back={vacancies.at.list}>
      {({ data: vacancy }) => (
        <DetailsPage
          title={vacancy.name}
          back={{ to: vacancies.at.list }}
          publication={vacancy.publication}
          edit={{ to: vacancies.at.edit(vacancy), area: vacancies.area }}
          rows={[
            { label: '#', value: vacancy.id },
            { label: 'Nome', value: vacancy.name },
            { label: 'Tipo', value: vacancy.type.text },
            { label: 'Situação', value: <VacancyStatus vacancy={vacancy} /> },
            { label: 'Cidade', value: vacancy.city },
            { label: 'Aberta até', value: vacancy.open_until && formatDate(vacancy.open_until) },
            { label: 'Descrição', value: vacancy.description },
            { label: 'Última alteração', value: formatInstant(vacancy.updated_at) },
          ]}
        />
      )}
    </LoadedContent>
  );
}
