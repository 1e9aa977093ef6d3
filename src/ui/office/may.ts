import { useMemo } from 'react';
import type { Endpoint } from '../../contract/endpoint.ts';
import { type Area, type Need, OF_BRANCHES, toPublish, type Verb } from '../../contract/needs.ts';
import { useSession } from './session.ts';

/** What the signed-in person may, for screens to offer that alone. The server asks itself, with each call. */
export interface Rights {
  may: (need: Need | undefined) => boolean;
  /** What they may do in an area; all where it has none. */
  of: (area: string | undefined) => Record<Verb, boolean>;
  /** Whether they may do what it does, and shoppers see it at once. */
  mayNow: (endpoint: Endpoint) => boolean;
  /** Whether they may add, delete and order records of this table: not where only some of them are theirs. */
  hasAll: (table: string | undefined) => boolean;
}

/** Until it is known who it is, nothing is hidden. */
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
