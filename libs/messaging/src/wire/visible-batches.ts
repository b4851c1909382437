import type { AbortedTransaction } from './fetch-request.js';
import { recordBatches, type RecordBatch } from './record-batch.js';
import { RecordCursor } from './record-cursor.js';

const CONTROL_KEY_TYPE = 2; // position of the type, after the version
const ABORT = 0;

/**
 * Returns the batches that a reader of committed records sees. Omits transaction markers and the
 * batches of aborted transactions. Brokers return these batches too, together with a list of the
 * aborted transactions.
 * @param aborted list of the aborted transactions, in any sequence
 */
export function* visibleBatches(
  batches: Iterable<RecordBatch>,
  aborted: readonly AbortedTransaction[],
): Generator<RecordBatch> {
  const upcoming = [...aborted].sort((a, b) => a.firstOffset - b.firstOffset);
  const inAborted = new Set<bigint>();
  for (const batch of batches) {
    while (upcoming[0] !== undefined && upcoming[0].firstOffset <= batch.lastOffset) {
      inAborted.add(upcoming[0].producerId);
      upcoming.shift();
    }
    if (batch.isControl) {
      if (endsInAbort(batch)) inAborted.delete(batch.producerId);
      continue;
    }
    if (batch.isTransactional && inAborted.has(batch.producerId)) continue;
    yield batch;
  }
}

function endsInAbort(marker: RecordBatch): boolean {
  const cursor = new RecordCursor(marker);
  // Compaction may have removed the marker from its batch.
  return cursor.next() && cursor.key?.readInt16BE(CONTROL_KEY_TYPE) === ABORT;
}

/** Returns the position after all fetched batches, or undefined without a complete batch. */
export function positionBehind(fetched: Buffer): number | undefined {
  let position: number | undefined;
  for (const batch of recordBatches(fetched)) position = batch.lastOffset + 1;
  return position;
}
