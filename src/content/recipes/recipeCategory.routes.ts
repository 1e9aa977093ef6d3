import type { Feature } from '../../platform/feature.ts';
import { recordRoutes } from '../../records/server/recordRoutes.ts';
import { recipeCategoryRecord } from './recipeCategory.contract.ts';
import { recipeCategoryService } from './recipeCategory.service.ts';

export const feature: Feature = {
  routes: (deps) => recordRoutes(deps, recipeCategoryRecord, recipeCategoryService),
};
