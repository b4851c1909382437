import { listDigest } from './feed-cursor.js';
import { CachedFloor } from '../cached-floor.js';

/**
 * Most sets of workspaces that are kept; a client polls the same set each time, and one that was
 * dropped looks at everything again.
 */
const MOST = 1_000;

/** Caches the transaction floor of each polled set of workspaces. */
export class FloorsByWorkspaces {
  /** By digest of the set, which may have thousands of workspaces. */
  private readonly floors = new Map<string, CachedFloor>();

  of(workspaceIds: readonly string[]): CachedFloor {
    const key = listDigest(workspaceIds).toString('base64');
    const floor = this.floors.get(key) ?? new CachedFloor();
    this.floors.delete(key); // the one that was asked for last is the last to go
    this.floors.set(key, floor);
    const [first] = this.floors.keys();
    if (this.floors.size > MOST && first !== undefined) this.floors.delete(first);
    return floor;
  }
}
