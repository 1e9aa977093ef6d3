import { isDeepStrictEqual } from 'node:util';

// Keeps the answers that clients got for their saves, and checks that what readers saw fits them. Each save of a record
// has a version of its own, so that the answers alone say in which order saves took place.

/** Calls of each client, and what their order is drawn from. */
export const CALLS = Number(process.env.CALLS ?? 225);
export const SEED = Number(process.env.SEED ?? 7);

/** Effect of one save on its record; a field that is absent stays as it was. */
export interface Effect {
  name?: string;
  isShown?: boolean;
  isDeleted?: boolean;
}

interface State {
  name: string;
  isShown: boolean;
  isDeleted: boolean;
}

/** A saved draft of a shown record names the version that it waits beside; of a hidden one it is the next version. */
interface DraftSave {
  version: number;
  name: string;
}

/** A record as a reader saw it: null where it was not there. */
interface Sight {
  name: string | null;
  /** Known only to staff. */
  version?: number;
  /** Versions that were acknowledged before the read began. */
  atLeast: number;
  where: string;
}

export class RecordModel {
  readonly uuid: string;
  /** Highest version that some client was told of. */
  acknowledged = 1;
  photosAdded = 0;
  readonly photosDeleted = new Set<string>();
  readonly #saves = new Map<number, Effect>();
  readonly #drafts: DraftSave[] = [];
  readonly #sights: Sight[] = [];
  readonly #faults: string[] = [];
  #deletions = 0;

  constructor(uuid: string, name: string) {
    this.uuid = uuid;
    this.#saves.set(1, { name, isShown: true, isDeleted: false });
  }

  saved(version: number, effect: Effect): void {
    if (this.#saves.has(version)) this.#faults.push(`two saves were told the version ${version}`);
    this.#saves.set(version, effect);
    this.acknowledged = Math.max(this.acknowledged, version);
  }

  draftSaved(version: number, name: string): void {
    this.#drafts.push({ version, name });
  }

  /** A deletion does not say its version. */
  deleted(): void {
    this.#deletions += 1;
  }

  seen(sight: Sight): void {
    this.#sights.push(sight);
  }

  /** Returns in words what does not fit, once all clients rest and the record is at `last`. */
  faults(last: { version: number; name: string; isShown: boolean; isDeleted: boolean }): string[] {
    for (const { version, name } of this.#drafts)
      if (!this.#saves.has(version)) this.#saves.set(version, { name, isShown: false });
    const states: State[] = [];
    let state: State = { name: '', isShown: false, isDeleted: false };
    let gaps = 0;
    for (let version = 1; version <= last.version; version += 1) {
      const effect = this.#saves.get(version);
      if (!effect) gaps += 1;
      state = { ...state, ...(effect ?? { isDeleted: true }) };
      states[version] = state;
    }
    if (gaps !== this.#deletions)
      this.#faults.push(`${gaps} versions are nobody's, and ${this.#deletions} deletions were acknowledged`);
    const { version: _, ...reached } = last;
    if (!isDeepStrictEqual(reached, state))
      this.#faults.push(`it is ${JSON.stringify(reached)} and should be ${JSON.stringify(state)}`);
    if (this.acknowledged > last.version)
      this.#faults.push(`version ${this.acknowledged} was acknowledged, the last one is ${last.version}`);
    for (const sight of this.#sights) {
      const fits = (at: State | undefined) => at && sightOf(at, sight.version === undefined) === sight.name;
      const possible =
        sight.version === undefined
          ? states.some((at, version) => version >= sight.atLeast && fits(at))
          : sight.version >= sight.atLeast && fits(states[sight.version]);
      if (!possible) this.#faults.push(`${sight.where} showed ${JSON.stringify(sight)}`);
    }
    return this.#faults.map((fault) => `${this.uuid}: ${fault}`);
  }
}

const sightOf = ({ name, isShown, isDeleted }: State, isPublic: boolean) =>
  isDeleted || (isPublic && !isShown) ? null : name;
