import { randomBytes } from 'node:crypto';
import { EntryTable } from './entry-table.js';
import { KeyHash, SEED_BYTES } from './key-hash.js';
import { SourceSets } from './source-sets.js';

/** Where a user is suppressed: everywhere, or at some sources of the workspace. */
export interface SuppressedState {
  readonly allSources: boolean;
  /** `*` among them means all sources. */
  readonly sourceIds: readonly string[];
}

/** Values of the entry table; from 2 on they are numbers of source sets. */
const NOTHING = 0;
const ALL_SOURCES = 1;

/**
 * Who is suppressed: about 20 bytes a user, whatever the length of the ids, which are not kept.
 *
 * A user is known by 96 bits of a keyed hash. The chance that one of 20 million suppressed users
 * makes a given other user seem suppressed is 2.5e-22; somebody who chooses ids can't raise it
 * without the seed. Nothing here waits or throws, and the work of a call is bounded: most take a
 * microsecond, the longest (a segment is split) about a millisecond.
 */
export class SuppressionTable {
  /** Key of the hashes. A secret: with it, ids that collide can be made up. */
  readonly seed: Uint8Array;
  /** Hash of workspace and user → value. For reading and writing snapshots only. */
  readonly entries: EntryTable;
  /**
   * The source sets that values from 2 on are numbers of. For reading and writing snapshots only.
   */
  readonly sourceSets = new SourceSets();
  private readonly hash: KeyHash;

  /**
   * @param options.seed 16 bytes; random when absent
   * @param options.segmentCount how many segments to begin with, when the size is known
   * @throws RangeError when the seed has another length
   */
  constructor(options: { readonly seed?: Uint8Array; readonly segmentCount?: number } = {}) {
    this.seed = Uint8Array.from(options.seed ?? randomBytes(SEED_BYTES));
    if (this.seed.length !== SEED_BYTES) {
      throw new RangeError(`A seed has ${SEED_BYTES} bytes, not ${this.seed.length}.`);
    }
    this.hash = new KeyHash(this.seed);
    this.entries = new EntryTable(options.segmentCount);
  }

  /** Number of users with anything suppressed. */
  get size(): number {
    return this.entries.size;
  }

  /** Bytes of the typed arrays, which are nearly all of the table's memory. */
  get byteLength(): number {
    return this.entries.byteLength;
  }

  /**
   * Sets a user's full present state.
   *
   * @param workspaceId as it is
   * @param userId normalised
   * @param state `undefined`, or one that names no source: nothing is suppressed any more
   */
  set(workspaceId: string, userId: string, state: SuppressedState | undefined): void {
    const value = this.valueOf(state);
    const { hash, entries } = this;
    hash.of(workspaceId, userId);
    const before =
      value === NOTHING
        ? entries.remove(hash.first, hash.second, hash.third)
        : entries.put(hash.first, hash.second, hash.third, value);
    if (before > ALL_SOURCES) this.sourceSets.release(before);
  }

  /**
   * Whether a user's events of a source must not pass. Allocates nothing.
   *
   * @param workspaceId as it is
   * @param userId normalised
   * @param sourceId as it is
   */
  isSuppressed(workspaceId: string, userId: string, sourceId: string): boolean {
    const { hash } = this;
    hash.of(workspaceId, userId);
    const value = this.entries.get(hash.first, hash.second, hash.third);
    if (value === NOTHING) return false;
    return value === ALL_SOURCES || this.sourceSets.has(value, sourceId);
  }

  private valueOf(state: SuppressedState | undefined): number {
    if (state === undefined) return NOTHING;
    if (state.allSources || state.sourceIds.includes('*')) return ALL_SOURCES;
    return state.sourceIds.length === 0 ? NOTHING : this.sourceSets.take(state.sourceIds);
  }
}
