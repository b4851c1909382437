import { useDestinationName } from '../../api/catalog.js';
import { useDeletions, type Queue } from '../../api/deletions.js';
import { countOf } from '../../lib/count-of.js';
import { ConfirmDialog, toast } from '../../ui/index.js';
import { jobsIn } from './queue-health.js';
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
  readonly asked: QueueAction;
  /** Of the destination. */
  readonly id: string;
  readonly queue: Queue | undefined;
  readonly onClose: () => void;
}) {
  const deletions = useDeletions();
  const name = useDestinationName()(id);
  if (asked === 'retry') {
    return <RetryJobsDialog id={id} aborted={queue?.needsAttention ?? 0} onClose={onClose} />;
  }
  const pauses = asked === 'pause';
  const waiting = countOf(jobsIn(queue, ['pending', 'failed']), 'waiting job');
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={pauses ? `Pause the deletions of ${name}?` : `Resume the deletions of ${name}?`}
      consequence={
        pauses
          ? `${waiting} and all that come are not begun until somebody resumes it; what a worker has in hand goes on. When they are due does not change: they may get overdue. Events are not affected.`
          : `${waiting} may begin, each when its time has come. A pause that a limit or an outage of the destination has made ends, too. What is deleted can’t be taken back.`
      }
      confirmLabel={pauses ? 'Pause' : 'Resume'}
      onConfirm={async () => {
        await deletions[asked](id);
        toast.success(pauses ? `Deletions of ${name} are paused` : `Deletions of ${name} go on`);
      }}
    />
  );
}
