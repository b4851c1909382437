import type { PartitionBatch, PartitionSend } from '@lethe/messaging';
import { deadLetter } from './dead-letter.js';
import { DropTraces } from './drop-traces.js';
import type { RecordFilter } from './events/record-filter.js';
import { FilterTally } from './filter-tally.js';

export interface FilteredBatch {
  readonly sends: readonly PartitionSend[];
  readonly tally: FilterTally;
  readonly dropped: DropTraces;
}

/**
 * Filters a batch. Returns the records to send, and counts and traces of the dropped events.
 * @param topics full names of the topics
 * @param deadLetterBytes maximum size of a batch in the dead-letter topic
 */
export function filterBatch(
  filter: RecordFilter,
  topics: { readonly input: string; readonly output: string },
  { partition, records }: PartitionBatch,
  deadLetterBytes: number,
): FilteredBatch {
  const sends: PartitionSend[] = [];
  const tally = new FilterTally();
  const dropped = new DropTraces();
  for (const record of records) {
    const verdict = filter.decide(record);
    if (verdict.kind === 'dead-letter') {
      tally.addDeadLetter(verdict.reason);
      sends.push(deadLetter(topics.input, partition, record, verdict.reason, deadLetterBytes));
      continue;
    }
    tally.addDropped(verdict.dropped);
    dropped.add(record, verdict.dropped);
    if (verdict.kind === 'drop') continue;
    tally.forwarded += verdict.events;
    tally.withoutUser += verdict.withoutUser;
    const { key, headers, timestamp } = record;
    const value = verdict.value ?? record.value;
    sends.push({ topic: topics.output, key, value, headers, timestamp });
  }
  return { sends, tally, dropped };
}
