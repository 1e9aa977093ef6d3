import { randomUUID } from 'node:crypto';
import type { Deps } from '../src/platform/deps.ts';
import { features } from '../src/server/features.ts';
import { type Endpoint, pathOf } from '../src/shared/endpoint.ts';
import { BRANCH_COLUMNS, type Need } from '../src/shared/permissions.ts';
import { confirmation } from './app.ts';

// Every endpoint that requires a permission, for tests that call all of them.

export const UNKNOWN_UUID = '00000000-0000-4000-8000-000000000000';

export const allEndpoints = (deps: Deps): Endpoint[] =>
  features.flatMap((feature) => feature.routes?.(deps) ?? []).map(({ endpoint }) => endpoint);

export const guardedEndpoints = (deps: Deps): Endpoint[] => allEndpoints(deps).filter(({ needs }) => needs);

/** Returns a URL of the endpoint that names no existing record. */
export function addressOf(endpoint: Endpoint): string {
  const shape = (endpoint.params as { shape?: object } | undefined)?.shape ?? {};
  const values: Record<string, string> = {
    uuid: UNKNOWN_UUID,
    version: '1',
    from: '2027-01-01',
    until: '2027-01-02',
    key: UNKNOWN_UUID,
  };
  const params = Object.fromEntries(Object.keys(shape).map((name) => [name, values[name] ?? 'banners']));
  return `/api${pathOf(endpoint.path, params)}`;
}

/** Returns request bodies for which the endpoint requires more than its URL reveals. */
export function bodiesOf(endpoint: Endpoint): { body: Record<string, unknown>; need: Need | undefined }[] {
  const uuids = [randomUUID()];
  if (endpoint.needsFor)
    return ['publish', 'withdraw', 'delete', 'restore'].map((action) => {
      const body = { action, uuids };
      return { body, need: endpoint.needsFor?.(body) };
    });
  if (endpoint.planned) {
    const publish = endpoint.needs?.replace(/\w+$/, 'publish') as Need;
    return [
      { body: { publish_at: 'later' }, need: undefined },
      { body: {}, need: publish },
    ];
  }
  return [{ body: endpoint.confirms ? confirmation : {}, need: undefined }];
}

/** Returns whether the response continues as long as the client listens. */
export const isStream = ({ path }: Endpoint) => path === '/admin/changes';

export interface Rights {
  permissions: readonly string[];
  /** Whether the permissions hold for some branches only; requests here name no branch. */
  isKept: boolean;
  isMachine: boolean;
}

/** Returns whether the pipeline must authorize a request whose body requires `need`. */
export function isAllowed(
  endpoint: Endpoint,
  need: Need | undefined,
  { permissions, isKept, isMachine }: Rights,
): boolean {
  const may = (permission: Need | undefined) =>
    permission === undefined ||
    (permission === 'signed-in' && !isMachine) ||
    permissions.includes(permission);
  const isInScope =
    !isKept || !BRANCH_COLUMNS.has(endpoint.table ?? '') || (endpoint.method === 'GET' && !endpoint.params);
  const isOpen = may(endpoint.needs) || (isMachine && endpoint.machines === true);
  return isOpen && may(need) && isInScope;
}
