import { type Control, useFormState } from 'react-hook-form';
import { formPart, MaskedField, SelectField, TextField } from '../../records/office/form/fields.tsx';
import { masks } from '../../shared/text/masks.ts';
import type { AddressValues } from './formValues.browser.ts';
import { STATES } from './states.ts';

/** Renders an address in any form whose values include its fields. */
export function AddressFields<V extends AddressValues>(props: { control: Control<V> }) {
  const control = formPart<AddressValues, V>(props.control);
  return (
    <>
      <div className="field-pair">
        <MaskedField
          control={control}
          name="zip_code"
          label="CEP"
          mask={masks.zipCode}
          inputMode="numeric"
          autoComplete="off"
        />
        <TextField control={control} name="road" label="Rua" autoComplete="off" />
      </div>
      <div className="field-pair">
        <TextField
          control={control}
          name="number"
          label="Número"
          autoComplete="off"
          hint="Sem número? Escreva S/N."
        />
        <TextField
          control={control}
          name="complement"
          label="Complemento"
          autoComplete="off"
          hint="Bloco, sala ou andar."
        />
      </div>
      <div className="field-pair">
        <TextField control={control} name="district" label="Bairro" autoComplete="off" />
        <TextField control={control} name="city" label="Cidade" autoComplete="off" />
      </div>
      <div className="field-pair">
        <StateField control={control} />
        <TextField control={control} name="reference" label="Ponto de referência" autoComplete="off" />
      </div>
      <TextField
        control={control}
        name="localization"
        label="Link do mapa"
        type="url"
        autoComplete="off"
        hint="Abra o lugar no mapa, toque em compartilhar e cole aqui o link, com https://"
      />
    </>
  );
}

const stateOptions = Object.entries(STATES).map(([value, name]) => ({ value, label: `${name} (${value})` }));

/** The API accepts any text as state, so a stored one that is not in the list stays selectable. */
function StateField({ control }: { control: Control<AddressValues> }) {
  const { defaultValues } = useFormState({ control });
  const stored = defaultValues?.state;
  const options =
    stored && !Object.hasOwn(STATES, stored)
      ? [{ value: stored, label: stored }, ...stateOptions]
      : stateOptions;
  return <SelectField control={control} name="state" label="Estado" options={options} />;
}
