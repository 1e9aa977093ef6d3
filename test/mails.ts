import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import PostalMime, { type Email } from 'postal-mime';

/** Returns the mails that were written to files because no SMTP server is configured, oldest first. */
export async function mailsIn(dataDir: string): Promise<Email[]> {
  const folder = join(dataDir, 'mail');
  const names = await readdir(folder).catch(() => []);
  const files = names.filter((name) => !name.startsWith('.') && name.endsWith('.eml')).sort();
  return Promise.all(files.map(async (name) => PostalMime.parse(await readFile(join(folder, name)))));
}
