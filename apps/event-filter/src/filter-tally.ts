import type { DeadLetterReason } from './events/dead-letter-reasons.js';
import type { DroppedEvent } from './events/record-verdict.js';

/** Numbers of events in one batch. They are valid only after the commit of the batch. */
export class FilterTally {
  forwarded = 0;
  /** Number of forwarded events without a user. */
  withoutUser = 0;
  readonly deadLetters = new Map<DeadLetterReason, number>();
  /** For each workspace, the numbers of dropped events by source. */
  private readonly droppedEvents = new Map<string, Map<string | undefined, number>>();

  addDropped(events: readonly DroppedEvent[]): void {
    for (const { workspaceId, sourceId } of events) {
      let bySource = this.droppedEvents.get(workspaceId);
      if (bySource === undefined) {
        bySource = new Map<string | undefined, number>();
        this.droppedEvents.set(workspaceId, bySource);
      }
      bySource.set(sourceId, (bySource.get(sourceId) ?? 0) + 1);
    }
  }

  addDeadLetter(reason: DeadLetterReason): void {
    this.deadLetters.set(reason, (this.deadLetters.get(reason) ?? 0) + 1);
  }

  /** Numbers of dropped events per workspace and source. */
  *dropped(): Generator<DroppedEvent & { readonly count: number }> {
    for (const [workspaceId, bySource] of this.droppedEvents) {
      for (const [sourceId, count] of bySource) yield { workspaceId, sourceId, count };
    }
  }
}
