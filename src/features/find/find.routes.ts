import type { Deps } from '../../platform/deps.ts';
import { route } from '../../platform/http/route.ts';
import * as contract from './find.contract.ts';
import { findRecords } from './find.service.ts';

export const findRoutes = (deps: Deps) => [
  route(contract.findRecords, async ({ actor, query }) => ({ data: await findRecords(deps, actor, query) })),
];
