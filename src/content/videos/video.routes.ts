import type { Feature } from '../../platform/feature.ts';
import { route } from '../../platform/http/route.ts';
import { singleSaved } from '../../records/server/recordRoutes.ts';
import * as contract from './video.contract.ts';
import { draftVideo, publicVideo, storeVideo, videoService } from './video.service.ts';
import { videoJobs } from './videoFormats.job.ts';

export const feature: Feature = {
  jobs: videoJobs,
  routes: (deps) => [
    route(contract.getVideo, async () => {
      const video = await videoService.find(deps);
      return video && { data: video };
    }),
    route(
      contract.storeVideo,
      async ({ actor, plan, body, files }) =>
        singleSaved(await storeVideo(deps, { actor, plan }, body, files.video[0])),
      {
        draft: async ({ body, files }) => ({
          draft: await draftVideo(deps, body, files.video[0]),
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
