/** `make`'s value, made when it is first asked for: formatters are slow to make, and most screens need few. */
export function once<T extends object>(make: () => T): () => T {
  let made: T | undefined;
  return () => {
    made ??= make();
    return made;
  };
}
