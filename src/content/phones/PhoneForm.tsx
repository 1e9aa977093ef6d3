import { type ClientLoaderFunctionArgs, useLoaderData } from 'react-router';
import { EditPage, Section, useEditForm } from '../../records/office/form/EditPage.tsx';
import { MaskedField, SelectField, TextField } from '../../records/office/form/fields.tsx';
import { LoadedContent, RecordSkeleton } from '../../records/office/Loaded.tsx';
import { load } from '../../records/office/loadScreen.ts';
import { screenMeta } from '../../records/office/screenMeta.ts';
import { applyMask, masks } from '../../shared/text/masks.ts';
import { getPhone, type Phone, phoneRecord, storePhone, updatePhone } from './phone.contract.ts';
import { phones } from './phone.resource.ts';
import { PHONE_TYPES } from './phone.types.ts';

const BRAZIL = '55';
const types = Object.entries(PHONE_TYPES).map(([value, label]) => ({ value, label }));

export const meta = screenMeta('Cadastro de telefone');

export function clientLoader({ request, params: { uuid } }: ClientLoaderFunctionArgs) {
  return uuid ? load(getPhone, request, { params: { uuid } }) : null;
}

export { RecordSkeleton as HydrateFallback };

export default function PhoneForm() {
  const loaded = useLoaderData<typeof clientLoader>();
  if (!loaded) return <Editor />;
  return (
    <LoadedContent answer={loaded.answer} skeleton={<RecordSkeleton />} back={phones.at.list}>
      {({ data }) => <Editor key={`${data.uuid} ${data.version}`} phone={data} />}
    </LoadedContent>
  );
}

function Editor({ phone }: { phone?: Phone }) {
  const edit = useEditForm({
    endpoint: phone ? updatePhone : storePhone,
    ...(phone && { record: phone }),
    values: {
      contact: phone?.contact ?? '',
      ddi: phone?.ddi ?? BRAZIL,
      ddd: phone?.ddd ?? '',
      number: applyMask(masks.phoneNumber, phone?.number ?? ''),
      type: phone ? String(phone.type.number) : '',
    },
    resource: phones,
  });
  const { control } = edit;
  return (
    <EditPage
      edit={edit}
      title={phone?.contact ?? 'Novo telefone'}
      intro="Aparece na página de contato assim que for publicado."
      saveLabel="Salvar telefone"
    >
      <Section title="Dados do telefone">
        <TextField
          control={control}
          name="contact"
          label="Contato"
          autoComplete="off"
          hint="Quem atende: Central de atendimento, Ouvidoria, Televendas."
        />
        <div className="field-pair">
          <MaskedField
            control={control}
            name="ddi"
            label="DDI"
            mask={masks.threeDigits}
            inputMode="numeric"
            autoComplete="off"
            hint="O código do país. O do Brasil é 55."
          />
          <MaskedField
            control={control}
            name="ddd"
            label="DDD"
            mask={masks.fourDigits}
            inputMode="numeric"
            autoComplete="off"
            hint="O código da cidade, ou 0800. Sem código, escreva 0."
          />
        </div>
        <div className="field-pair">
          <MaskedField
            control={control}
            name="number"
            label="Número"
            mask={masks.phoneNumber}
            inputMode="tel"
            autoComplete="off"
            hint={`Sem o DDD, até ${phoneRecord.fields.number.max} números: 4004-0000, 190.`}
          />
          <SelectField
            control={control}
            name="type"
            label="Tipo"
            options={types}
            hint="Quem toca em um WhatsApp abre a conversa."
          />
        </div>
      </Section>
    </EditPage>
  );
}
