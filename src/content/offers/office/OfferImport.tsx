import { Download, FileSpreadsheet, ListChecks } from 'lucide';
import { useCallback, useId, useMemo, useRef, useState } from 'react';
import { type Control, useController, useWatch } from 'react-hook-form';
import { type ClientLoaderFunctionArgs, useLoaderData, useNavigate, useRevalidator } from 'react-router';
import { alert } from '../../../records/office/alerts.tsx';
import { Button } from '../../../records/office/Button.tsx';
import { callEndpoint } from '../../../records/office/callEndpoint.ts';
import { EditPage, Section, useEditForm } from '../../../records/office/form/EditPage.tsx';
import { FieldError, TextArea, useField } from '../../../records/office/form/fields.tsx';
import { Radio } from '../../../records/office/form/Radio.tsx';
import { Icon } from '../../../records/office/Icon.tsx';
import { LoadedContent, RecordSkeleton } from '../../../records/office/Loaded.tsx';
import { BYTE_ORDER_MARK, encodeCsv as csvText } from '../../../records/office/list/csv.ts';
import { returnLink } from '../../../records/office/listState.ts';
import { failureFrom, load } from '../../../records/office/loadScreen.ts';
import { saveFile } from '../../../records/office/saveFile.ts';
import { screenMeta } from '../../../records/office/screenMeta.ts';
import { useSession, withReauth } from '../../../records/office/session.ts';
import { UndoNotice } from '../../../records/office/UndoNotice.tsx';
import { usePermissions } from '../../../records/office/usePermissions.ts';
import { formatCount } from '../../../shared/text/plural.ts';
import { BranchesField, type BranchesValues } from '../../branches/office/BranchesField.tsx';
import { OFFER_BRANCHES } from '../../pricing/offer.format.ts';
import {
  emptyFileProblem,
  NO_TABLE_HISTORY,
  redoTable,
  rememberTable,
  type TableHistory,
  tableHistoryText,
  undoTable,
} from '../import/offerFile.ts';
import { importOffers, MAX_OFFER_ROWS } from '../import/offerImport.contract.ts';
import { fitsGrid, MAX_TYPED_ROWS } from '../import/offerRows.ts';
import { OFFER_COLUMNS } from '../import/offerSheet.ts';
import { listOfferBranches } from '../offer.contract.ts';
import { offers } from '../offer.resource.ts';
import { type DryRun, DryRunResult } from './DryRunResult.tsx';
import { type UndoableImport, undoImport } from './importUndo.browser.ts';
import { OfferRows, type RowsCheck, wrongRowsText } from './OfferRows.tsx';

export const meta = screenMeta('Várias ofertas de uma vez');

export function clientLoader({ request }: ClientLoaderFunctionArgs) {
  return { branches: load(listOfferBranches, request).answer };
}

/**
 * An import creates many offers at once, so there is no page of the created record and no «create another».
 */
const IMPORTED = {
  at: { list: offers.at.list },
  alerts: { ...offers.alerts, created: 'Ofertas salvas' },
} as unknown as typeof offers;

const TRIAL = { trial: false };

/** Last import of this tab and its user; an alert alone would close before a mistake is seen. */
let lastImport: (UndoableImport & { user: string | undefined }) | null = null;

interface ImportValues extends BranchesValues {
  csv: string;
  /** Stored in the draft, never sent. */
  tables: TableHistory;
}

type Branches = Parameters<typeof BranchesField>[0]['branches'];

export default function OfferImport() {
  const { branches } = useLoaderData<typeof clientLoader>();
  const { user } = useSession();
  if (!user?.branches) return <Importer branches={branches} own="all" />;
  return (
    <LoadedContent answer={branches} skeleton={<RecordSkeleton />} back={offers.at.list}>
      {({ data }) => <Importer branches={branches} own={data.map(({ uuid }) => uuid)} />}
    </LoadedContent>
  );
}

/**
 * Form of the import. `own` preselects branches: for staff who are limited to some branches, those that are
 * not deleted.
 */
