import { useWatch } from 'react-hook-form';
import { type ClientLoaderFunctionArgs, useLoaderData } from 'react-router';
import { DocumentField } from '../../../records/office/form/DocumentField.tsx';
import { EditPage, Section, useEditForm } from '../../../records/office/form/EditPage.tsx';
import { DateField } from '../../../records/office/form/fields.tsx';
import { LoadedContent, RecordSkeleton } from '../../../records/office/Loaded.tsx';
import { load } from '../../../records/office/loadScreen.ts';
import { screenMeta } from '../../../records/office/screenMeta.ts';
import { DASHBOARD } from '../../../shared/addresses.ts';
import { todayOnDevice } from '../../../shared/dates.ts';
import { formatInstant } from '../../../shared/text/format.ts';
import { plural } from '../../../shared/text/plural.ts';
import {
  type ListedFortnightlyBooklet,
  listFortnightlyBooklets,
  storeFortnightlyBooklet,
} from '../booklet.contract.ts';
import { fortnightlyBooklets } from '../fortnightlyBooklet.resource.ts';
import { BookletLists } from './BookletShelf.tsx';
import { OverlapNotice } from './OverlapNotice.tsx';

export const meta = screenMeta('Ofertas quinzenais');

export function clientLoader({ request }: ClientLoaderFunctionArgs) {
  return load(listFortnightlyBooklets, request);
}

export { RecordSkeleton as HydrateFallback };

export default function FortnightlyBookletForm() {
  const { answer } = useLoaderData<typeof clientLoader>();
  return (
    <LoadedContent answer={answer} skeleton={<RecordSkeleton />} back={DASHBOARD}>
      {({ data }) => <Editor booklets={data} />}
    </LoadedContent>
  );
}

function Editor({ booklets }: { booklets: readonly ListedFortnightlyBooklet[] }) {
  const [first] = booklets;
  const current = booklets.find(({ state }) => state === 'current');
  const edit = useEditForm({
    endpoint: storeFortnightlyBooklet,
    ...(first && { extraFields: { version: first.version } }),
    // Starts empty: prefilled days of the last booklet would be mistaken for those of the next.
    values: { doc: null as File | null, valid_from: '', valid_until: '', announced: false },
    resource: fortnightlyBooklets,
  });
  const { control } = edit;
  const [begins, ends, file] = useWatch({ control, name: ['valid_from', 'valid_until', 'doc'] });
  const today = todayOnDevice();
  return (
    <EditPage
      edit={edit}
      title="Ofertas quinzenais"
      description={
        current
          ? `No ar desde ${formatInstant(current.shown_from)}. ${pagesInWords(current)}`
          : 'Sem datas, aparece no site assim que for publicado.'
      }
      saveLabel="Salvar encarte"
      aside={<BookletLists booklets={booklets} />}
    >
      <Section title="Encarte">
        <DocumentField
          control={control}
          name="doc"
          label="Arquivo PDF"
          kind="pdf"
          current={current?.file}
          currentLabel="Ver encarte atual"
          advice="O encarte inteiro em um PDF só."
        />
      </Section>
      <Section title="Validade">
        <div className="field-pair">
          <DateField
            control={control}
            name="valid_from"
            label="Vale de"
            hint="Até esse dia, o encarte espera e o atual continua. Vazio: entra no ar ao salvar."
          />
          <DateField
            control={control}
            name="valid_until"
            label="Vale até"
            hint="O último dia, inclusive."
            min={begins}
          />
        </div>
        {(file || begins || ends) && (
          <OverlapNotice
            days={{ valid_from: begins, valid_until: ends }}
            booklet={null}
            booklets={booklets}
          />
        )}
        {begins > today && (
          <label className="check">
            <input type="checkbox" {...control.register('announced')} />
            Avisar no site que ele vem: só o dia, sem preço e sem página
          </label>
        )}
      </Section>
    </EditPage>
  );
}

function pagesInWords({ pages_state, page_count, pages_shown }: ListedFortnightlyBooklet): string {
  if (pages_state === 'pending') return 'As páginas para folhear no site estão sendo preparadas.';
  if (pages_state === 'failed' || !page_count)
    return 'Não conseguimos separar as páginas deste PDF: no site, ele é só para baixar.';
  if (pages_shown < page_count)
    return `No site, ${pages_shown} de ${plural(page_count, 'página', 'páginas')} para folhear. O resto está só no PDF.`;
  return `No site, ${plural(page_count, 'página', 'páginas')} para folhear.`;
}
