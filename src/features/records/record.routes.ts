import { findRecord } from '../../platform/database/records.ts';
import type { Deps } from '../../platform/deps.ts';
import { route } from '../../platform/http/route.ts';
import { siteChanges, siteRecord } from './record.contract.ts';
import { readChanges } from './record.service.ts';

export const recordRoutes = (deps: Deps) => [
  route(siteChanges, async () => ({ data: await readChanges(deps) })),
  route(siteRecord, async ({ params }) => {
    await findRecord(deps.db, params.table, params.uuid);
    return null;
  }),
];
