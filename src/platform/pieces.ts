/**
 * A list that nobody holds as a whole: read, encoded and sent a piece at a time. What is saved meanwhile shows or not,
 * by whether its piece was read before.
 */
export class Pieces<T> implements AsyncIterable<T[]> {
  readonly #read: () => AsyncIterable<T[]>;

  /** `read` begins anew each time that it is called. */
  constructor(read: () => AsyncIterable<T[]>) {
    this.#read = read;
  }

  [Symbol.asyncIterator](): AsyncIterator<T[]> {
    return this.#read()[Symbol.asyncIterator]();
  }

  map<U>(change: (piece: T[]) => U[] | Promise<U[]>): Pieces<U> {
    const pieces = this;
    return new Pieces(async function* () {
      for await (const piece of pieces) yield await change(piece);
    });
  }

  /** For whoever knows that it is short. */
  async all(): Promise<T[]> {
    const all: T[] = [];
    for await (const piece of this) all.push(...piece);
    return all;
  }
}

/** An answer whose list may come in pieces. */
export type InPieces<B> = B extends { data: (infer T)[] } ? Omit<B, 'data'> & { data: Pieces<T> } : never;
