import type { Deps } from '../../../platform/deps.ts';
import { type Route, route } from '../../../platform/http/route.ts';
import { previewOf } from '../../../shared/preview.ts';
import { pagesShowing } from '../../../shared/sitePages.ts';
import { allResources } from '../../define/resources.ts';
import { previewRecord } from './preview.service.ts';

/** Returns one preview route per resource that the site shows. */
export const previewRoutes = (deps: Deps): Route[] =>
  allResources()
    .filter(({ table }) => pagesShowing(table).length > 0)
    .map((known) =>
      route(previewOf(known.table, `${known.area}.write`), async ({ actor, ip, body, signal }) => ({
        data: await previewRecord(
          deps,
          { kind: 'person', ip, actor: actor as NonNullable<typeof actor> },
          known,
          body,
          signal?.(),
        ),
      })),
    );
