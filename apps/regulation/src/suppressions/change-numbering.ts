import type { RunQuery } from '@lethe/database';
import { CachedFloor } from './cached-floor.js';
import { FIND_WORKSPACES } from './next-workspace.js';
import { numberAllChanges } from './number-all-changes.js';

/**
 * Maximum number of remembered workspaces. Each workspace can cost an index look-up (5 µs) in a
 * round, even if it has no change.
 */
const MOST_WORKSPACES = 1_000;

/**
 * Numbers all changes periodically, for one session of the relay.
 *
 * The index of waiting changes is sorted by workspace first, so that a bulk of changes of one
 * workspace does not delay other workspaces. An index search skips the dead entries of a workspace
 * only if it begins at the id of this workspace and at the floor (`TransactionFloor`). So the
 * search must know the ids of the workspaces in advance. Therefore, this class remembers the
 * workspaces that changed last. Changes of other workspaces are found too, but more slowly.
 */
export class ChangeNumbering {
  private readonly floor = new CachedFloor();
  private workspaces: Set<string> | undefined;

  constructor(private readonly query: RunQuery) {}

  /** @param limit maximum number of changes in one round */
  async number(limit: number): Promise<void> {
    this.workspaces ??= await this.findWorkspaces();
    const known = [...this.workspaces];
    this.floor.raise(await numberAllChanges(this.query, limit, this.floor.get(), known));
  }

  /** Remembers the workspaces of numbered changes. The numbers can come from another process. */
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
