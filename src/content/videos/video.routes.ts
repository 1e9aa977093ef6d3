import type { Feature } from '../../platform/feature.ts';
import { HandlerResponse, route } from '../../platform/http/route.ts';
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
      async ({ actor, body, files }) => {
        const { created, saved } = await storeVideo(deps, actor, body, files.video[0]);
        return new HandlerResponse(created ? 201 : 200, { data: saved });
      },
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
