import { type ClientLoaderFunctionArgs, useLoaderData } from 'react-router';
import { EditPage, Section, useEditForm } from '../../records/office/form/EditPage.tsx';
import { MaskedField, TextField } from '../../records/office/form/fields.tsx';
import { LoadedContent, RecordSkeleton } from '../../records/office/Loaded.tsx';
import { load } from '../../records/office/loadScreen.ts';
import { screenMeta } from '../../records/office/screenMeta.ts';
import { DASHBOARD } from '../../shared/addresses.ts';
import { applyMask, masks } from '../../shared/text/masks.ts';
import { AddressFields } from '../addresses/AddressFields.tsx';
import { addressValues, socialValues } from '../addresses/formValues.browser.ts';
import { SocialFields } from '../addresses/SocialFields.tsx';
import { type Company, getInformation, storeInformation } from './company.contract.ts';
import { company } from './company.resource.ts';

export const meta = screenMeta('Informações da empresa');

export function clientLoader({ request }: ClientLoaderFunctionArgs) {
  return load(getInformation, request);
}

export { RecordSkeleton as HydrateFallback };

export default function CompanyForm() {
  const { answer } = useLoaderData<typeof clientLoader>();
  return (
    <LoadedContent answer={answer} skeleton={<RecordSkeleton />} back={DASHBOARD}>
      {(found) => <Editor {...(found && { stored: found.data })} />}
    </LoadedContent>
  );
}

function Editor({ stored }: { stored?: Company }) {
  const edit = useEditForm({
    endpoint: storeInformation,
    ...(stored && { record: stored }),
    values: {
      corporate_name: stored?.corporate_name ?? '',
      cnpj: applyMask(masks.cnpj, stored?.cnpj ?? ''),
      responsible: stored?.responsible ?? '',
      email: stored?.email ?? '',
      ...addressValues(stored),
      ...socialValues(stored),
    },
    resource: company,
  });
  const { control } = edit;
  return (
    <EditPage
      edit={edit}
      title="Informações da empresa"
      intro="Aparecem no rodapé e na página de contato do site."
      saveLabel="Salvar informações"
    >
      <Section title="Dados da empresa">
        <div className="field-pair">
          <TextField control={control} name="corporate_name" label="Razão social" autoComplete="off" />
          <MaskedField
            control={control}
            name="cnpj"
            label="CNPJ"
            mask={masks.cnpj}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            hint="Pode ter letras, como 12.ABC.345/01DE-35."
          />
        </div>
        <div className="field-pair">
          <TextField control={control} name="responsible" label="Responsável" autoComplete="off" />
          <TextField control={control} name="email" label="E-mail" type="email" autoComplete="off" />
        </div>
      </Section>
      <Section title="Endereço">
        <AddressFields control={control} />
      </Section>
      <Section title="Redes sociais">
        <SocialFields control={control} />
      </Section>
    </EditPage>
  );
}
