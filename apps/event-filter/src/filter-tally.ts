import type { DeadLetterReason } from './events/dead-letter-reasons.js';
import type { DroppedEvent } from './events/record-verdict.js';

/** Numbers of events in one batch. They are valid only after the commit of the batch. */
export class FilterTally {
  forwarded = 0;
  /** Number of forwarded events without a user. */
  withoutUser = 0;
  readonly deadLetters = new Map<DeadLetterReason, number>();
  private readonly byPair = new Map<string, DroppedEvent & { count: number }>();

  addDropped(events: readonly DroppedEvent[]): void {
    for (const event of events) {
      const key = JSON.stringify([event.workspaceId, event.sourceId]);
      const pair = this.byPair.get(key);
      if (pair === undefined) this.byPair.set(key, { ...event, count: 1 });
      else pair.count += 1;
    }
  }

  addDeadLetter(reason: DeadLetterReason): void {
    this.deadLetters.set(reason, (this.deadLetters.get(reason) ?? 0) + 1);
  }

  /** Numbers of dropped events per workspace and source. */
  get dropped(): Iterable<DroppedEvent & { readonly count: number }> {
    return this.byPair.values();
  }
}
