import { useWatch } from 'react-hook-form';
import { type ClientLoaderFunctionArgs, useLoaderData, useSearchParams } from 'react-router';
import { EditPage, Section, useEditForm } from '../../../records/office/form/EditPage.tsx';
import { DateField, TextField } from '../../../records/office/form/fields.tsx';
import { LoadedContent, RecordSkeleton } from '../../../records/office/Loaded.tsx';
import { load } from '../../../records/office/loadScreen.ts';
import { screenMeta } from '../../../records/office/screenMeta.ts';
import { useSession } from '../../../records/office/session.ts';
import type { HoursSpan } from '../../openingHours/weekdays.ts';
import {
  getSpecialDay,
  listSpecialDayPlaces,
  type SpecialDay,
  storeSpecialDay,
  updateSpecialDay,
} from '../specialDay.contract.ts';
import { specialDays } from '../specialDay.resource.ts';
import { OTHER_HOURS } from '../specialDay.types.ts';
import { DayHoursField, type PlaceOption, PlacesField, TypeField } from './fields.tsx';

export const meta = screenMeta('Cadastro de horário especial');

export function clientLoader({ request, params: { uuid } }: ClientLoaderFunctionArgs) {
  return {
    places: load(listSpecialDayPlaces, request).answer,
    exception: uuid ? load(getSpecialDay, request, { params: { uuid } }).answer : null,
  };
}

export { RecordSkeleton as HydrateFallback };

export default function ExceptionForm() {
  const { exception, places } = useLoaderData<typeof clientLoader>();
  const { user } = useSession();
  if (!exception && !user?.branches) return <Editor places={places} />;
  if (!exception)
    return (
      <LoadedContent answer={places} skeleton={<RecordSkeleton />} back={specialDays.at.list}>
        {({ data }) => (
          <Editor
            places={places}
            own={data.map(({ place }) => place).filter((place) => user?.branches?.includes(place))}
          />
        )}
      </LoadedContent>
    );
  return (
    <LoadedContent answer={exception} skeleton={<RecordSkeleton />} back={specialDays.at.list}>
      {({ data }) => <Editor key={`${data.uuid} ${data.version}`} exception={data} places={places} />}
    </LoadedContent>
  );
}

const NO_TIMES: HoursSpan = { opens: '', closes: '' };

interface Proposed {
  date: string;
  reason: string;
  type: string;
  places: string[];
}

/** Returns the values of a holiday proposal in the address, for which staff enter other hours. */
function useProposed(): Proposed | null {
  const [query] = useSearchParams();
  const [date, reason, places] = ['date', 'reason', 'places'].map((name) => query.get(name));
  return date && reason && places
    ? { date, reason, type: String(OTHER_HOURS), places: places.split(',') }
    : null;
}

interface EditorProps {
  exception?: SpecialDay;
  places: Promise<{ data: PlaceOption[] }>;
  /** Initial places for a user with restricted branches, without deleted ones. */
  own?: string[];
}

function Editor({ exception, places, own = [] }: EditorProps) {
  const proposed = useProposed();
  const edit = useEditForm({
    endpoint: exception ? updateSpecialDay : storeSpecialDay,
    ...(exception && { record: exception }),
    values: {
      date: exception?.date ?? proposed?.date ?? '',
      reason: exception?.reason ?? proposed?.reason ?? '',
      type: exception ? String(exception.type.number) : (proposed?.type ?? ''),
      hours: exception && exception.hours.length > 0 ? exception.hours : [NO_TIMES],
      places: exception?.places ?? proposed?.places ?? own,
    },
    resource: specialDays,
  });
  const { control } = edit;
  const type = useWatch({ control, name: 'type' });
  return (
    <EditPage
      edit={edit}
      title={exception?.reason ?? 'Novo horário especial'}
      intro="O site avisa uma semana antes, e no dia diz quem abre e até que horas."
      saveLabel="Salvar horário especial"
    >
      <Section title="Dia">
        <div className="field-pair">
          <DateField control={control} name="date" label="Dia" />
          <TextField
            control={control}
            name="reason"
            label="Motivo"
            autoComplete="off"
            hint="Como aparece no site: Natal, Balanço anual."
          />
        </div>
      </Section>
      <Section title="O que acontece">
        <TypeField control={control} />
        {type === String(OTHER_HOURS) && <DayHoursField control={control} />}
      </Section>
      <Section title="Para quem">
        <PlacesField control={control} places={places} />
      </Section>
    </EditPage>
  );
}
