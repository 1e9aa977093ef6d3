import { readList } from './archive.ts';
import type { Tell } from './examine.ts';
import { createFileIndex, type FileIndex } from './fileIndex.ts';
import { folderIn, folderOf, storedName } from './folder.ts';
import { opened } from './seal.ts';
import { backupsOn, type Shelf } from './shelf.ts';

/** What no backup names may be what another is about to name. */
const UNNAMED_MS = 2 * 86_400_000;

interface Pruning {
  passphrase?: string | undefined;
  tell?: Tell | undefined;
}

/**
 * Keeps the newest `keep` backups; what only the others used goes with them. Answers those that went; what had to stay
 * because nobody can tell who needs it, `notes` says.
 */
export async function prune(
  { passphrase, tell }: Pruning,
  shelf: Shelf,
  keep: number,
  notes: string[],
): Promise<string[]> {
  const names = await backupsOn(shelf);
  const [staying, going] = [names.slice(0, keep), names.slice(keep)];
  if (going.length === 0) return [];
  tell?.('old', 0, 0);
  const index = createFileIndex();
  try {
    const silent = new Set<string>();
    for (const name of names) {
      const isRead = await noteFiles(shelf, name, passphrase, (file) =>
        index.named(file, staying.includes(name)),
      );
      if (isRead || !staying.includes(name)) continue;
      silent.add(folderIn(name));
      notes.push(`Não deu para ler ${name}: os arquivos que ele usa ficam todos.`);
    }
    for (const name of going) await shelf.remove(name);
    await removeFiles(shelf, index, silent);
    return going;
  } finally {
    index.close();
  }
}

/** Tells `note` of every file that a backup uses; false where it cannot be read. */
async function noteFiles(
  shelf: Shelf,
  name: string,
  passphrase: string | undefined,
  note: (file: string) => void,
): Promise<boolean> {
  try {
    const body = await shelf.read(name);
    if (!body) return true;
    let folder = await folderOf(undefined);
    await readList(opened(body, passphrase), {
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

async function removeFiles(shelf: Shelf, index: FileIndex, silent: ReadonlySet<string>): Promise<void> {
  const longAgo = Date.now() - UNNAMED_MS;
  for await (const { key, modified } of shelf.list('files')) {
    if (silent.has(key.slice(0, key.indexOf('/')))) continue;
    const isNeeded = index.isNeeded(key);
    if (isNeeded === false || (isNeeded === undefined && modified < longAgo)) await shelf.remove(key);
  }
}
