import type { PartitionRecord } from '@lethe/messaging';
import { continueTraces } from '@lethe/observability';
import type { DroppedEvent } from './events/record-verdict.js';

/** Maximum number of spans per batch. It limits the cost of a batch with many dropped events. */
const MAX_SPANS = 100;

/** A record with dropped events. `traceparent` comes from the producer of the record. */
interface DroppedRecord {
  readonly traceparent: string;
  readonly workspaceId: string;
  readonly events: number;
}

/**
 * Adds spans for dropped events to the traces of the producers. The headers of the records are not
 * changed.
 */
export class DropTraces {
  private readonly records: DroppedRecord[] = [];

  add(record: Pick<PartitionRecord, 'headers'>, dropped: readonly DroppedEvent[]): void {
    const first = dropped[0];
    if (first === undefined || this.records.length === MAX_SPANS) return;
    const { traceparent } = record.headers;
    if (traceparent == null) return;
    const { workspaceId } = first;
    this.records.push({ traceparent: String(traceparent), workspaceId, events: dropped.length });
  }

  /**
   * Writes the spans. Call this after the commit, because an aborted batch drops no events.
   * @param batch `at` is the time when the batch was read, in milliseconds since the epoch
   */
  show(batch: { readonly topic: string; readonly partition: number; readonly at: number }): void {
    for (const { traceparent, workspaceId, events } of this.records) {
      const attributes = {
        'messaging.operation.type': 'process',
        'messaging.destination.name': batch.topic,
        'messaging.destination.partition.id': String(batch.partition),
        'lethe.workspace.id': workspaceId,
        'lethe.events.dropped': events,
      } as const;
      const options = { side: 'consumer', attributes, startTime: batch.at } as const;
      void continueTraces([traceparent], 'drop', options, () => Promise.resolve());
    }
  }
}
