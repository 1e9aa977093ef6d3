import { useWatch } from 'react-hook-form';
import { type ClientLoaderFunctionArgs, useLoaderData } from 'react-router';
import { EditPage, Section, useEditForm } from '../../../records/office/form/EditPage.tsx';
import { SelectField, TextArea, TextField } from '../../../records/office/form/fields.tsx';
import { LoadedContent, RecordSkeleton } from '../../../records/office/Loaded.tsx';
import { load } from '../../../records/office/loadScreen.ts';
import { screenMeta } from '../../../records/office/screenMeta.ts';
import { type CardTerm, getCardTerm, storeCardTerm, updateCardTerm } from '../cardTerm.contract.ts';
import { cardTerms } from '../cardTerm.resource.ts';
import {
  CALL_TERM,
  CARD_TERM_TYPES,
  type CardTermType,
  DOCUMENT_TERM,
  FEE_TERM,
  LIMIT_TERM,
  needsValue,
  STEP_TERM,
} from '../cardTerm.types.ts';

const types = Object.entries(CARD_TERM_TYPES).map(([value, label]) => ({ value, label }));

/** Hints for title and value, by type. */
const EXAMPLES: Record<string, { title: string; value: string }> = {
  [FEE_TERM]: { title: 'Como “Anuidade” ou “Juros do rotativo”.', value: 'Como “R$ 0” ou “11,9% ao mês”.' },
  [LIMIT_TERM]: { title: 'Como “Limite inicial”.', value: 'Como “a partir de R$ 300”.' },
  [DOCUMENT_TERM]: { title: 'Como “Documento com foto”.', value: 'Pode ficar vazio.' },
  [STEP_TERM]: { title: 'O passo em poucas palavras: “Separe os documentos”.', value: 'Pode ficar vazio.' },
  [CALL_TERM]: {
    title: 'Para que se liga: “Perda e roubo, 24 horas”.',
    value: 'O telefone, com DDD, ou um 0800.',
  },
};

export const meta = screenMeta('Cadastro de condição do cartão');

export function clientLoader({ request, params: { uuid } }: ClientLoaderFunctionArgs) {
  return uuid ? load(getCardTerm, request, { params: { uuid } }) : null;
}

export { RecordSkeleton as HydrateFallback };

export default function CardTermForm() {
  const loaded = useLoaderData<typeof clientLoader>();
  if (!loaded) return <Editor />;
  return (
    <LoadedContent answer={loaded.answer} skeleton={<RecordSkeleton />} back={cardTerms.at.list}>
      {({ data }) => <Editor key={`${data.uuid} ${data.version}`} stored={data} />}
    </LoadedContent>
  );
}

function Editor({ stored }: { stored?: CardTerm }) {
  const edit = useEditForm({
    endpoint: stored ? updateCardTerm : storeCardTerm,
    ...(stored && { record: stored }),
    values: {
      type: stored ? String(stored.type.number) : '',
      title: stored?.title ?? '',
      value: stored?.value ?? '',
      note: stored?.note ?? '',
    },
    resource: cardTerms,
  });
  const { control } = edit;
  const type = useWatch({ control, name: 'type' });
  const example = EXAMPLES[type];
  return (
    <EditPage
      edit={edit}
      title={stored?.title ?? 'Nova condição'}
      intro="Aparece na página do cartão, no fim da parte que você escolher."
      saveLabel="Salvar condição"
    >
      <Section title="Dados da condição">
        <SelectField
          control={control}
          name="type"
          label="Tipo"
          options={types}
          hint="Cada tipo é uma parte da página; a que não tem nada não aparece."
        />
        <div className="field-pair">
          <TextField
            control={control}
            name="title"
            label="Título"
            autoComplete="off"
            hint={example?.title ?? 'Como aparece na página.'}
          />
          <TextField
            control={control}
            name="value"
            label="Valor"
            required={type !== '' && needsValue(Number(type) as CardTermType)}
            autoComplete="off"
            hint={example?.value ?? 'Como aparece na página, com a unidade.'}
          />
        </div>
        <TextArea
          control={control}
          name="note"
          label="Observação"
          rows={3}
          hint="Quando vale, de quanto em quanto tempo, o que muda. Pode ficar vazia."
        />
      </Section>
    </EditPage>
  );
}
