import { type ClientLoaderFunctionArgs, useLoaderData } from 'react-router';
import { DocumentField } from '../../ui/DocumentField.tsx';
import { EditPage, Section, useEditForm } from '../../ui/EditPage.tsx';
import { DateField } from '../../ui/fields.tsx';
import { formatInstant, plural } from '../../ui/format.ts';
import { Loaded, RecordSkeleton } from '../../ui/Loaded.tsx';
import { load } from '../../ui/load.ts';
import { screenMeta } from '../../ui/screenMeta.ts';
import { toLocalTime } from '../../ui/zonedTime.ts';
import {
  getFortnightlyBooklet,
  type StaffFortnightlyBooklet,
  storeFortnightlyBooklet,
} from './booklet.contract.ts';

const DASHBOARD = '/admin/dashboard';

export const meta = screenMeta('Encarte quinzenal');

export function clientLoader({ request }: ClientLoaderFunctionArgs) {
  return load(getFortnightlyBooklet, request);
}

export { RecordSkeleton as HydrateFallback };

export default function FortnightlyBookletForm() {
  const { answer } = useLoaderData<typeof clientLoader>();
  return (
    <Loaded answer={answer} skeleton={<RecordSkeleton />} back={DASHBOARD}>
      {(saved) => <Editor {...(saved && { booklet: saved.data })} />}
    </Loaded>
  );
}

function Editor({ booklet }: { booklet?: StaffFortnightlyBooklet }) {
  const edit = useEditForm({
    endpoint: storeFortnightlyBooklet,
    ...(booklet && { fixed: { version: booklet.version } }),
    values: { doc: null as File | null, ...validityOf(booklet) },
    to: '/admin/booklets/fortnightly',
  });
  const { control } = edit;
  return (
    <EditPage
      edit={edit}
      title="Encarte quinzenal"
      description={
        booklet
          ? `Última alteração em ${formatInstant(booklet.updated_at)}. ${pagesInWords(booklet)}`
          : 'Aparece no site assim que for salvo.'
      }
      back={{ to: DASHBOARD, label: 'Voltar' }}
      saveLabel="Salvar encarte"
    >
      <Section title="Encarte">
        <DocumentField
          control={control}
          name="doc"
          label="Arquivo PDF"
          kind="pdf"
          current={booklet?.file}
          currentLabel="Ver encarte atual"
          advice="O encarte inteiro em um PDF só."
        />
      </Section>
      <Section title="Validade">
        <div className="field-pair">
          <DateField control={control} name="valid_from" label="Vale de" hint="O primeiro dia das ofertas." />
          <DateField control={control} name="valid_until" label="Vale até" hint="O último dia, inclusive." />
        </div>
      </Section>
    </EditPage>
  );
}

function pagesInWords({ pages_state, page_count }: StaffFortnightlyBooklet): string {
  if (pages_state === 'pending') return 'As páginas para folhear no site estão sendo preparadas.';
  if (pages_state === 'failed' || !page_count)
    return 'Não conseguimos separar as páginas deste PDF: no site, ele é só para baixar.';
  return `No site, ${plural(page_count, 'página', 'páginas')} para folhear.`;
}

/** The days of an offer that is over would only be mistaken for those of the next. */
function validityOf(booklet: StaffFortnightlyBooklet | undefined) {
  const today = toLocalTime(new Date().toISOString()).slice(0, 10);
  const over = booklet?.valid_until != null && booklet.valid_until < today;
  return {
    valid_from: (!over && booklet?.valid_from) || '',
    valid_until: (!over && booklet?.valid_until) || '',
  };
}
