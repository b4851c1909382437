import { useDestinationName } from '../../api/catalog.js';
import { useDeletions, type Queue } from '../../api/deletions.js';
import { ConfirmDialog, toast } from '../../ui/index.js';
import { jobsIn } from './queue-health.js';
import { RetryJobsDialog } from './retry-jobs-dialog.js';
import { TEXTS } from './texts.js';

export type QueueAction = 'pause' | 'resume' | 'retry';

/** Asks the user to confirm an action on a destination queue. */
export function QueueDialogs({
  asked,
  id,
  queue,
  onClose,
}: {
  readonly asked: QueueAction;
  /** Id of the destination. */
  readonly id: string;
  readonly queue: Queue | undefined;
  readonly onClose: () => void;
}) {
  const deletions = useDeletions();
  const name = useDestinationName()(id);
  if (asked === 'retry') {
    return <RetryJobsDialog id={id} aborted={queue?.needsAttention ?? 0} onClose={onClose} />;
  }
  const texts = TEXTS.queueDialogs[asked];
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={texts.question(name)}
      consequence={texts.consequence(jobsIn(queue, ['pending', 'failed']))}
      confirmLabel={texts.label}
      onConfirm={async () => {
        await deletions[asked](id);
        toast.success(texts.done(name));
      }}
    />
  );
}
