import type { TaskAction } from './taskRows.ts';

/** Runs the action of a dashboard row. Its code is loaded at the first click. */
export async function runTaskAction(action: TaskAction): Promise<{ title: string; message: string }> {
  const [{ callEndpoint }, { withReauth }] = await Promise.all([
    import('../../records/office/callEndpoint.ts'),
    import('../../records/office/session.ts'),
  ]);
  if (action.kind === 'repeat_offers') {
    const { repeatDailyBooklets } = await import('../../content/dailyOffers/dailyBooklet.contract.ts');
    const { data } = await withReauth(() => callEndpoint(repeatDailyBooklets));
    return { title: 'Ofertas repetidas', message: data.message };
  }
  const { uuid, version } = action;
  if (action.kind === 'end_movie') {
    const { endMovie } = await import('../../content/movies/movie.contract.ts');
    const { data } = await withReauth(() => callEndpoint(endMovie, { params: { uuid }, body: { version } }));
    return { title: 'Filme encerrado', message: data.message };
  }
  const { historyEndpointsOf } = await import('../../records/server/history/history.contract.ts');
  const calls = historyEndpointsOf(action.table);
  if (!calls) throw new Error(`No endpoint publishes ${action.table}`);
  const { change } = action;
  const { data } = await withReauth(() =>
    change === null
      ? callEndpoint(calls.publish, { params: { uuid }, body: { version } })
      : callEndpoint(calls.publishChange, { params: { uuid, version: change }, body: { version } }),
  );
  return { title: 'Publicado', message: data.message };
}
