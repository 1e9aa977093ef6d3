import { createHash } from 'node:crypto';
import { fileName, type StoredFile } from './fileIndex.ts';
import { identitySeal, type Seal } from './seal.ts';

// Folders of the files that backups share. Encrypted files have a folder for each key, whose digest is part
// of the backup's name: which backups need a folder is known without a passphrase.

export const PLAIN_FOLDER = 'files';

export interface FileFolder {
  folder: string;
  identity: string | null;
  seal: Seal | null;
}

export async function folderOf(identity: string | undefined): Promise<FileFolder> {
  if (identity === undefined) return { folder: PLAIN_FOLDER, identity: null, seal: null };
  const seal = await identitySeal(identity);
  const digest = createHash('sha256').update(seal.recipient).digest('hex').slice(0, 8);
  return { folder: `${PLAIN_FOLDER}-${digest}`, identity, seal };
}

export const storedName = (
  { folder, seal }: Pick<FileFolder, 'folder' | 'seal'>,
  file: Pick<StoredFile, 'area' | 'key'>,
) => `${folder}/${fileName(file)}${seal ? '.age' : ''}`;

/** Returns the folder of files that a backup uses, from its name. */
export function folderOfBackup(backup: string): string {
  const [, , digest] = backup.replace(/\.vitrine$/, '').split('-');
  return digest ? `${PLAIN_FOLDER}-${digest}` : PLAIN_FOLDER;
}
