import type { Deps } from '../../platform/deps.ts';
import { route } from '../../platform/http/route.ts';
import * as contract from './commandPalette.contract.ts';
import { findRecords } from './commandPalette.service.ts';

export const commandPaletteRoutes = (deps: Deps) => [
  route(contract.findRecords, async ({ actor, query }) => ({ data: await findRecords(deps, actor, query) })),
];
