import { useEffect } from 'react';
import { useWatch } from 'react-hook-form';
import { type ClientLoaderFunctionArgs, useLoaderData } from 'react-router';
import { AltTextField } from '../../../records/office/form/AltTextField.tsx';
import { coverValues } from '../../../records/office/form/CoverFields.tsx';
import { EditPage, Section, useEditForm } from '../../../records/office/form/EditPage.tsx';
import { OptionalFileField } from '../../../records/office/form/FileField.tsx';
import { DateField, SelectField, TextField } from '../../../records/office/form/fields.tsx';
import { LoadedContent, RecordSkeleton } from '../../../records/office/Loaded.tsx';
import { load } from '../../../records/office/loadScreen.ts';
import { screenMeta } from '../../../records/office/screenMeta.ts';
import { useSession } from '../../../records/office/session.ts';
import { todayOnDevice } from '../../../shared/dates.ts';
import { BranchesField, type BranchesValues } from '../../branches/office/BranchesField.tsx';
import { OFFER_BRANCHES, typedNumber, unitPriceText } from '../../pricing/offer.format.ts';
import { DEPARTMENTS, UNITS, type Unit } from '../../pricing/offer.types.ts';
import { calculateUnitPrice } from '../../pricing/prices.ts';
import { readTypedOffer } from '../import/typedOffer.ts';
import { getOffer, listOfferBranches, type Offer, storeOffer, updateOffer } from '../offer.contract.ts';
import { offers } from '../offer.resource.ts';

const optionsOf = (of: Readonly<Record<string, string>>) =>
  Object.entries(of).map(([value, label]) => ({ value, label }));
const departments = optionsOf(DEPARTMENTS);
const units = optionsOf(UNITS);

export const meta = screenMeta('Editar oferta');

export function clientLoader({ request, params: { uuid } }: ClientLoaderFunctionArgs) {
  return {
    branches: load(listOfferBranches, request).answer,
    offer: uuid ? load(getOffer, request, { params: { uuid } }).answer : null,
  };
}

export { RecordSkeleton as HydrateFallback };

type Branches = Parameters<typeof BranchesField>[0]['branches'];

export default function OfferForm() {
  const { branches, offer } = useLoaderData<typeof clientLoader>();
  const { user } = useSession();
  if (!offer && !user?.branches) return <Editor branches={branches} />;
  if (!offer)
    return (
      <LoadedContent answer={branches} skeleton={<RecordSkeleton />} back={offers.at.list}>
        {({ data }) => <Editor branches={branches} own={data.map(({ uuid }) => uuid)} />}
      </LoadedContent>
    );
  return (
    <LoadedContent answer={offer} skeleton={<RecordSkeleton />} back={offers.at.list}>
      {({ data }) => <Editor key={`${data.uuid} ${data.version}`} offer={data} branches={branches} />}
    </LoadedContent>
  );
}

interface EditorProps {
  offer?: Offer;
  branches: Branches;
  /** Branches of a new offer for staff who are limited to some branches; deleted ones are left out. */
  own?: string[];
}

