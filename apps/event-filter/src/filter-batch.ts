import type { PartitionBatch, PartitionWork } from '@lethe/messaging';
import { deadLetter } from './dead-letter.js';
import { DropTraces } from './drop-traces.js';
import type { RecordFilter } from './events/record-filter.js';
import { FilterTally } from './filter-tally.js';

export interface FilteredBatch {
  readonly sends: PartitionWork['sends'];
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
  const sends: PartitionWork['sends'][number][] = [];
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
    const topic = topics.output;
    if (verdict.value === undefined) {
      sends.push({ topic, record });
    } else {
      const { key, headers, time } = record;
      sends.push({ topic, key, value: verdict.value, headers, time });
    }
  }
  return { sends, tally, dropped };
}
