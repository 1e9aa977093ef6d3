import { readChanges } from '../../contract/changes.ts';
import type { Deps } from '../../platform/deps.ts';
import { route } from '../../platform/http/route.ts';
import { changesSince, createFollower } from './change.service.ts';

export const changeRoutes = (deps: Deps) => {
  const follower = createFollower(deps);
  return [
    route(readChanges, async ({ actor, query }) => ({ data: await changesSince(deps, actor, query.since) }), {
      follow: ({ actor }, tell) => follower.follow(actor, (news) => tell({ data: news })),
    }),
  ];
};
