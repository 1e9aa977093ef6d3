import { execFileSync } from 'node:child_process';
import { appendFileSync, mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const MB = 1024 ** 2;

/** Disks of a test's own; only root can make them. */
export const canMount = process.getuid?.() === 0;

/** One in memory. */
export function createDisk(undo: (step: () => unknown) => void, megabytes: number) {
  const path = mkdtempSync(join(tmpdir(), 'vitrine-disk-'));
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', path]);
  undo(() => {
    execFileSync('umount', ['--lazy', path]);
    rmSync(path, { recursive: true, force: true });
  });
  const filler = join(path, 'filler');
  const free = () => {
    const { bavail, bsize } = statfsSync(path);
    return bavail * bsize;
  };
  return {
    path,
    free,
    /** Leaves so many bytes, as another program would. */
    leave(bytes: number) {
      while (free() > bytes) {
        try {
          appendFileSync(filler, Buffer.alloc(Math.min(MB, Math.max(1, free() - bytes)), 1));
        } catch {
          return;
        }
      }
    },
    clear: () => rmSync(filler, { force: true }),
    /** Nobody may be writing at that moment: the kernel refuses it then. */
    only(how: 'ro' | 'rw') {
      execFileSync('mount', ['-o', `remount,${how}`, path]);
    },
  };
}

/** One with a file system that notices errors, and from then on takes no write: whoever has files open too. */
export function createFragileDisk(undo: (step: () => unknown) => void, megabytes: number) {
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-disk-'));
  const [image, path] = [join(folder, 'image'), join(folder, 'disk')];
  execFileSync('truncate', ['-s', `${megabytes}M`, image]);
  execFileSync('mkfs.ext4', ['-q', image]);
  execFileSync('mkdir', [path]);
  const mount = () => execFileSync('mount', ['-o', 'loop,errors=remount-ro', image, path]);
  const unmount = () => execFileSync('umount', [path]);
  mount();
  undo(() => {
    execFileSync('umount', ['--lazy', path]);
    rmSync(folder, { recursive: true, force: true });
  });
  return {
    path,
    fail: () => execFileSync('mount', ['-o', 'remount,abort', path]),
    /** As whoever looks after the machine does, while nobody uses it. */
    repair() {
      unmount();
      // 1: it has put right what it found.
      execFileSync('sh', ['-c', 'fsck.ext4 -p "$0" >/dev/null || [ $? -eq 1 ]', image]);
      mount();
    },
  };
}
