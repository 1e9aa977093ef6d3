const POSTGRES_UNIQUE = '23505';
const SQLITE_UNIQUE = 2067;

/** Whether a write failed because there is one like it already. */
export function isDuplicate(error: unknown): boolean {
  const { code, errcode } = error as { code?: string; errcode?: number };
  return code === POSTGRES_UNIQUE || errcode === SQLITE_UNIQUE;
}