function Importer({ branches, own }: { branches: Branches; own: BranchesValues['branches'] }) {
  const navigate = useNavigate();
  const { revalidate } = useRevalidator();
  const { user } = useSession();
  const { has } = usePermissions();
  const [undoable, setUndoable] = useState(lastImport?.user === user?.uuid ? lastImport : null);
  const [undoing, setUndoing] = useState(false);
  const undo = async (done: UndoableImport) => {
    setUndoing(true);
    alert.info('Desfazendo', 'As ofertas da importação voltam a ser como antes.');
    try {
      const { text, left, warning } = await undoImport(done.saved, (saved) => {
        lastImport = saved.length > 0 ? { ...done, saved, user: user?.uuid } : null;
        setUndoable(lastImport);
      });
      alert.success('Importação desfeita', text);
      if (left) alert.warning('Ficaram como estão', `Mudaram depois da importação: ${left}.`);
      else if (warning) alert.warning('Confira os preços', warning);
    } catch (error) {
      alert.failure(failureFrom(error));
    } finally {
      setUndoing(false);
      await revalidate();
    }
  };
  const edit = useEditForm({
    endpoint: importOffers,
    values: { csv: '', branches: own, tables: NO_TABLE_HISTORY } as ImportValues,
    extraFields: TRIAL,
    dryRunField: 'unit_price_check',
    resource: IMPORTED,
    onSaved({ data: { message, saved } }) {
      const { to, ...linkState } = returnLink(offers.at.list);
      void navigate(to, { replace: true, ...linkState });
      const isUndoable = saved.length > 0 && (has('offers.delete') || !saved.some(({ is_new }) => is_new));
      lastImport = isUndoable ? { text: message, saved, user: user?.uuid } : null;
      const done = lastImport;
      if (done)
        alert.done(IMPORTED.alerts.created, message, { label: 'Desfazer', run: () => void undo(done) });
    },
  });
  const { control, form } = edit;
  const csv = useWatch({ control, name: 'csv' });
  const tables = useWatch({ control, name: 'tables' });
  const viewName = useId();
  const [tried, setTried] = useState<DryRun | null>(null);
  const [trying, setTrying] = useState(false);
  const [refusal, setRefusal] = useState<string>();
  const refusalId = useId();
  const chooser = useRef<HTMLInputElement>(null);
  const checking = useRef<RowsCheck | null>(null);
  const [wish, setWish] = useState<'typed' | 'text'>('typed');
  const isTypable = useMemo(() => fitsGrid(csv), [csv]);
  const view = isTypable ? wish : 'text';
  const setTable = useCallback(
    (table: string) =>
      form.setValue('csv', table, { shouldDirty: true, shouldValidate: form.formState.isSubmitted }),
    [form],
  );
  const replaceTable = useCallback(
    (table: string) => {
      const { csv: replaced, tables: history } = form.getValues();
      form.setValue('tables', rememberTable(history, replaced), { shouldDirty: true });
      setTable(table);
    },
    [form, setTable],
  );
  const stepTo = (step: ReturnType<typeof undoTable>) => {
    if (!step) return;
    form.setValue('tables', step.history, { shouldDirty: true });
    setTable(step.table);
  };
  /** In the grid, the cells show the errors that the server would report by line. */
  const isRight = () => {
    const wrong = view === 'text' ? 0 : (checking.current?.check() ?? 0);
    if (wrong === 0) return true;
    alert.warning(wrongRowsText(wrong), 'As células com algo errado dizem o quê.');
    return false;
  };
  const save: typeof edit.save = async (event) => {
    event?.preventDefault();
    if (isRight()) return edit.save(event);
  };

  const look = async () => {
    if (!isRight()) return;
    setTrying(true);
    try {
      const { tables: _, ...values } = form.getValues();
      const { data } = await withReauth(() =>
        callEndpoint(importOffers, { body: { ...values, trial: true } }),
      );
      form.clearErrors('csv');
      setTried({ csv: values.csv, found: data });
    } catch (error) {
      setTried(null);
      const failure = failureFrom(error);
      const message = failure.fields?.csv?.[0] ?? failure.fields?.branches?.[0];
      if (!message) alert.failure(failure);
      else form.setError(failure.fields?.csv ? 'csv' : 'branches', { message }, { shouldFocus: true });
    } finally {
      setTrying(false);
    }
  };

  const take = async (file: File | undefined) => {
    if (!file) return;
    const refuse = (text: string) => {
      setRefusal(text);
      alert.error(file.name, text);
    };
    try {
      const text = await textOf(file);
      const problem = emptyFileProblem(text);
      if (problem) return refuse(problem);
      setRefusal(undefined);
      replaceTable(text);
      setTried(null);
      await form.trigger('csv');
    } catch {
      refuse('Não deu para ler o arquivo. Salve a planilha como CSV e tente de novo.');
    }
  };

  return (
    <EditPage
      edit={{ ...edit, save, preview: null }}
      title="Várias ofertas de uma vez"
      description={`Até ${formatCount(MAX_OFFER_ROWS)} de uma vez: todas entram, ou nenhuma.`}
      back={{ to: offers.at.list }}
      saveLabel="Salvar ofertas"
      layout="wide"
      {...(view === 'text' && { aside: <Columns /> })}
    >
      {undoable && (
        <UndoNotice
          text={`Última importação: ${undoable.text}`}
          onUndo={undoing ? undefined : () => void undo(undoable)}
        />
      )}
      <Section title="Ofertas">
        <fieldset className="offer-sheet-views">
          <legend className="sr-only">Como</legend>
          <Radio name={`${viewName}-view`} checked={view === 'typed'} onChoose={() => setWish('typed')}>
            Digitar na tabela
          </Radio>
          <Radio name={`${viewName}-view`} checked={view === 'text'} onChoose={() => setWish('text')}>
            Colar texto ou CSV
          </Radio>
        </fieldset>
        {view === 'typed' ? (
          <Typed
            control={control}
            table={csv}
            onTable={setTable}
            onReplace={replaceTable}
            checking={checking}
          />
        ) : (
          <div className="offer-sheet">
            <TextArea
              control={control}
              name="csv"
              label="Células"
              rows={12}
              spellCheck={false}
              autoComplete="off"
              wrap="off"
              hint="Copie as células da planilha, com a linha dos nomes, e cole aqui. Ou escolha um arquivo CSV."
            />
            {wish === 'typed' && (
              <p className="field-hint" role="status">
                {`Na tabela cabem ${MAX_TYPED_ROWS} linhas com as colunas conhecidas. Esta fica como texto.`}
              </p>
            )}
          </div>
        )}
        <div className="offer-sheet-ways">
          <Button
            variant="line"
            icon={<Icon of={ListChecks} />}
            unavailable={trying || csv.trim() === ''}
            onClick={look}
          >
            Conferir
          </Button>
          <Button
            variant="line"
            icon={<Icon of={FileSpreadsheet} />}
            aria-describedby={refusal && refusalId}
            onClick={() => chooser.current?.click()}
          >
            Escolher arquivo
          </Button>
          <input
            ref={chooser}
            type="file"
            hidden
            aria-label="Arquivo CSV"
            accept=".csv,.tsv,.txt,text/csv,text/tab-separated-values,text/plain"
            onChange={({ target }) => {
              void take(target.files?.[0]);
              // Resets the input, so that choosing the same file again fires a change event.
              target.value = '';
            }}
          />
        </div>
        <FieldError id={refusalId} text={refusal} />
        <UndoNotice
          text={tableHistoryText(tables)}
          onUndo={tables.before.length > 0 ? () => stepTo(undoTable(tables, csv)) : undefined}
          onRedo={tables.after.length > 0 ? () => stepTo(redoTable(tables, csv)) : undefined}
        />
        <DryRunResult tried={tried} csv={csv} isBrief={view === 'typed'} />
      </Section>
      <Section title="Filiais">
        <BranchesField control={control} branches={branches} words={OFFER_BRANCHES} />
      </Section>
    </EditPage>
  );
}

