import { type ClientLoaderFunctionArgs, Link, useLoaderData } from 'react-router';
import { EditPage, Section, useEditForm } from '../../../records/office/form/EditPage.tsx';
import { TextArea, TextField } from '../../../records/office/form/fields.tsx';
import { LoadedContent, RecordSkeleton } from '../../../records/office/Loaded.tsx';
import { load } from '../../../records/office/loadScreen.ts';
import { screenMeta } from '../../../records/office/screenMeta.ts';
import { DASHBOARD } from '../../../shared/addresses.ts';
import { getTicketOffice, storeTicketOffice, type TicketOffice } from '../ticketOffice.contract.ts';
import { ticketOffice } from '../ticketOffice.resource.ts';
import { ticketOfficeItems } from '../ticketOfficeItem.resource.ts';

export const meta = screenMeta('Bilheteria');

export function clientLoader({ request }: ClientLoaderFunctionArgs) {
  return load(getTicketOffice, request);
}

export { RecordSkeleton as HydrateFallback };

export default function TicketOfficeForm() {
  const { answer } = useLoaderData<typeof clientLoader>();
  return (
    <LoadedContent answer={answer} skeleton={<RecordSkeleton />} back={DASHBOARD}>
      {(saved) => <Editor {...(saved && { office: saved.data })} />}
    </LoadedContent>
  );
}

function Editor({ office }: { office?: TicketOffice }) {
  const edit = useEditForm({
    endpoint: storeTicketOffice,
    ...(office && { record: office }),
    values: { title: office?.title ?? '', description: office?.description ?? '' },
    resource: ticketOffice,
  });
  const { control } = edit;
  return (
    <EditPage
      edit={edit}
      title="Bilheteria"
      description={
        <>
          O texto da página do cinema. Preços e avisos ficam nos{' '}
          <Link className="link" to={ticketOfficeItems.at.list}>
            itens da bilheteria
          </Link>
          .
        </>
      }
      saveLabel="Salvar bilheteria"
    >
      <Section title="Dados da bilheteria">
        <TextField control={control} name="title" label="Título" autoComplete="off" />
        <TextArea
          control={control}
          name="description"
          label="Descrição"
          rows={5}
          hint="Horários, formas de pagamento, quem paga meia."
        />
      </Section>
    </EditPage>
  );
}
