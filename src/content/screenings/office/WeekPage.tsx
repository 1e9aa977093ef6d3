import { useCallback, useMemo, useRef, useState } from 'react';
import { type ClientLoaderFunctionArgs, useLoaderData, useLocation } from 'react-router';
import { EditPage, useEditForm } from '../../../records/office/form/EditPage.tsx';
import { LoadedContent, RecordSkeleton } from '../../../records/office/Loaded.tsx';
import { load } from '../../../records/office/loadScreen.ts';
import { screenMeta } from '../../../records/office/screenMeta.ts';
import { todayOnDevice } from '../../../shared/dates.ts';
import { getWeek, type StoredWeek, saveWeek } from '../screening.contract.ts';
import { screenings } from '../screening.resource.ts';
import { sentRows, type WeekValues, weekStart, weekValues } from '../weekRows.ts';
import { type GridHandle, WeekGrid } from './WeekGrid.tsx';
import { WeekSummary } from './WeekSummary.tsx';

export const meta = screenMeta('Montar a semana');

export function clientLoader({ request }: ClientLoaderFunctionArgs) {
  const asked = new URL(request.url).searchParams.get('from') ?? '';
  const from = /^20\d\d-\d\d-\d\d$/.test(asked) ? asked : weekStart(todayOnDevice());
  return load(getWeek, request, { params: { from } });
}

export { RecordSkeleton as HydrateFallback };

const RESOURCE = {
  at: { list: screenings.at.list, history: screenings.at.history },
  alerts: { ...screenings.alerts, updated: 'Semana salva' },
};

export default function WeekPage() {
  const { answer } = useLoaderData<typeof clientLoader>();
  const { search } = useLocation();
  return (
    <LoadedContent key={search} answer={answer} skeleton={<RecordSkeleton />} back={screenings.at.list}>
      {({ data }) => <Editor week={data} />}
    </LoadedContent>
  );
}

const parse = (typed: WeekValues) => ({
  fields: { ...typed, rows: sentRows(typed.rows) },
  problems: {},
});

/** Reads no typed value, so that a key in a cell does not render the screen around the grid. */
function Editor({ week }: { week: StoredWeek }) {
  const { from, version } = week;
  const values = useMemo(() => weekValues(week), [week]);
  const editing = useEditForm<typeof saveWeek, WeekValues>({
    endpoint: saveWeek,
    params: { from },
    values,
    parse,
    extraFields: { version },
    resource: RESOURCE,
  });
  const grid = useRef<GridHandle>(null);
  const [wrong, setWrong] = useState(0);
  const goToNextError = useCallback(() => grid.current?.goToNextError(), []);

  const save: typeof editing.save = async (event) => {
    event?.preventDefault();
    if (grid.current?.check()) return editing.save(event);
  };
  return (
    <EditPage
      edit={{ ...editing, save, complete: true }}
      title="Montar a semana"
      description="Escreva os horários do dia na célula, como 14h, 16h30 ou 19:00. Dá para colar da planilha."
      back={{ to: screenings.at.list }}
      saveLabel="Salvar a semana"
      layout="wide"
      saveNote={
        <WeekSummary control={editing.control} stored={values} wrong={wrong} onNext={goToNextError} />
      }
    >
      <WeekGrid week={week} editing={editing} handle={grid} onWrong={setWrong} />
    </EditPage>
  );
}
