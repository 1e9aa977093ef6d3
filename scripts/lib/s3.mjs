import { execFileSync } from 'node:child_process';

/** The system's own first: it is the one that Debian's packages are made for. */
const pythons = ['/usr/bin/python3', 'python3'];

/**
 * A Python that has OpenStack Swift, the S3 server of the tests; undefined when this machine has none.
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
