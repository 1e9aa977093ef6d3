import { type ClientLoaderFunctionArgs, useLoaderData } from 'react-router';
import { EditPage, Section, useEditForm } from '../../../records/office/form/EditPage.tsx';
import { TextField } from '../../../records/office/form/fields.tsx';
import { LoadedContent, RecordSkeleton } from '../../../records/office/Loaded.tsx';
import { load } from '../../../records/office/loadScreen.ts';
import { screenMeta } from '../../../records/office/screenMeta.ts';
import {
  getTicketOfficeItem,
  storeTicketOfficeItem,
  type TicketOfficeItem,
  updateTicketOfficeItem,
} from '../ticketOfficeItem.contract.ts';
import { ticketOfficeItems } from '../ticketOfficeItem.resource.ts';

export const meta = screenMeta('Editar item da bilheteria');

export function clientLoader({ request, params: { uuid } }: ClientLoaderFunctionArgs) {
  return uuid ? load(getTicketOfficeItem, request, { params: { uuid } }) : null;
}

export { RecordSkeleton as HydrateFallback };

export default function TicketOfficeItemForm() {
  const loaded = useLoaderData<typeof clientLoader>();
  if (!loaded) return <Editor />;
  return (
    <LoadedContent answer={loaded.answer} skeleton={<RecordSkeleton />} back={ticketOfficeItems.at.list}>
      {({ data }) => <Editor key={`${data.uuid} ${data.version}`} found={data} />}
    </LoadedContent>
  );
}

function Editor({ found }: { found?: TicketOfficeItem }) {
  const edit = useEditForm({
    endpoint: found ? updateTicketOfficeItem : storeTicketOfficeItem,
    ...(found && { record: found }),
    values: { item: found?.item ?? '' },
    resource: ticketOfficeItems,
  });
  return (
    <EditPage
      edit={edit}
      title={found ? 'Editar item da bilheteria' : 'Novo item da bilheteria'}
      intro="Entra no fim da lista da página do cinema."
      saveLabel="Salvar item"
    >
      <Section title="Dados do item">
        <TextField
          control={edit.control}
          name="item"
          label="Item"
          autoComplete="off"
          hint="Um preço ou um aviso, como Inteira, de terça a quinta: R$ 24,00"
        />
      </Section>
    </EditPage>
  );
}
