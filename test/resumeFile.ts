import { randomUUID } from 'node:crypto';
import type { Deps } from '../src/platform/deps.ts';

/** Inserts the row of a private file without stored bytes, for applications that are only listed. */
export const insertResumeFile = (db: Deps['db']) =>
  db
    .insertInto('files')
    .values({
      uuid: randomUUID(),
      created_at: '',
      updated_at: '',
      area: 'private',
      state: 'live',
      kind: 'pdf',
      type: 'application/pdf',
      name: 'curriculo.pdf',
      bytes: 1,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
