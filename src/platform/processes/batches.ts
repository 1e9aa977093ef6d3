/**
 * A list that is read, encoded and sent in batches, so that it is never in memory as a whole. A row saved
 * meanwhile is included if its batch has not been read yet.
 */
export class Batches<T> implements AsyncIterable<T[]> {
  readonly #read: () => AsyncIterable<T[]>;

  /** `read` restarts from the beginning on each call. */
  constructor(read: () => AsyncIterable<T[]>) {
    this.#read = read;
  }

  [Symbol.asyncIterator](): AsyncIterator<T[]> {
    return this.#read()[Symbol.asyncIterator]();
  }

  map<U>(change: (piece: T[]) => U[] | Promise<U[]>): Batches<U> {
    const pieces = this;
    return new Batches(async function* () {
      for await (const piece of pieces) yield await change(piece);
    });
  }

  /** Returns all rows; only for lists that are known to be short. */
  async toArray(): Promise<T[]> {
    const all: T[] = [];
    for await (const piece of this) all.push(...piece);
    return all;
  }
}

/** A response whose `data` can be streamed. */
export type Streamed<B> = B extends { data: (infer T)[] } ? Omit<B, 'data'> & { data: Batches<T> } : never;
