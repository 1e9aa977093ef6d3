import type { FormDraft } from '../../platform/database/drafts.ts';
import type { Actor } from '../../platform/database/write.ts';
import type { Deps } from '../../platform/deps.ts';
import { HandlerResponse, type Route, route } from '../../platform/http/route.ts';
import type { ListQuery } from '../../shared/list.ts';
import type {
  galleryImageEndpoint,
  orderedEndpoints,
  recordEndpoints,
  singleEndpoints,
} from '../../shared/records.ts';
import type { FormFiles } from './recordService.ts';

type Saved = Promise<{ message: string; uuid: string; version: number }>;

/** The operations of a service that the standard endpoints call. */
interface Service {
  list(deps: Deps, query: ListQuery, actor: Actor): Promise<unknown>;
  find(deps: Deps, uuid: string): Promise<unknown>;
  draft(deps: Deps, input: never, uuid?: string): Promise<unknown>;
  picturesOf(input: never, files: FormFiles): unknown;
  store(deps: Deps, actor: Actor, input: never, files?: FormFiles): Saved;
  update(deps: Deps, actor: Actor, uuid: string, input: never, files?: FormFiles): Saved;
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
  const draft = async (body: unknown, files: FormFiles, uuid?: string) =>
    ({
      draft: await service.draft(deps, body as never, uuid),
      pictures: service.picturesOf(body as never, files),
    }) as FormDraft;
  const routes = [
    route(list, ({ actor, query }) => service.list(deps, query, actor) as never),
    route(show, async ({ params }) => ({ data: await service.find(deps, params.uuid) }) as never),
    route(
      store,
      async ({ actor, body, files }) => ({
        data: await service.store(deps, actor, body as never, files),
      }),
      { draft: ({ body, files }) => draft(body, files) },
    ),
    route(
      update,
      async ({ actor, params, body, files }) => ({
        data: await service.update(deps, actor, params.uuid, body as never, files),
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

/** The operations of a service that the endpoints of a single record call. */
interface SingleService {
  find(deps: Deps): Promise<unknown>;
  draft(deps: Deps, input: never): Promise<unknown>;
  save(deps: Deps, actor: Actor, input: never): Promise<{ created: boolean; saved: Awaited<Saved> }>;
}

/** Returns the routes of the endpoints that `defineSingleRecord` declared, bound to the record's service. */
export const singleRoutes = (
  deps: Deps,
  { endpoints: { read, save } }: { endpoints: ReturnType<typeof singleEndpoints> },
  service: SingleService,
): Route[] => [
  route(read, async () => {
    const record = await service.find(deps);
    return (record && { data: record }) as never;
  }),
  route(
    save,
    async ({ actor, body }) => {
      const { created, saved } = await service.save(deps, actor, body as never);
      return new HandlerResponse(created ? 201 : 200, { data: saved });
    },
    { draft: async ({ body }) => ({ draft: await service.draft(deps, body as never) }) as FormDraft },
  ),
];
