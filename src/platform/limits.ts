/** Counters that hold across instances, because they are kept in the database. */
export interface Limits {
  /**
   * Counts one use of `name` by `key`. Throws a `too_many` Failure with `retryAfter` past `points` within
   * `seconds`.
   */
  consume(name: string, key: string, rule: { points: number; seconds: number }): Promise<void>;
  /** Forgets the uses, after a success. */
  reset(name: string, key: string): Promise<void>;
}
