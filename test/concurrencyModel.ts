import { isDeepStrictEqual } from 'node:util';

// Records the responses that clients got for their saves, and checks that the states seen by readers fit
// them. Each save has its own version, so the responses alone define the order of saves.

/** Number of calls per client, and the seed of their order. */
export const CALLS = Number(process.env.CALLS ?? 225);
export const SEED = Number(process.env.SEED ?? 7);

/** Effect of one save on its record; an absent field stays unchanged. */
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

/**
 * A saved draft. For a published record, `version` is the version it is based on; for a hidden record it is
 * the next one.
 */
interface DraftSave {
  version: number;
  name: string;
}

/** A record as a reader saw it; null means absent. */
interface Observation {
  name: string | null;
  /** Known to staff only. */
  version?: number;
  /** Highest version acknowledged before the read began. */
  atLeast: number;
  where: string;
}

export class RecordModel {
  readonly uuid: string;
  /** Highest version that was acknowledged to a client. */
  acknowledged = 1;
  photosAdded = 0;
  readonly photosDeleted = new Set<string>();
  readonly #saves = new Map<number, Effect>();
  readonly #drafts: DraftSave[] = [];
  readonly #observations: Observation[] = [];
  readonly #faults: string[] = [];
  #deletions = 0;

  constructor(uuid: string, name: string) {
    this.uuid = uuid;
    this.#saves.set(1, { name, isShown: true, isDeleted: false });
  }

  addSave(version: number, effect: Effect): void {
    if (this.#saves.has(version)) this.#faults.push(`two saves were told the version ${version}`);
    this.#saves.set(version, effect);
    this.acknowledged = Math.max(this.acknowledged, version);
  }

  addDraft(version: number, name: string): void {
    this.#drafts.push({ version, name });
  }

  /** Counts a deletion; its response has no version. */
  addDeletion(): void {
    this.#deletions += 1;
  }

  addObservation(observation: Observation): void {
    this.#observations.push(observation);
  }

  /** Returns the inconsistencies in words, once all clients have ended and the record is at `last`. */
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
    for (const observation of this.#observations) {
      const fits = (at: State | undefined) =>
        at && sightOf(at, observation.version === undefined) === observation.name;
      const possible =
        observation.version === undefined
          ? states.some((at, version) => version >= observation.atLeast && fits(at))
          : observation.version >= observation.atLeast && fits(states[observation.version]);
      if (!possible) this.#faults.push(`${observation.where} showed ${JSON.stringify(observation)}`);
    }
    return this.#faults.map((fault) => `${this.uuid}: ${fault}`);
  }
}

const sightOf = ({ name, isShown, isDeleted }: State, isPublic: boolean) =>
  isDeleted || (isPublic && !isShown) ? null : name;
