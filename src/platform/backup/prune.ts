import { DAY_MS } from '../../shared/dates.ts';
import { readFileList } from './archive.ts';
import type { ProgressListener } from './examine.ts';
import { createFileIndex, type FileIndex } from './fileIndex.ts';
import { folderOf, folderOfBackup, storedName } from './folder.ts';
import { decryptIfEncrypted } from './seal.ts';
import { type BackupTarget, listBackups } from './target.ts';

/** Grace period in ms: a file that no backup uses may belong to a backup in progress. */
const UNNAMED_MS = 2 * DAY_MS;

interface Pruning {
  passphrase?: string | undefined;
  tell?: ProgressListener | undefined;
}

/**
 * Deletes all but the newest `keep` backups, and the files that only those used. Returns the deleted backups.
 * `notes` receives a message for each backup that cannot be read, whose files all stay.
 */
export async function prune(
  { passphrase, tell }: Pruning,
  shelf: BackupTarget,
  keep: number,
  notes: string[],
): Promise<string[]> {
  const names = await listBackups(shelf);
  const [remaining, outdated] = [names.slice(0, keep), names.slice(keep)];
  if (outdated.length === 0) return [];
  tell?.('old', 0, 0);
  const index = createFileIndex();
  try {
    const unreadable = new Set<string>();
    for (const name of names) {
      const isRead = await noteFiles(shelf, name, passphrase, (file) =>
        index.named(file, remaining.includes(name)),
      );
      if (isRead || !remaining.includes(name)) continue;
      unreadable.add(folderOfBackup(name));
      notes.push(`Não deu para ler ${name}: os arquivos que ele usa ficam todos.`);
    }
    for (const name of outdated) await shelf.remove(name);
    await removeFiles(shelf, index, unreadable);
    return outdated;
  } finally {
    index.close();
  }
}

/** Calls `note` for each file that a backup uses. Returns false if it cannot be read. */
async function noteFiles(
  shelf: BackupTarget,
  name: string,
  passphrase: string | undefined,
  note: (file: string) => void,
): Promise<boolean> {
  try {
    const body = await shelf.read(name);
    if (!body) return true;
    let folder = await folderOf(undefined);
    await readFileList(decryptIfEncrypted(body, passphrase), {
      async filesKey(identity) {
        folder = await folderOf(identity);
      },
      listed: (file) => note(storedName(folder, file)),
    });
    return true;
  } catch {
    return false;
  }
}

async function removeFiles(
  shelf: BackupTarget,
  index: FileIndex,
  unreadable: ReadonlySet<string>,
): Promise<void> {
  const cutoff = Date.now() - UNNAMED_MS;
  for await (const { key, modified } of shelf.list('files')) {
    if (unreadable.has(key.slice(0, key.indexOf('/')))) continue;
    const isNeeded = index.isNeeded(key);
    if (isNeeded === false || (isNeeded === undefined && modified < cutoff)) await shelf.remove(key);
  }
}
