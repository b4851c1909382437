import { randomBytes } from 'node:crypto';
import { EntryTable } from './entry-table.js';
import { type AsciiKey, KeyHash, SEED_BYTES } from './key-hash.js';
import { SourceSets } from './source-sets.js';

/** Sources at which a user is suppressed. */
export interface SuppressedState {
  readonly allSources: boolean;
  /** `*` means all sources. */
  readonly sourceIds: readonly string[];
  /** `sourceSetText` of the ids, if it is known. The table then does not compute it again. */
  readonly setText?: string;
}

/** Values of the entry table. Values from 2 on are numbers of source sets. */
const NOTHING = 0;
const ALL_SOURCES = 1;

/**
 * The suppressed users. Each user takes about 20 bytes. Ids are not stored, so their length does
 * not matter.
 *
 * A 96-bit keyed hash identifies a user. With 20 million suppressed users, a given other user has
 * an equal hash with a probability of 2.5e-22. Such a user would wrongly appear suppressed. Without
 * the seed, an attacker cannot choose an id with a higher probability. No call waits or throws. A
 * call usually takes a microsecond. If it splits a segment, it takes at most about a millisecond.
 */
export class SuppressionTable {
  /** Secret key of the hashes. An attacker who knows it can construct colliding ids. */
  readonly seed: Uint8Array;
  /** The value of each hash of workspace and user. Public only for snapshots. */
  readonly entries: EntryTable;
  /** The source sets for values from 2 on. Public only for snapshots. */
  readonly sourceSets = new SourceSets();
  private readonly hash: KeyHash;

  /**
   * @param options.seed 16 bytes; random if absent
   * @param options.segmentCount initial number of segments, if the size is known
   * @throws RangeError if the seed has another length
   */
  constructor(options: { readonly seed?: Uint8Array; readonly segmentCount?: number } = {}) {
    this.seed = Uint8Array.from(options.seed ?? randomBytes(SEED_BYTES));
    if (this.seed.length !== SEED_BYTES) {
      throw new RangeError(`A seed has ${SEED_BYTES} bytes, not ${this.seed.length}.`);
    }
    this.hash = new KeyHash(this.seed);
    this.entries = new EntryTable(options.segmentCount);
  }

  /** Number of users with any suppression. */
  get size(): number {
    return this.entries.size;
  }

  /** Bytes of the typed arrays, which are nearly all memory of the table. */
  get byteLength(): number {
    return this.entries.byteLength;
  }

  /**
   * Sets the full state of a user.
   *
   * @param workspaceId verbatim
   * @param userId normalised
   * @param state `undefined` or a state without sources lifts the suppression
   */
  set(workspaceId: string, userId: string, state: SuppressedState | undefined): void {
    this.hash.of(workspaceId, userId);
    this.put(state);
  }

  /** Sets the full state of a user like `set`, for a key in bytes. */
  setAscii(key: AsciiKey, state: SuppressedState | undefined): void {
    this.hash.ofAscii(key);
    this.put(state);
  }

  /**
   * Returns whether events of a user at a source must be dropped. Allocates no memory.
   *
   * @param workspaceId verbatim
   * @param userId normalised
   * @param sourceId verbatim
   */
  isSuppressed(workspaceId: string, userId: string, sourceId: string): boolean {
    const { hash } = this;
    hash.of(workspaceId, userId);
    const value = this.entries.get(hash.first, hash.second, hash.third);
    if (value === NOTHING) return false;
    return value === ALL_SOURCES || this.sourceSets.has(value, sourceId);
  }

  /** Sets the state of the user whose hash was computed last. */
  private put(state: SuppressedState | undefined): void {
    const value = this.valueOf(state);
    const { hash, entries } = this;
    const before =
      value === NOTHING
        ? entries.remove(hash.first, hash.second, hash.third)
        : entries.put(hash.first, hash.second, hash.third, value);
    if (before > ALL_SOURCES) this.sourceSets.release(before);
  }

  private valueOf(state: SuppressedState | undefined): number {
    if (state === undefined) return NOTHING;
    if (state.allSources || state.sourceIds.includes('*')) return ALL_SOURCES;
    if (state.sourceIds.length === 0) return NOTHING;
    return this.sourceSets.take(state.sourceIds, state.setText);
  }
}
