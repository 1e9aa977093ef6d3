import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { readConfig } from '../src/platform/config/config.ts';
import { storeFile, storeImage } from '../src/records/server/files/file.service.ts';
import { createApp } from '../src/server/app.ts';
import { jpeg } from './images.ts';

// Runs as a separate process with its own umask. Writes one of each kind of file that a site stores into the
// given folder, and ends as if killed.

const dataDir = process.argv[2] ?? '';
const { deps, startWorkers } = await createApp({
  config: readConfig({ DATA_DIR: dataDir, LOG_LEVEL: 'silent', AVIF: '0' }),
});
startWorkers();
const received = await deps.receiver.receive({
  field: 'image',
  kind: 'image',
  stream: Readable.from([await jpeg()]),
  type: 'image/jpeg',
  name: 'a.jpg',
});
await storeImage(deps, received);
const resume = join(dataDir, 'tmp/curriculo.pdf');
await writeFile(resume, '%PDF-');
await storeFile(
  deps,
  { field: 'resume', kind: 'pdf', path: resume, bytes: 5, type: 'application/pdf', name: 'a.pdf' },
  'private',
);
await deps.write(null, (work) =>
  deps.mailer.queue(work, { to: 'ana@exemplo.example', subject: 'x', text: 'x' }),
);
await deps.mailer.flush();
process.exit();
