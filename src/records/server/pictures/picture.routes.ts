import type { Deps } from '../../../platform/deps.ts';
import { route } from '../../../platform/http/route.ts';
import * as contract from '../../../shared/pictures.ts';
import {
  destroyPicture,
  readPicture,
  readPictures,
  replaceByStored,
  replacePicture,
  storePicture,
} from './picture.service.ts';

export const pictureRoutes = (deps: Deps) => [
  route(contract.listPictures, ({ actor, query }) => readPictures(deps, actor, query)),
  route(contract.getPicture, async ({ actor, params }) => ({
    data: await readPicture(deps, actor, params.uuid),
  })),
  route(contract.storePicture, async ({ actor, files }) => ({
    data: await storePicture(deps, actor, files.image[0]),
  })),
  route(contract.replacePicture, async ({ actor, params, files }) => ({
    data: await replacePicture(deps, actor, params.uuid, files.image[0]),
  })),
  route(contract.replaceByStored, async ({ actor, params, body }) => ({
    data: await replaceByStored(deps, actor, params.uuid, body.by),
  })),
  route(contract.destroyPicture, async ({ actor, params }) => ({
    data: await destroyPicture(deps, actor, params.uuid),
  })),
];
