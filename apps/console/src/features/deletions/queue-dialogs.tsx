import type { Queue } from '../../api/deletions.js';
import { PauseDialog } from './pause-dialog.js';
import { RetryJobsDialog } from './retry-jobs-dialog.js';

/** What can be done with a queue. */
export type QueueAction = 'pause' | 'resume' | 'retry';

/** Asks before it is done. */
export function QueueDialogs({
  asked,
  id,
  queue,
  onClose,
}: {
  readonly asked: QueueAction | undefined;
  /** Of the destination. */
  readonly id: string;
  readonly queue: Queue | undefined;
  readonly onClose: () => void;
}) {
  if (asked === undefined) return null;
  return asked === 'retry' ? (
    <RetryJobsDialog id={id} aborted={queue?.needsAttention ?? 0} onClose={onClose} />
  ) : (
    <PauseDialog id={id} queue={queue} pauses={asked === 'pause'} onClose={onClose} />
  );
}
