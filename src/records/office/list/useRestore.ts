import { useNavigate, useRevalidator } from 'react-router';
import {
  type HistoryEndpoints,
  historyEndpoints,
  type ResourceWithHistory,
} from '../../../shared/history.ts';
import { alert } from '../alerts.tsx';
import { callEndpoint } from '../callEndpoint.ts';
import { failureFrom } from '../loadScreen.ts';
import { withReauth } from '../session.ts';

/** Returns the history endpoints of a resource; null if its records have no history. */
export function restorableEndpointsOf(
  resource: Partial<ResourceWithHistory> & { personal?: true },
): HistoryEndpoints | null {
  const { table, area, one, many, office, personal } = resource;
  if (!table || !area || !one || !many || !office || personal) return null;
  return historyEndpoints({ table, area, one, many, office });
}

/** Returns a function that restores a deleted record, reports it and reloads the list. */
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

/** Returns a function that duplicates a record as a draft and opens it. */
export function useDuplicate(editOf: ((record: { uuid: string }) => string) | undefined) {
  const revalidator = useRevalidator();
  const navigate = useNavigate();
  return async (calls: HistoryEndpoints, { uuid }: { uuid: string }) => {
    try {
      const { data } = await withReauth(() => callEndpoint(calls.duplicate, { params: { uuid } }));
      alert.success('Cópia pronta', data.message);
      if (editOf) await navigate(editOf(data));
      else await revalidator.revalidate();
    } catch (error) {
      alert.failure(failureFrom(error));
    }
  };
}
