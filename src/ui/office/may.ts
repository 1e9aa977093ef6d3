import { useMemo } from 'react';
import type { Endpoint } from '../../contract/endpoint.ts';
import { type Area, type Need, OF_BRANCHES, toPublish, type Verb } from '../../contract/needs.ts';
import { useSession } from './session.ts';

/**
 * Permissions of the signed-in user, so that screens offer only allowed actions. The server checks each call
 * itself.
 */
export interface Rights {
  may: (need: Need | undefined) => boolean;
  /** Returns the permissions in an area; all of them if there is no area. */
  of: (area: string | undefined) => Record<Verb, boolean>;
  /** Returns whether the user may call an endpoint whose result is published at once. */
  mayNow: (endpoint: Endpoint) => boolean;
  /**
   * Returns whether the user may add, delete and order records of a table: not if only some branches are
   * theirs.
   */
  hasAll: (table: string | undefined) => boolean;
}

/** Returns the user's permissions. Nothing is hidden until the user is known. */
export function useMay(): Rights {
  const { user } = useSession();
  const { permissions, branches } = user ?? {};
  return useMemo(() => {
    const may: Rights['may'] = (need) =>
      need === undefined || need === 'signed-in' || !permissions || permissions.includes(need);
    const of: Rights['of'] = (area) => {
      const has = (verb: Verb) => may(area === undefined ? undefined : `${area as Area}.${verb}`);
      return { read: has('read'), write: has('write'), publish: has('publish'), delete: has('delete') };
    };
    return {
      may,
      of,
      mayNow: ({ needs, planned }) => may(needs) && (!planned || may(toPublish(needs))),
      hasAll: (table) => !branches || !table || OF_BRANCHES.get(table) !== 'uuid',
    };
  }, [permissions, branches]);
}