/** Renders the table as a grid of cells, bound to the same form field as the text. */
function Typed({
  control,
  ...rows
}: Omit<Parameters<typeof OfferRows>[0], 'id'> & { control: Control<ImportValues> }) {
  const shell = useField({ control, name: 'csv', label: 'Ofertas' }, false);
  useController({ control, name: 'csv' });
  return (
    <>
      <FieldError id={`${shell.inputId}-error`} text={shell.error} />
      <OfferRows id={shell.inputId} {...rows} />
    </>
  );
}

function Columns() {
  return (
    <Section title="Colunas">
      <p className="field-hint">
        A primeira linha diz o nome das colunas, em qualquer ordem. As que não são destas não são lidas.
      </p>
      <ul className="offer-columns">
        {OFFER_COLUMNS.map(({ field, label, required }) => (
          <li key={field}>
            {label}
            {required ? ' (obrigatória)' : ''}
          </li>
        ))}
      </ul>
      <Button
        variant="line"
        small
        icon={<Icon of={Download} />}
        onClick={() =>
          saveFile(new Blob([modelTable()], { type: 'text/csv;charset=utf-8' }), 'ofertas-modelo.csv')
        }
      >
        Baixar um modelo
      </Button>
    </Section>
  );
}

const EXAMPLE: Readonly<Record<string, string>> = {
  ...{ product: 'Tomate italiano', size: '1', unit: 'kg', price: '4,99', former_price: '7,99' },
  ...{ department: 'Hortifrúti', valid_from: '01/12/2026', valid_until: '07/12/2026' },
};
/** Returns an example table that a Brazilian spreadsheet opens. */
const modelTable = () =>
  BYTE_ORDER_MARK +
  csvText([OFFER_COLUMNS.map(({ label }) => label), OFFER_COLUMNS.map(({ field }) => EXAMPLE[field] ?? '')]);

/** Decodes a file as UTF-8, or in the older encoding of spreadsheets, whose accents are invalid UTF-8. */
async function textOf(file: File): Promise<string> {
  const bytes = await file.arrayBuffer();
  // Pictures and workbooks contain such bytes, text tables never do.
  if (new Uint8Array(bytes).some((byte) => byte < 9)) throw new Error('no text');
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}
