import type { Feature } from '../../platform/feature.ts';
import { HandlerResponse, route } from '../../platform/http/route.ts';
import * as contract from './video.contract.ts';
import { draftVideo, findVideo, publicVideo, storeVideo } from './video.service.ts';
import { videoJobs } from './videoFormats.job.ts';

export const feature: Feature = {
  jobs: videoJobs,
  routes: (deps) => [
    route(contract.getVideo, async () => {
      const video = await findVideo(deps);
      return video && { data: video };
    }),
    route(
      contract.storeVideo,
      async ({ actor, body, files }) => {
        const { created, data } = await storeVideo(deps, actor, body, files.video[0]);
        return new HandlerResponse(created ? 201 : 200, { data });
      },
      {
        draft: async ({ body, files }) => ({
          draft: await draftVideo(deps.db, body, files.video[0]),
          document: files.video[0],
        }),
      },
    ),
    route(contract.siteVideo, async () => {
      const video = await publicVideo(deps);
      return video && { data: video };
    }),
  ],
};
