import { useController } from 'react-hook-form';
import { useField } from '../../../records/office/form/fields.tsx';
import { Radio } from '../../../records/office/form/Radio.tsx';
import { haveSameOffers } from '../dailyOfferItems.ts';
import type { DailyOffersOfDays } from '../dailyOffers.contract.ts';
import type { LeafletForm } from './DailyLeafletPage.tsx';
import { DailyOffersOverview } from './DailyOffersPeriod.tsx';

/** Longest period whose days are all listed; of longer ones, only the days with offers are. */
const A_WEEK = 7;

/** Renders the present offers of several days, and the choice of what happens to them if they differ. */
export function WhatIsThere({
  leaflets: { days },
  control,
}: { leaflets: DailyOffersOfDays } & Pick<LeafletForm, 'control'>) {
  const { field } = useController({ control, name: 'existing' });
  const shell = useField({ control, name: 'existing', label: 'O que já está nesses dias' }, false);
  if (days.every(({ offers }) => offers.length === 0))
    return <p className="field-hint">Nenhum destes dias tem ofertas ainda.</p>;
  const filled = days.filter(({ offers }) => offers.length > 0);
  const shown = days.length > A_WEEK ? filled : days;
  const others = days.length - shown.length;
  return (
    <>
      <DailyOffersOverview days={shown} label="O que cada dia já tem" />
      {others > 0 && (
        <p className="field-hint">
          {others === 1 ? 'O outro dia não tem ofertas.' : `Os outros ${others} dias não têm ofertas.`}
        </p>
      )}
      {haveSameOffers(days) ? (
        <p className="field-hint">Os {days.length} dias têm o mesmo. O que você mudar vale para todos.</p>
      ) : (
        <fieldset className="leaflet-existing" id={shell.inputId}>
          <legend>O que já está nesses dias</legend>
          {(
            [
              ['keep', 'Fica, e as novas entram depois'],
              ['replace', 'Sai, e cada dia fica só com as novas'],
            ] as const
          ).map(([value, label]) => (
            <Radio
              key={value}
              name={field.name}
              checked={field.value === value}
              onChoose={() => field.onChange(value)}
            >
              {label}
            </Radio>
          ))}
        </fieldset>
      )}
    </>
  );
}
