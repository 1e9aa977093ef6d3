import type { Feature } from '../../platform/feature.ts';
import { recordRoutes } from '../../records/server/recordRoutes.ts';
import { aboutItemRecord } from './aboutItem.contract.ts';
import { aboutItemService } from './aboutItem.service.ts';

export const feature: Feature = {
  routes: (deps) => recordRoutes(deps, aboutItemRecord, aboutItemService),
};
