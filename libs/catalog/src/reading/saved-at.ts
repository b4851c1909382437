import type { LookUps } from '../ask-database.js';
import type { ClockHold } from './clock/clock-hold.js';

/** Workspaces whose times are remembered. */
const REMEMBERED = 10_000;

interface Batch {
  readonly workspaceIds: Set<string>;
  readonly times: Promise<ReadonlyMap<string, string>>;
}

/**
 * When the configuration of a workspace last changed, as it is committed now: no two changes have the same time, and who has seen one has
 * seen every change before it. One statement runs at a time. Callers that arrive meanwhile share the next one, which begins after all of them.
 * With a lease, nothing is asked for twice while no configuration changes.
 */
export class SavedAt {
  private batch: Batch | undefined;
  /** Ends with the statement that runs. */
  private running: Promise<unknown> = Promise.resolve();
  private readonly known = new Map<string, string>();
  /** The lease's time at which `known` holds. */
  private knownAt: string | undefined;

  constructor(
    private readonly database: LookUps,
    private readonly lease?: Pick<ClockHold, 'use' | 'unchangedSince'>,
  ) {}

  /** @returns undefined for a workspace that is gone. @throws LetheError `unavailable` */
  async of(workspaceId: string): Promise<string | undefined> {
    const unchangedSince = this.lease?.use();
    if (unchangedSince === undefined) return this.ask(workspaceId);
    const known = unchangedSince === this.knownAt ? this.known.get(workspaceId) : undefined;
    if (known !== undefined) return known;
    const savedAt = await this.ask(workspaceId);
    // The lock may have been lost and taken again meanwhile: nothing changed when the time is the same.
    if (savedAt !== undefined && this.lease?.unchangedSince === unchangedSince) {
      if (this.knownAt !== unchangedSince || this.known.size === REMEMBERED) this.known.clear();
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
