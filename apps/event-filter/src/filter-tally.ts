import type { DeadLetterReason } from './events/dead-letter-reasons.js';
import type { DroppedEvent } from './events/record-verdict.js';

/** What became of the events of one batch; it counts once the batch is committed. */
export class FilterTally {
  forwarded = 0;
  /** Of the forwarded: those in which nobody can be suppressed. */
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

  /** Per workspace and source. */
  get dropped(): Iterable<DroppedEvent & { readonly count: number }> {
    return this.byPair.values();
  }
}
