import { useNavigate, useRevalidator } from 'react-router';
import { type Historied, type HistoryEndpoints, historyEndpoints } from '../../../contract/history.ts';
import { alert } from '../alerts.tsx';
import { callEndpoint } from '../callEndpoint.ts';
import { failureFrom } from '../load.ts';
import { withReauth } from '../session.ts';

/** The calls for what was, of a list whose records are kept. */
export function historyOf(resource: Partial<Historied> & { personal?: true }): HistoryEndpoints | null {
  const { table, area, one, many, office, personal } = resource;
  if (!table || !area || !one || !many || !office || personal) return null;
  return historyEndpoints({ table, area, one, many, office });
}

/** Brings a deleted record back, says so, and shows the list as it is then. */
export function useRestore() {
  const revalidator = useRevalidator();
  return (calls: HistoryEndpoints) => async (item: { uuid: string }) => {
    try {
      const { data } = await withReauth(() =>
        callEndpoint(calls.restore, { params: { uuid: item.uuid }, body: {} }),
      );
      alert.success('De volta', data.message);
    } catch (error) {
      alert.failure(failureFrom(error));
    }
    await revalidator.revalidate();
  };
}

/** Makes a draft that says what a record does, and opens it. */
export function useDuplicate(editOf: ((record: { uuid: string }) => string) | undefined) {
  const revalidator = useRevalidator();
  const navigate = useNavigate();
  return async (calls: HistoryEndpoints, { uuid }: { uuid: string }) => {
    try {
      const { data } = await withReauth(() => callEndpoint(calls.duplicate, { params: { uuid } }));
      alert.success('Copiado', data.message);
      if (editOf) await navigate(editOf(data));
      else await revalidator.revalidate();
    } catch (error) {
      alert.failure(failureFrom(error));
    }
  };
}
