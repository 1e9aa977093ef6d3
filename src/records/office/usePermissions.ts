import { useMemo } from 'react';
import type { Endpoint } from '../../shared/endpoint.ts';
import {
  type Area,
  BRANCH_COLUMNS,
  type Need,
  publishPermission,
  type Verb,
} from '../../shared/permissions.ts';
import { useSession } from './session.ts';

/**
 * Permissions of the signed-in user, so that screens offer only allowed actions. The server checks each call
 * itself.
 */
export interface Permissions {
  has: (need: Need | undefined) => boolean;
  /** Returns the permissions in an area; all of them if there is no area. */
  inArea: (area: string | undefined) => Record<Verb, boolean>;
  /** Returns whether the user may call an endpoint whose result is published at once. */
  canPublishNow: (endpoint: Endpoint) => boolean;
  /**
   * Returns whether the user may add, delete and order records of a table: not if only some branches are
   * theirs.
   */
  managesAllOf: (table: string | undefined) => boolean;
}

/** Returns the user's permissions. Nothing is hidden until the user is known. */
export function usePermissions(): Permissions {
  const { user } = useSession();
  const { permissions, branches } = user ?? {};
  return useMemo(() => {
    const has: Permissions['has'] = (need) =>
      need === undefined || need === 'signed-in' || !permissions || permissions.includes(need);
    const inArea: Permissions['inArea'] = (area) => {
      const hasVerb = (verb: Verb) => has(area === undefined ? undefined : `${area as Area}.${verb}`);
      return {
        read: hasVerb('read'),
        write: hasVerb('write'),
        publish: hasVerb('publish'),
        delete: hasVerb('delete'),
      };
    };
    return {
      has,
      inArea,
      canPublishNow: ({ needs, planned }) => has(needs) && (!planned || has(publishPermission(needs))),
      managesAllOf: (table) => !branches || !table || BRANCH_COLUMNS.get(table) !== 'uuid',
    };
  }, [permissions, branches]);
}
