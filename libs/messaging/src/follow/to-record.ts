import type { ReceivedRecord } from '../records/received-record.js';
import type { RecordCursor } from '../wire/record-cursor.js';

/** Returns a copy of the current record of a cursor. The copy stays valid when the cursor moves. */
export function toRecord(topic: string, partition: number, cursor: RecordCursor): ReceivedRecord {
  const { key, value } = cursor;
  return {
    topic,
    partition,
    offset: String(cursor.offset),
    timestamp: cursor.timestamp,
    key: key?.toString() ?? null,
    value: value === null ? null : Buffer.from(value),
    headers: cursor.headers(),
  };
}
