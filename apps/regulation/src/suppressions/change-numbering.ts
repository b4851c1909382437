import type { RunQuery } from '@lethe/outbox';
import { KeptFloor } from './kept-floor.js';
import { FIND_WORKSPACES } from './next-workspace.js';
import { numberAllChanges } from './number-all-changes.js';

/** Each may cost a look into the index a round (5 µs), whether it has changes or not. */
const MOST_WORKSPACES = 1_000;

/**
 * Gives numbers to all changes, again and again, for one session of the relay.
 *
 * The index of what waits goes by workspace first, so that nobody has to walk over another's bulk; whoever
 * looks for workspaces that wait has to know where each begins to get past its dead entries. So those that
 * changed are remembered, the last ones of them when there are very many. That decides only how fast
 * others are found, never whether.
 */
export class ChangeNumbering {
  private readonly floor = new KeptFloor();
  private workspaces: Set<string> | undefined;

  constructor(private readonly query: RunQuery) {}

  /** @param limit most changes */
  async number(limit: number): Promise<void> {
    this.workspaces ??= await this.findWorkspaces();
    const known = [...this.workspaces];
    this.floor.raise(await numberAllChanges(this.query, limit, this.floor.get(), known));
  }

  /** These have changes that got their numbers, from whomever. */
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
