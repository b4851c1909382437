import { listDigest } from './feed-cursor.js';
import { CachedFloor } from '../cached-floor.js';

/**
 * Maximum number of cached sets of workspaces. A client polls the same set each time. If a set was
 * dropped, its next poll starts without a floor, and is slower.
 */
const MAX_SETS = 1_000;

/** Caches the transaction floor of each polled set of workspaces. */
export class FloorsByWorkspaces {
  /** Floors by the digest of the set, because a set can have thousands of workspaces. */
  private readonly floors = new Map<string, CachedFloor>();

  of(workspaceIds: readonly string[]): CachedFloor {
    const key = listDigest(workspaceIds).toString('base64');
    const floor = this.floors.get(key) ?? new CachedFloor();
    this.floors.delete(key); // moves the set to the end, because the first set is dropped first
    this.floors.set(key, floor);
    const [first] = this.floors.keys();
    if (this.floors.size > MAX_SETS && first !== undefined) this.floors.delete(first);
    return floor;
  }
}
