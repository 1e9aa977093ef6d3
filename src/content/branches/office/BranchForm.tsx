import type { ClipboardEvent } from 'react';
import { type ClientLoaderFunctionArgs, useLoaderData } from 'react-router';
import { CoverFields, coverValues } from '../../../records/office/form/CoverFields.tsx';
import { EditPage, Section, useEditForm } from '../../../records/office/form/EditPage.tsx';
import { MaskedField, SelectField, TextArea, TextField } from '../../../records/office/form/fields.tsx';
import { GalleryField, galleryValues } from '../../../records/office/form/GalleryField.tsx';
import { LoadedContent, RecordSkeleton } from '../../../records/office/Loaded.tsx';
import { load } from '../../../records/office/loadScreen.ts';
import { screenMeta } from '../../../records/office/screenMeta.ts';
import { galleryFiles } from '../../../shared/files/image.ts';
import { applyMask, masks } from '../../../shared/text/masks.ts';
import { ZONES, zoneOfState } from '../../../shared/text/zones.ts';
import { AddressFields } from '../../addresses/AddressFields.tsx';
import { addressValues, socialValues } from '../../addresses/formValues.browser.ts';
import { SocialFields } from '../../addresses/SocialFields.tsx';
import { HoursField } from '../../openingHours/HoursField.tsx';
import { getBranch, type StaffBranch, storeBranch, updateBranch } from '../branch.contract.ts';
import { branches } from '../branch.resource.ts';
import { ServicesField } from './ServicesField.tsx';

export const meta = screenMeta('Editar filial');

export function clientLoader({ request, params: { uuid } }: ClientLoaderFunctionArgs) {
  return uuid ? load(getBranch, request, { params: { uuid } }) : null;
}

export { RecordSkeleton as HydrateFallback };

export default function BranchForm() {
  const loaded = useLoaderData<typeof clientLoader>();
  if (!loaded) return <Editor />;
  return (
    <LoadedContent answer={loaded.answer} skeleton={<RecordSkeleton />} back={branches.at.list}>
      {({ data }) => <Editor key={`${data.uuid} ${data.version}`} branch={data} />}
    </LoadedContent>
  );
}

const zones = Object.entries(ZONES).map(([value, label]) => ({ value, label }));

function Editor({ branch }: { branch?: StaffBranch }) {
  const edit = useEditForm({
    endpoint: branch ? updateBranch : storeBranch,
    ...(branch && { record: branch }),
    values: {
      name: branch?.name ?? '',
      email: branch?.email ?? '',
      phone: applyMask(masks.phone, branch?.phone ?? ''),
      phone_secondary: applyMask(masks.phone, branch?.phone_secondary ?? ''),
      description: branch?.description ?? '',
      ...addressValues(branch),
      latitude: branch?.latitude?.toString() ?? '',
      longitude: branch?.longitude?.toString() ?? '',
      hours: branch?.hours ?? [],
      time_zone: branch && branch.time_zone !== zoneOfState(branch.state) ? branch.time_zone : '',
      services: branch?.services ?? [],
      ...socialValues(branch),
      ...coverValues(branch?.file?.alt),
      photos: [] as File[],
      ...galleryValues,
    },
    resource: branches,
  });
  const { control } = edit;

  /** Fills both fields from one paste, because maps copy both numbers at once: «-3.7436, -38.5042». */
  const pastePlace = (event: ClipboardEvent) => {
    const place = /^\s*([+-]?\d+\.\d+)[,;\s]+([+-]?\d+\.\d+)\s*$/.exec(event.clipboardData.getData('text'));
    if (!place) return;
    event.preventDefault();
    const [, latitude = '', longitude = ''] = place;
    const options = { shouldDirty: true, shouldTouch: true, shouldValidate: true };
    edit.form.setValue('latitude', latitude, options);
    edit.form.setValue('longitude', longitude, options);
  };

  return (
    <EditPage
      edit={edit}
      title={branch?.name ?? 'Nova filial'}
      intro="Aparece no site assim que for publicada."
      saveLabel="Salvar filial"
      aside={
        <>
          <Section title="Capa">
            <CoverFields
              control={control}
              current={branch?.file}
              advice="JPG ou PNG, de preferência 1600 × 1200."
            />
          </Section>
          <Section title="Redes sociais">
            <SocialFields control={control} />
          </Section>
        </>
      }
    >
      <Section title="Dados da filial">
        <TextField control={control} name="name" label="Nome" autoComplete="off" />
        <TextField control={control} name="email" label="E-mail" type="email" autoComplete="off" />
        <div className="field-pair">
          <MaskedField
            control={control}
            name="phone"
            label="Telefone"
            mask={masks.phone}
            type="tel"
            autoComplete="off"
          />
          <MaskedField
            control={control}
            name="phone_secondary"
            label="Outro telefone"
            mask={masks.phone}
            type="tel"
            autoComplete="off"
          />
        </div>
        <TextArea control={control} name="description" label="Descrição" />
      </Section>
      <Section title="Endereço">
        <AddressFields control={control} />
        <div className="field-pair">
          <TextField
            control={control}
            name="latitude"
            label="Latitude"
            autoComplete="off"
            onPaste={pastePlace}
            hint="Como -3.7436. Cole aqui os dois números do mapa de uma vez."
          />
          <TextField
            control={control}
            name="longitude"
            label="Longitude"
            autoComplete="off"
            onPaste={pastePlace}
            hint="Como -38.5042."
          />
        </div>
      </Section>
      <Section title="Horário de funcionamento">
        <HoursField control={control} />
        <SelectField
          control={control}
          name="time_zone"
          label="Fuso horário"
          options={zones}
          placeholder="O do estado"
          hint="O site diz se a filial está aberta pelo relógio dela. Em Fernando de Noronha, escolha aqui."
        />
      </Section>
      <Section title="Serviços">
        <ServicesField control={control} />
      </Section>
      <Section title="Galeria">
        <GalleryField
          control={control}
          name="photos"
          label="Fotos"
          current={branch?.galleries.url_s3.original}
          most={galleryFiles.most}
          advice="JPG ou PNG, várias de uma vez. Arraste para cá ou escolha no computador."
        />
      </Section>
    </EditPage>
  );
}
