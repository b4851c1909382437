import { listDigest } from './feed-token.js';
import { KeptFloor } from './kept-floor.js';

/** Who polls asks for the same workspaces each time; more sets than these begin from nothing again. */
const MOST = 1_000;

/** The floor of each set of workspaces that is asked for, in memory. */
export class FloorsOfWorkspaces {
  /** By digest: a set may have thousands of workspaces, and is another one with each that is added. */
  private readonly floors = new Map<string, KeptFloor>();

  of(workspaceIds: readonly string[]): KeptFloor {
    const key = listDigest(workspaceIds).toString('base64');
    const floor = this.floors.get(key) ?? new KeptFloor();
    this.floors.delete(key); // the one that was asked for last is the last to go
    this.floors.set(key, floor);
    const [first] = this.floors.keys();
    if (this.floors.size > MOST && first !== undefined) this.floors.delete(first);
    return floor;
  }
}
