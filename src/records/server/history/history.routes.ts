import type { Deps } from '../../../platform/deps.ts';
import { type Route, route } from '../../../platform/http/route.ts';
import type { RecordTable } from '../store/records.ts';
import { readAudit } from './audit.service.ts';
import { historyEndpointsOf, listAudit, listTrash, resourcesWithHistory } from './history.contract.ts';
import { compareVersions, readHistory, recordWithChange } from './history.service.ts';
import {
  applyBulkAction,
  discardChange,
  duplicateRecord,
  publishChange,
  publishRecord,
  restoreRecord,
  revertTo,
  unpublishRecord,
} from './recordChanges.service.ts';
import { readTrash } from './trash.service.ts';

export const historyRoutes = (deps: Deps): Route[] => [
  ...resourcesWithHistory().flatMap(({ table }) => routesOf(deps, table)),
  route(listTrash, ({ actor, query }) => readTrash(deps, actor, query)),
  route(listAudit, ({ actor, query }) => readAudit(deps, actor, query)),
];

function routesOf(deps: Deps, table: RecordTable): Route[] {
  const calls = historyEndpointsOf(table);
  if (!calls) return [];
  return [
    route(calls.versions, async ({ params }) => ({ data: await readHistory(deps, table, params.uuid) })),
    route(calls.record, async ({ actor, ip, params }) => ({
      data: await recordWithChange(deps, { kind: 'person', ip, actor }, table, params),
    })),
    route(calls.compare, async ({ params, query }) => ({
      data: await compareVersions(deps, table, params, query.with ?? 'before'),
    })),
    route(calls.revert, ({ actor, params, body }) => revertTo(deps, actor, table, params, body)),
    route(calls.publishChange, ({ actor, params, body }) => publishChange(deps, actor, table, params, body)),
    route(calls.dropChange, ({ actor, params }) => discardChange(deps, actor, table, params)),
    route(calls.publish, ({ actor, params, body }) => publishRecord(deps, actor, table, params.uuid, body)),
    route(calls.withdraw, ({ actor, params, body }) =>
      unpublishRecord(deps, actor, table, params.uuid, body.version),
    ),
    route(calls.duplicate, ({ actor, params }) => duplicateRecord(deps, actor, table, params.uuid)),
    route(calls.restore, ({ actor, params, body }) => restoreRecord(deps, actor, table, params.uuid, body)),
    route(calls.bulk, ({ actor, body }) => applyBulkAction(deps, actor, table, body.action, body)),
  ];
}
