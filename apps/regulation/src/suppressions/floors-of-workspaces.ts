import { NO_FLOOR, type ChangesFloor } from './changes-floor.js';

/** Who polls asks for the same workspaces each time; more sets than these begin from nothing again. */
const MOST = 1_000;

/** The floor of each set of workspaces that is asked for, in memory. */
export class FloorsOfWorkspaces {
  private readonly floors = new Map<string, ChangesFloor>();

  of(workspaceIds: readonly string[]): ChangesFloor {
    return this.floors.get(keyOf(workspaceIds)) ?? NO_FLOOR;
  }

  raise(workspaceIds: readonly string[], floor: ChangesFloor): void {
    const key = keyOf(workspaceIds);
    this.floors.delete(key); // the one that was raised last is the last to go
    this.floors.set(key, floor);
    const [first] = this.floors.keys();
    if (this.floors.size > MOST && first !== undefined) this.floors.delete(first);
  }
}

function keyOf(workspaceIds: readonly string[]): string {
  return JSON.stringify(workspaceIds);
}
