import { execFileSync } from 'node:child_process';
import { appendFileSync, mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const MB = 1024 ** 2;

/** Whether tests can mount disks; only root can. */
export const canMount = process.getuid?.() === 0;

/** Creates a disk in memory. */
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
    /** Fills the disk until `bytes` are free, as another program would. */
    fillUntil(bytes: number) {
      while (free() > bytes) {
        try {
          appendFileSync(filler, Buffer.alloc(Math.min(MB, Math.max(1, free() - bytes)), 1));
        } catch {
          return;
        }
      }
    },
    clear: () => rmSync(filler, { force: true }),
    /** Remounts the disk. The kernel refuses `ro` while a file is open for writing. */
    remount(mode: 'ro' | 'rw') {
      execFileSync('mount', ['-o', `remount,${mode}`, path]);
    },
  };
}

/** Creates a disk whose file system becomes read-only on an error, also for open files. */
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
    /** Checks and repairs the unused disk, as an operator does. */
    repair() {
      unmount();
      // Exit code 1: errors were corrected.
      execFileSync('sh', ['-c', 'fsck.ext4 -p "$0" >/dev/null || [ $? -eq 1 ]', image]);
      mount();
    },
  };
}
