import type { SignedInUser } from '../../platform/database/write.ts';
import type { Deps } from '../../platform/deps.ts';
import type { ReceivedFile } from '../../platform/files/receive.ts';
import { processPicture } from '../../records/server/files/file.service.ts';
import { readUser } from './account.service.ts';
import type { User } from './auth.contract.ts';

/** Side of the stored picture in pixels: twice the size on screen. */
const SIDE = 96;

/**
 * Stores a small square of the picture in the user's row. It is only sent to signed-in users, has no URL of
 * its own, and is deleted with the account.
 */
export async function storePhoto(
  deps: Pick<Deps, 'db' | 'write'>,
  actor: SignedInUser,
  received: ReceivedFile,
): Promise<User> {
  const { main, variants } = await processPicture(received);
  const wideEnough = variants.find(({ width }) => width > SIDE) ?? main;
  // Loaded on demand, because everything else that needs it runs in child processes.
  const { default: sharp } = await import('sharp');
  const square = await sharp(wideEnough.data)
    .resize(SIDE, SIDE, { fit: 'cover', position: 'attention' })
    .webp({ quality: 76 })
    .toBuffer();
  return setPhoto(deps, actor, `data:image/webp;base64,${square.toString('base64')}`);
}

export const removePhoto = (deps: Pick<Deps, 'db' | 'write'>, actor: SignedInUser): Promise<User> =>
  setPhoto(deps, actor, null);

async function setPhoto(
  { db, write }: Pick<Deps, 'db' | 'write'>,
  actor: SignedInUser,
  photo: string | null,
) {
  await write(
    actor,
    async ({ trx, now, audit }) => {
      await trx.updateTable('users').set({ photo, updated_at: now }).where('id', '=', actor.id).execute();
      await audit({ action: photo ? 'photo' : 'unphoto', entity: 'user', uuid: actor.uuid });
    },
    { content: false },
  );
  return readUser(db, actor.id);
}