function Editor({ offer, branches, own }: EditorProps) {
  const today = todayOnDevice();
  const edit = useEditForm({
    endpoint: offer ? updateOffer : storeOffer,
    ...(offer && { record: offer }),
    values: {
      product: offer?.product ?? '',
      brand: offer?.brand ?? '',
      size: typedNumber(offer?.size ?? '1'),
      unit: (offer?.unit ?? 'un') as string,
      price: typedNumber(offer?.price),
      former_price: typedNumber(offer?.former_price),
      card_price: typedNumber(offer?.card_price),
      customer_limit: String(offer?.customer_limit ?? ''),
      department: (offer?.department ?? '') as string,
      branches: (offer ? (offer.branches ?? 'all') : (own ?? 'all')) as BranchesValues['branches'],
      valid_from: offer?.valid_from ?? today,
      valid_until: offer?.valid_until ?? today,
      highlight: offer?.highlight ?? false,
      place: String(offer?.place ?? ''),
      ...coverValues(offer?.file?.alt),
      image_remove: false,
    },
    parse: readTypedOffer,
    dryRunField: 'unit_price_check',
    resource: offers,
  });
  const { control } = edit;
  const [price, size, unit, isRemoved] = useWatch({
    control,
    name: ['price', 'size', 'unit', 'image_remove'],
  });
  const { form } = edit;
  // The unit decides what a point in the size means.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the unit triggers the validation
  useEffect(() => {
    if (form.getFieldState('size').error) void form.trigger('size');
  }, [unit, form]);
  return (
    <EditPage
      // No page shows a single draft offer, so there is no preview.
      edit={{ ...edit, preview: null }}
      title={offer?.product ?? 'Nova oferta'}
      intro="Vale do primeiro ao último dia, e depois sai automaticamente."
      saveLabel="Salvar oferta"
      aside={
        <Section title="Foto">
          <OptionalFileField
            control={control}
            name="image"
            label="Imagem"
            current={offer?.file}
            advice="JPG ou PNG, de preferência 800 × 800, com o produto inteiro."
          />
          <AltTextField control={control} picture="image" stored={Boolean(offer?.file) && !isRemoved} />
        </Section>
      }
    >
      <Section title="Produto">
        <TextField control={control} name="product" label="Produto" autoComplete="off" />
        <div className="field-pair">
          <TextField control={control} name="brand" label="Marca" autoComplete="off" />
          <SelectField control={control} name="department" label="Departamento" options={departments} />
        </div>
        <div className="field-pair">
          <TextField
            control={control}
            name="size"
            label="Tamanho"
            inputMode="decimal"
            autoComplete="off"
            hint="Quanto se leva pelo preço: 500, 1,5."
          />
          <SelectField control={control} name="unit" label="Unidade" options={units} />
        </div>
      </Section>
      <Section title="Preço">
        <div className="field-pair">
          <TextField
            control={control}
            name="price"
            label="Preço"
            inputMode="decimal"
            autoComplete="off"
            hint={perUnit({ price, size, unit }) ?? 'Em reais: 12,99.'}
          />
          <TextField
            control={control}
            name="former_price"
            label="Preço antes"
            inputMode="decimal"
            autoComplete="off"
            hint="Com ele, aparece o desconto."
          />
        </div>
        <div className="field-pair">
          <TextField
            control={control}
            name="card_price"
            label="Preço com o cartão"
            inputMode="decimal"
            autoComplete="off"
          />
          <TextField
            control={control}
            name="customer_limit"
            label="Limite por cliente"
            inputMode="numeric"
            autoComplete="off"
            hint="Vazio: sem limite."
          />
        </div>
      </Section>
      <Section title="Quando e onde">
        <div className="field-pair">
          <DateField control={control} name="valid_from" label="Vale de" />
          <DateField control={control} name="valid_until" label="Vale até" />
        </div>
        <BranchesField control={control} branches={branches} words={OFFER_BRANCHES} />
      </Section>
      <Section title="Lugar entre as ofertas">
        <label className="check">
          <input type="checkbox" {...control.register('highlight')} />
          Com destaque: vem antes das outras
        </label>
        <TextField
          control={control}
          name="place"
          label="Ordem"
          inputMode="numeric"
          autoComplete="off"
          hint="As menores vêm antes; as que não têm, por último."
        />
      </Section>
    </EditPage>
  );
}

/** Returns the unit price for the hint below the fields while the user types. */
function perUnit(typed: { price: string; size: string; unit: string }): string | undefined {
  const { fields, problems } = readTypedOffer(typed);
  const { price, size } = fields;
  if (problems.price || problems.size) return undefined;
  if (!/^\d+\.\d\d$/.test(price) || !/^\d+(\.\d+)?$/.test(size) || !(typed.unit in UNITS)) return undefined;
  const found = calculateUnitPrice({ price, size, unit: typed.unit as Unit });
  return found ? `Ao lado do preço: ${unitPriceText(found)}.` : undefined;
}
