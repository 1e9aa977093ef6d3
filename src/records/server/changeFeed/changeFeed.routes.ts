import type { Deps } from '../../../platform/deps.ts';
import { route } from '../../../platform/http/route.ts';
import { readChangeFeed } from '../../../shared/changeFeed.ts';
import { changesSince, createChangeFollower } from './changeFeed.service.ts';

export const changeFeedRoutes = (deps: Deps) => {
  const follower = createChangeFollower(deps);
  return [
    route(
      readChangeFeed,
      async ({ actor, query }) => ({ data: await changesSince(deps, actor, query.since) }),
      {
        follow: ({ actor }, tell) => follower.follow(actor, (news) => tell({ data: news })),
      },
    ),
  ];
};
