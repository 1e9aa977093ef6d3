import { createHash } from 'node:crypto';
import { nameOf, type StoredFile } from './fileIndex.ts';
import { identitySeal, type Seal } from './seal.ts';

// Folders of the files that backups share. Encrypted files have a folder for each key, whose digest is part
// of the backup's name: which backups need a folder is known without a passphrase.

export const PLAIN = 'files';

export interface FileFolder {
  folder: string;
  identity: string | null;
  seal: Seal | null;
}

export async function folderOf(identity: string | undefined): Promise<FileFolder> {
  if (identity === undefined) return { folder: PLAIN, identity: null, seal: null };
  const seal = await identitySeal(identity);
  const digest = createHash('sha256').update(seal.recipient).digest('hex').slice(0, 8);
  return { folder: `${PLAIN}-${digest}`, identity, seal };
}

export const storedName = (
  { folder, seal }: Pick<FileFolder, 'folder' | 'seal'>,
  file: Pick<StoredFile, 'area' | 'key'>,
) => `${folder}/${nameOf(file)}${seal ? '.age' : ''}`;

/** Returns the folder of files that a backup uses, from its name. */
export function folderIn(backup: string): string {
  const [, , digest] = backup.replace(/\.vitrine$/, '').split('-');
  return digest ? `${PLAIN}-${digest}` : PLAIN;
}
