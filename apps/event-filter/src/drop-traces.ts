import type { PartitionRecord } from '@lethe/messaging';
import { continueTraces } from '@lethe/observability';
import type { DroppedEvent } from './events/record-verdict.js';

/** Of one batch so many are shown in their traces; a bulk of dropped events must cost no more than any other. */
const MOST = 100;

/** A record of a batch of which events were dropped, and which came with the trace of its producer. */
interface DroppedRecord {
  readonly traceparent: string;
  readonly workspaceId: string;
  readonly events: number;
}

/** Shows producers in their own traces what became of their events. Passed on are their headers as they came. */
export class DropTraces {
  private readonly records: DroppedRecord[] = [];

  add({ headers }: Pick<PartitionRecord, 'headers'>, dropped: readonly DroppedEvent[]): void {
    const [first] = dropped;
    const { traceparent } = headers;
    if (first === undefined || traceparent == null || this.records.length === MOST) return;
    const { workspaceId } = first;
    this.records.push({ traceparent: String(traceparent), workspaceId, events: dropped.length });
  }

  /**
   * To be called once the batch is committed: a drop that was taken back is none.
   * @param batch where they were read, and when, in milliseconds since the epoch
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
