import type { RunQuery } from '@lethe/database';
import { CachedFloor } from './cached-floor.js';
import { FIND_WORKSPACES } from './next-workspace.js';
import { numberAllChanges } from './number-all-changes.js';

/**
 * Most workspaces that are remembered: each may cost a look into the index a round (5 µs), whether
 * it has changes or not.
 */
const MOST_WORKSPACES = 1_000;

/**
 * Gives numbers to all changes, again and again, for one session of the relay.
 *
 * The index of what waits goes by workspace first, so that the bulk of one workspace holds up no
 * other; but a search for workspaces with changes must know where each workspace begins, to get
 * past the dead entries of the one before. So the workspaces that changed last are remembered. That
 * decides only how fast changes are found, never whether.
 */
export class ChangeNumbering {
  private readonly floor = new CachedFloor();
  private workspaces: Set<string> | undefined;

  constructor(private readonly query: RunQuery) {}

  /** @param limit most changes of one round */
  async number(limit: number): Promise<void> {
    this.workspaces ??= await this.findWorkspaces();
    const known = [...this.workspaces];
    this.floor.raise(await numberAllChanges(this.query, limit, this.floor.get(), known));
  }

  /** Notes workspaces whose changes got numbers, from this process or another. */
  noteChanged(workspaceIds: Iterable<string>): void {
    for (const id of new Set(workspaceIds)) {
      this.workspaces?.delete(id);
      this.workspaces?.add(id);
    }
    for (const id of this.workspaces ?? []) {
      if ((this.workspaces?.size ?? 0) <= MOST_WORKSPACES) break;
      this.workspaces?.delete(id);
    }
  }

  private async findWorkspaces(): Promise<Set<string>> {
    const rows = await this.query<{ id: string }>(FIND_WORKSPACES, [MOST_WORKSPACES]);
    return new Set(rows.map(({ id }) => id));
  }
}
