const POSTGRES_UNIQUE = '23505';
const SQLITE_UNIQUE = 2067;

/** Returns whether a write failed because of a unique constraint. */
export function isUniqueViolation(error: unknown): boolean {
  const { code, errcode } = error as { code?: string; errcode?: number };
  return code === POSTGRES_UNIQUE || errcode === SQLITE_UNIQUE;
}
