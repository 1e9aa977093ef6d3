import { buffer } from 'node:stream/consumers';
import { z } from 'zod';
import { visibleOnlyWith } from '../../platform/database/dependencyTracking.ts';
import type { Deps } from '../../platform/deps.ts';
import { type JobKind, lightLane } from '../../platform/jobs/jobKind.ts';
import {
  type FileRow,
  mainName,
  openPart,
  storageKey,
  usersOf,
} from '../../records/server/files/file.rows.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../shared/dates.ts';
import type { VideoFormat } from '../../shared/video/videoFormat.ts';
import { readVideoFormat } from '../../shared/video/videoReader.ts';

const FILES_AT_ONCE = 100;

/** Examines videos stored by an older release or restored from its backup, each once. */
const FORMATS: JobKind<object> = {
  name: 'video formats',
  payload: z.object({}),
  lane: lightLane,
  // A file store may be unavailable for days.
  attempts: 200,
  timeLimit: HOUR_MS,
  recurrence: { period: DAY_MS, delay: MINUTE_MS },
};

export function videoJobs(deps: Deps): void {
  deps.jobs.define(FORMATS, { run: (_, { signal }) => examineVideos(deps, signal) });
}

/** Examines the videos without a format. Each result is saved separately, so that a later run can resume. */
export async function examineVideos(deps: Deps, signal: AbortSignal): Promise<void> {
  let last = 0;
  for (;;) {
    const files = await deps.db
      .selectFrom('files')
      .selectAll()
      .where('kind', '=', 'video')
      .where('video_format', 'is', null)
      .where('state', '<>', 'staged')
      .where('id', '>', last)
      .orderBy('id')
      .limit(FILES_AT_ONCE)
      .execute();
    for (const file of files) {
      signal.throwIfAborted();
      const format = await examine(deps, file);
      if (format) await save(deps, file, format);
    }
    if (files.length < FILES_AT_ONCE) return;
    last = files.at(-1)?.id ?? last;
  }
}

/** Returns null if the stored file is missing or truncated, which `openPart` logs. */
async function examine(deps: Deps, file: FileRow): Promise<VideoFormat | null> {
  const name = mainName(file);
  const part = { name, key: storageKey(file.uuid, name), bytes: file.bytes };
  let isMissing = false;
  const format = await readVideoFormat({
    size: file.bytes,
    async read(start, length) {
      const stored = isMissing ? null : await openPart(deps, file, part, { start, end: start + length - 1 });
      if (stored) return buffer(stored.stream);
      isMissing = true;
      return new Uint8Array(0);
    },
  });
  return isMissing ? null : format;
}

async function save(deps: Deps, file: FileRow, format: VideoFormat): Promise<void> {
  await deps.write(null, async ({ trx }) => {
    await visibleOnlyWith(await usersOf(trx, file), () =>
      trx
        .updateTable('files')
        .set({ video_format: JSON.stringify(format) })
        .where('id', '=', file.id)
        .execute(),
    );
  });
}
