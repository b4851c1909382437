import { useQueryClient } from '@tanstack/react-query';
import { api } from '../../api/client.js';
import { useDestinationName } from '../../api/names.js';
import { countOf } from '../../lib/count-of.js';
import { ConfirmDialog, toast } from '../../ui/index.js';
import type { Queue } from '../../pages/deletions/deletions.queries.js';

/** Pauses a destination's deletions, or ends its pause. */
export function PauseDialog({
  queue,
  pauses,
  onClose,
}: {
  readonly queue: Pick<Queue, 'destinationId' | 'states'>;
  /** Whether it pauses; ends a pause otherwise. */
  readonly pauses: boolean;
  readonly onClose: () => void;
}) {
  const queries = useQueryClient();
  const nameOf = useDestinationName();
  const { destinationId: id, states } = queue;
  const waiting = (states.pending?.jobs ?? 0) + (states.failed?.jobs ?? 0);
  const name = nameOf(id);
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={pauses ? `Pause the deletions of ${name}?` : `Resume the deletions of ${name}?`}
      consequence={
        pauses
          ? `${countOf(waiting, 'waiting job')} and all that come are not begun until somebody resumes it; what a worker has in hand goes on. When they are due does not change: they may get overdue. Events are not affected.`
          : `${countOf(waiting, 'waiting job')} may begin, each when its time has come. A pause that a limit or an outage of the destination has made ends, too. What is deleted can’t be taken back.`
      }
      confirmLabel={pauses ? 'Pause' : 'Resume'}
      onConfirm={async () => {
        const params = { path: { id } };
        if (pauses) await api.POST('/v2/destinations/{id}/deletions/pause', { params });
        else await api.POST('/v2/destinations/{id}/deletions/resume', { params });
        await Promise.all(
          ['deletions', 'overview', 'destinations'].map((key) =>
            queries.invalidateQueries({ queryKey: [key] }),
          ),
        );
        toast.success(pauses ? `Deletions of ${name} are paused` : `Deletions of ${name} go on`);
      }}
    />
  );
}
