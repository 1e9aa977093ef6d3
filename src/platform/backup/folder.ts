import { createHash } from 'node:crypto';
import { nameOf, type StoredFile } from './fileIndex.ts';
import { identitySeal, type Seal } from './seal.ts';

// Beside backups lie the files that they share. Sealed ones have a folder for each key, whose mark is part of the name
// of the backups that use it, so that who needs a folder is known without a passphrase.

export const PLAIN = 'files';

export interface FileFolder {
  folder: string;
  identity: string | null;
  seal: Seal | null;
}

export async function folderOf(identity: string | undefined): Promise<FileFolder> {
  if (identity === undefined) return { folder: PLAIN, identity: null, seal: null };
  const seal = await identitySeal(identity);
  const mark = createHash('sha256').update(seal.recipient).digest('hex').slice(0, 8);
  return { folder: `${PLAIN}-${mark}`, identity, seal };
}

export const storedName = (
  { folder, seal }: Pick<FileFolder, 'folder' | 'seal'>,
  file: Pick<StoredFile, 'area' | 'key'>,
) => `${folder}/${nameOf(file)}${seal ? '.age' : ''}`;

/** The folder of files that a backup uses, by its name. */
export function folderIn(backup: string): string {
  const [, , mark] = backup.replace(/\.vitrine$/, '').split('-');
  return mark ? `${PLAIN}-${mark}` : PLAIN;
}
