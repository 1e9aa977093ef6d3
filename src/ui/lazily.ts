/**
 * Returns a function that creates the value of `make` on its first call. Formatters are slow to create, and
 * most screens need few.
 */
export function lazily<T extends object>(make: () => T): () => T {
  let value: T | undefined;
  return () => {
    value ??= make();
    return value;
  };
}
