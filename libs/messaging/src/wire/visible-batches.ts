import type { AbortedTransaction } from './fetch-request.js';
import { recordBatches, type RecordBatch } from './record-batch.js';
import { RecordCursor } from './record-cursor.js';

const CONTROL_KEY_TYPE = 2; // behind the version of the key
const ABORT = 0;

/**
 * The batches whose records a reader of committed records may see: no markers, nothing of a
 * transaction that was aborted. A broker hands those over too, with a list of the transactions.
 * @param aborted in any order
 */
export function* visibleBatches(
  batches: Iterable<RecordBatch>,
  aborted: readonly AbortedTransaction[],
): Generator<RecordBatch> {
  const ahead = [...aborted].sort((a, b) => a.firstOffset - b.firstOffset);
  const inAborted = new Set<bigint>();
  for (const batch of batches) {
    while (ahead[0] !== undefined && ahead[0].firstOffset <= batch.lastOffset) {
      inAborted.add(ahead[0].producerId);
      ahead.shift();
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
  // Compaction may have left the batch without its record.
  return cursor.next() && cursor.key?.readInt16BE(CONTROL_KEY_TYPE) === ABORT;
}

/** The position behind everything that was fetched; undefined when nothing was. */
export function positionBehind(fetched: Buffer): number | undefined {
  let position: number | undefined;
  for (const batch of recordBatches(fetched)) position = batch.lastOffset + 1;
  return position;
}
