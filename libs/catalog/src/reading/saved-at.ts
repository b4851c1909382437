import type { LookUps } from '../ask-database.js';
import type { ClockHold } from './clock/clock-hold.js';

/** Maximum number of workspaces in `known`. */
const MAX_KNOWN = 10_000;

interface Batch {
  readonly workspaceIds: Set<string>;
  readonly times: Promise<ReadonlyMap<string, string>>;
}

/**
 * Reads the time of the last committed configuration change of a workspace. No two changes have the
 * same time, and a reader that has seen a change has also seen all earlier changes.
 *
 * One statement runs at a time. Callers that arrive while a statement runs share the next
 * statement. With a clock hold, no statement is needed for a workspace whose time was read since
 * the last configuration change.
 */
export class SavedAt {
  private batch: Batch | undefined;
  /** Resolves when the running statement has ended. */
  private running: Promise<unknown> = Promise.resolve();
  private readonly known = new Map<string, string>();
  /** Value of `unchangedSince` for which `known` is valid. */
  private knownAt: string | undefined;

  constructor(
    private readonly database: LookUps,
    private readonly clockHold?: Pick<ClockHold, 'use' | 'unchangedSince'>,
  ) {}

  /**
   * @returns undefined if the workspace does not exist
   * @throws LetheError `unavailable`
   */
  async of(workspaceId: string): Promise<string | undefined> {
    const unchangedSince = this.clockHold?.use();
    if (unchangedSince === undefined) return this.ask(workspaceId);
    const known = unchangedSince === this.knownAt ? this.known.get(workspaceId) : undefined;
    if (known !== undefined) return known;
    const savedAt = await this.ask(workspaceId);
    // During the query, the lock can be lost and taken again. If the time of the clock is equal,
    // nothing has changed.
    if (savedAt !== undefined && this.clockHold?.unchangedSince === unchangedSince) {
      if (this.knownAt !== unchangedSince || this.known.size === MAX_KNOWN) this.known.clear();
      this.knownAt = unchangedSince;
      this.known.set(workspaceId, savedAt);
    }
    return savedAt;
  }

  private async ask(workspaceId: string): Promise<string | undefined> {
    const batch = this.batch ?? this.begin();
    batch.workspaceIds.add(workspaceId);
    return (await batch.times).get(workspaceId);
  }

  private begin(): Batch {
    const workspaceIds = new Set<string>();
    const times = this.running.then(() => {
      this.batch = undefined;
      return this.read([...workspaceIds]);
    });
    this.running = times.catch(() => undefined);
    this.batch = { workspaceIds, times };
    return this.batch;
  }

  private async read(workspaceIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
    const rows = await this.database.query<{ workspace_id: string; changed_at: Date }>(
      'select workspace_id, changed_at from catalog.configuration_changes where workspace_id = any($1)',
      [workspaceIds],
    );
    return new Map(rows.map((row) => [row.workspace_id, row.changed_at.toISOString()]));
  }
}
