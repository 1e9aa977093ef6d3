import type { Actor } from '../../platform/database/write.ts';
import type { Deps } from '../../platform/deps.ts';
import { type Handler, HandlerResponse, type Route, route } from '../../platform/http/route.ts';
import type { PlanMark, PlannedCall, SavedRecord } from '../../platform/publication.ts';
import type { ListQuery } from '../../shared/list.ts';
import type {
  galleryImageEndpoint,
  orderedEndpoints,
  recordEndpoints,
  singleEndpoints,
} from '../../shared/records.ts';
import type { FormFiles } from './recordService.ts';
import type { AnyDraft, FormDraft, FormPictures } from './store/drafts.ts';

type Saved = Promise<SavedRecord & PlanMark>;

/** The operations of a service that the standard endpoints call. */
interface Service {
  list(deps: Deps, query: ListQuery, actor: Actor): ReturnType<Handler<RecordEndpoints['list']>>;
  find(deps: Deps, uuid: string): Promise<Record<string, unknown>>;
  draft(deps: Deps, input: unknown, uuid?: string): Promise<AnyDraft>;
  picturesOf(input: unknown, files: FormFiles): FormPictures | undefined;
  store(deps: Deps, call: PlannedCall, input: unknown, files?: FormFiles): Saved;
  update(deps: Deps, call: PlannedCall, uuid: string, input: unknown, files?: FormFiles): Saved;
  destroy(deps: Deps, actor: Actor, uuid: string): Promise<{ message: string }>;
  order(deps: Deps, actor: Actor, uuids: string[]): Promise<{ message: string }>;
}

type RecordEndpoints = ReturnType<typeof recordEndpoints>;
type OrderedEndpoints = ReturnType<typeof orderedEndpoints>;

/** Returns the routes of the endpoints that `defineRecord` declared, bound to the record's service. */
export function recordRoutes(
  deps: Deps,
  { endpoints }: { endpoints: RecordEndpoints | OrderedEndpoints },
  service: Service,
): Route[] {
  const { list, show, store, update, destroy } = endpoints as RecordEndpoints;
  const draft = async (body: unknown, files: FormFiles, uuid?: string): Promise<FormDraft> => ({
    draft: await service.draft(deps, body, uuid),
    pictures: service.picturesOf(body, files),
  });
  const routes = [
    route(list, ({ actor, query }) => service.list(deps, query, actor)),
    route(show, async ({ params }) => ({ data: await service.find(deps, params.uuid) })),
    route(
      store,
      async ({ actor, plan, body, files }) => ({
        data: await service.store(deps, { actor, plan }, body, files),
      }),
      { draft: ({ body, files }) => draft(body, files) },
    ),
    route(
      update,
      async ({ actor, plan, params, body, files }) => ({
        data: await service.update(deps, { actor, plan }, params.uuid, body, files),
      }),
      { draft: ({ params, body, files }) => draft(body, files, params.uuid) },
    ),
    route(destroy, async ({ actor, params }) => ({ data: await service.destroy(deps, actor, params.uuid) })),
  ];
  if (!('order' in endpoints)) return routes;
  const order = route(endpoints.order, async ({ actor, body }) => ({
    data: await service.order(deps, actor, body.uuids),
  }));
  return [...routes, order];
}

type ImageEndpoint = ReturnType<typeof galleryImageEndpoint>;

/** Returns the route that removes a picture from a gallery. */
export const galleryImageRoute = (
  deps: Deps,
  endpoint: ImageEndpoint,
  service: { destroyImage(deps: Deps, actor: Actor, uuid: string): Promise<{ message: string }> },
): Route =>
  route(endpoint, async ({ actor, params }) => ({
    data: await service.destroyImage(deps, actor, params.uuid),
  }));

type SavedSingle = SavedRecord & PlanMark & { isNew: boolean };

/** Returns the response to a save of a single record: 201 for the first one. */
export const singleSaved = ({ isNew, ...data }: SavedSingle) =>
  new HandlerResponse(isNew ? 201 : 200, { data });

/** The operations of a service that the endpoints of a single record call. */
interface SingleService {
  find(deps: Deps): Promise<Record<string, unknown> | null>;
  draft(deps: Deps, input: unknown): Promise<AnyDraft>;
  save(deps: Deps, call: PlannedCall, input: unknown): Promise<SavedSingle>;
}

/** Returns the routes of the endpoints that `defineSingleRecord` declared, bound to the record's service. */
export const singleRoutes = (
  deps: Deps,
  { endpoints: { read, save } }: { endpoints: ReturnType<typeof singleEndpoints> },
  service: SingleService,
): Route[] => [
  route(read, async () => {
    const record = await service.find(deps);
    return record && { data: record };
  }),
  route(save, async ({ actor, plan, body }) => singleSaved(await service.save(deps, { actor, plan }, body)), {
    draft: async ({ body }) => ({ draft: await service.draft(deps, body) }),
  }),
];
