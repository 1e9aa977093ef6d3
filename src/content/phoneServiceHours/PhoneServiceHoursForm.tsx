import { useEffect, useId } from 'react';
import { useWatch } from 'react-hook-form';
import { type ClientLoaderFunctionArgs, useLoaderData } from 'react-router';
import { EditPage, Section, useEditForm } from '../../records/office/form/EditPage.tsx';
import { TextField, TimeField } from '../../records/office/form/fields.tsx';
import { LoadedContent, RecordSkeleton } from '../../records/office/Loaded.tsx';
import { load } from '../../records/office/loadScreen.ts';
import { screenMeta } from '../../records/office/screenMeta.ts';
import { serviceDaysText } from './phoneServiceHours.browser.ts';
import {
  getPhoneServiceHours,
  type PhoneServiceHours,
  storePhoneServiceHours,
  updatePhoneServiceHours,
} from './phoneServiceHours.contract.ts';
import { phoneServiceHours } from './phoneServiceHours.resource.ts';

/** Suggestions only: a day is free text. */
const DAYS = [
  'Segunda-feira',
  'Terça-feira',
  'Quarta-feira',
  'Quinta-feira',
  'Sexta-feira',
  'Sábado',
  'Domingo',
  'Feriados',
];

const LUNCH = ['lunch_start_time', 'lunch_end_time'] as const;

export const meta = screenMeta('Cadastro de horário');

export function clientLoader({ request, params: { uuid } }: ClientLoaderFunctionArgs) {
  return uuid ? load(getPhoneServiceHours, request, { params: { uuid } }) : null;
}

export { RecordSkeleton as HydrateFallback };

export default function OfficeHoursForm() {
  const loaded = useLoaderData<typeof clientLoader>();
  if (!loaded) return <Editor />;
  return (
    <LoadedContent answer={loaded.answer} skeleton={<RecordSkeleton />} back={phoneServiceHours.at.list}>
      {({ data }) => <Editor key={`${data.uuid} ${data.version}`} hours={data} />}
    </LoadedContent>
  );
}

function Editor({ hours }: { hours?: PhoneServiceHours }) {
  const edit = useEditForm({
    endpoint: hours ? updatePhoneServiceHours : storePhoneServiceHours,
    ...(hours && { record: hours }),
    values: {
      work_start_day: hours?.work_start_day ?? '',
      end_of_work_day: hours?.end_of_work_day ?? '',
      office_start_time: hours?.office_start_time ?? '',
      end_of_work_time: hours?.end_of_work_time ?? '',
      lunch_start_time: hours?.lunch_start_time ?? '',
      lunch_end_time: hours?.lunch_end_time ?? '',
    },
    resource: phoneServiceHours,
  });
  const { control, form } = edit;
  const days = useId();

  // An error at one lunch time can be resolved at the other, so both are validated again.
  const [lunchStart, lunchEnd] = useWatch({ control, name: LUNCH });
  useEffect(() => {
    if (Boolean(lunchStart) !== Boolean(lunchEnd)) return;
    const wrong = LUNCH.filter((name) => form.getFieldState(name).error);
    if (wrong.length > 0) void form.trigger(wrong);
  }, [form, lunchStart, lunchEnd]);

  return (
    <EditPage
      edit={edit}
      title={hours ? serviceDaysText(hours) : 'Novo horário'}
      intro="Aparece no site assim que for publicado."
      saveLabel="Salvar horário"
    >
      <Section title="Dias">
        <datalist id={days}>
          {DAYS.map((day) => (
            <option key={day} value={day} />
          ))}
        </datalist>
        <div className="field-pair">
          <TextField
            control={control}
            name="work_start_day"
            label="Primeiro dia"
            list={days}
            autoComplete="off"
            hint="Escolha um dia ou escreva o seu, como Véspera de feriado."
          />
          <TextField
            control={control}
            name="end_of_work_day"
            label="Último dia"
            list={days}
            autoComplete="off"
            hint="Vale para um dia só? Repita o primeiro."
          />
        </div>
      </Section>
      <Section title="Atendimento">
        <div className="field-pair">
          <TimeField control={control} name="office_start_time" label="Início" />
          <TimeField
            control={control}
            name="end_of_work_time"
            label="Fim"
            hint="Antes do início? Vale como o dia seguinte."
          />
        </div>
      </Section>
      <Section title="Almoço">
        <div className="field-pair">
          <TimeField
            control={control}
            name="lunch_start_time"
            label="Início do almoço"
            hint="Sem pausa, deixe os dois em branco."
          />
          <TimeField control={control} name="lunch_end_time" label="Fim do almoço" />
        </div>
      </Section>
    </EditPage>
  );
}
