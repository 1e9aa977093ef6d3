import { execFileSync } from 'node:child_process';

/** The system's Python comes first, because Debian's packages are installed for it. */
const pythons = ['/usr/bin/python3', 'python3'];

/**
 * Returns a Python with OpenStack Swift, the S3 server of the tests; undefined if the machine has none.
 * @returns {string | undefined}
 */
export function findSwift() {
  return pythons.find((python) => {
    try {
      execFileSync(python, ['-c', 'import eventlet, swift.common.middleware.s3api.s3api'], {
        stdio: 'ignore',
      });
      return true;
    } catch {
      return false;
    }
  });
}
