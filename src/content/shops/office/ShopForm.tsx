import { type ClientLoaderFunctionArgs, useLoaderData } from 'react-router';
import { CoverFields, coverValues } from '../../../records/office/form/CoverFields.tsx';
import { EditPage, Section, useEditForm } from '../../../records/office/form/EditPage.tsx';
import { MaskedField, TextArea, TextField } from '../../../records/office/form/fields.tsx';
import { GalleryField, galleryValues } from '../../../records/office/form/GalleryField.tsx';
import { LoadedContent, RecordSkeleton } from '../../../records/office/Loaded.tsx';
import { load } from '../../../records/office/loadScreen.ts';
import { screenMeta } from '../../../records/office/screenMeta.ts';
import { galleryFiles } from '../../../shared/files/image.ts';
import { applyMask, masks } from '../../../shared/text/masks.ts';
import { socialValues } from '../../addresses/formValues.browser.ts';
import { SocialFields } from '../../addresses/SocialFields.tsx';
import { getShop, type StaffShop, storeShop, updateShop } from '../shop.contract.ts';
import { shops } from '../shop.resource.ts';

export const meta = screenMeta('Editar loja');

export function clientLoader({ request, params: { uuid } }: ClientLoaderFunctionArgs) {
  return uuid ? load(getShop, request, { params: { uuid } }) : null;
}

export { RecordSkeleton as HydrateFallback };

export default function ShopForm() {
  const loaded = useLoaderData<typeof clientLoader>();
  if (!loaded) return <Editor />;
  return (
    <LoadedContent answer={loaded.answer} skeleton={<RecordSkeleton />} back={shops.at.list}>
      {({ data }) => <Editor key={`${data.uuid} ${data.version}`} shop={data} />}
    </LoadedContent>
  );
}

function Editor({ shop }: { shop?: StaffShop }) {
  const edit = useEditForm({
    endpoint: shop ? updateShop : storeShop,
    ...(shop && { record: shop }),
    values: {
      name: shop?.name ?? '',
      email: shop?.email ?? '',
      phone: applyMask(masks.phone, shop?.phone ?? ''),
      phoneSecondary: applyMask(masks.phone, shop?.phoneSecondary ?? ''),
      description: shop?.description ?? '',
      ...socialValues(shop),
      ...coverValues(shop?.file.alt),
      gallery: [] as File[],
      ...galleryValues,
    },
    resource: shops,
  });
  const { control } = edit;
  return (
    <EditPage
      edit={edit}
      title={shop?.name ?? 'Nova loja'}
      intro="Aparece na página das lojas assim que for publicada."
      saveLabel="Salvar loja"
      aside={
        <Section title="Capa">
          <CoverFields
            control={control}
            current={shop?.file}
            advice="JPG ou PNG, de preferência 1600 × 1200."
          />
        </Section>
      }
    >
      <Section title="Dados empresariais">
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
            name="phoneSecondary"
            label="Outro telefone"
            mask={masks.phone}
            type="tel"
            autoComplete="off"
          />
        </div>
        <TextArea control={control} name="description" label="Descrição" />
      </Section>
      <Section title="Redes sociais">
        <SocialFields control={control} />
      </Section>
      <Section title="Galeria">
        <GalleryField
          control={control}
          name="gallery"
          label="Fotos"
          current={shop?.gallery}
          most={galleryFiles.most}
          advice="JPG ou PNG, várias de uma vez. Arraste para cá ou escolha no computador."
        />
      </Section>
    </EditPage>
  );
}
