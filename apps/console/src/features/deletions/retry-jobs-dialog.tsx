import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useDestinationName } from '../../api/catalog.js';
import { useDeletions, type Retried } from '../../api/deletions.js';
import { countOf } from '../../lib/count-of.js';
import { Button, Dialog, ErrorState, shared } from '../../ui/index.js';

/** Retries what failed permanently, a thousand jobs a request, and says what was left out and why. */
export function RetryJobsDialog({
  id,
  aborted,
  onClose,
}: {
  /** Of the destination; absent: of all. */
  readonly id?: string | undefined;
  readonly aborted: number;
  readonly onClose: () => void;
}) {
  const deletions = useDeletions();
  const nameOf = useDestinationName();
  const [result, setResult] = useState<Retried>();
  const run = useMutation({ mutationFn: () => deletions.retry(id, result, setResult) });
  return (
    <Dialog
      open
      onOpenChange={() => {
        if (!run.isPending) onClose();
      }}
      size="s"
      title={id === undefined ? 'Retry all?' : `Retry at ${nameOf(id)}?`}
      footer={
        <>
          <Button disabled={run.isPending} onClick={onClose}>
            {run.isSuccess ? 'Close' : 'Cancel'}
          </Button>
          {!run.isSuccess && (
            <Button variant="primary" pending={run.isPending} onClick={() => run.mutate()}>
              Retry
            </Button>
          )}
        </>
      }
    >
      {result === undefined ? (
        <p>
          {countOf(aborted, 'job')} failed permanently. New jobs are made for their users, which may
          begin at once; not for users who are canceled or in a later job already. The times by
          which they have to be done stay as they were. Correct first what the reasons say:
          otherwise they fail again. What is deleted then can’t be taken back.
        </p>
      ) : (
        <p role="status">
          {countOf(result.jobs, 'new job')}, with {countOf(result.users, 'user')}.
        </p>
      )}
      {result !== undefined && result.leftOut.length > 0 && (
        <>
          <p>Left out:</p>
          <ul className={shared.list}>
            {result.leftOut.map((one) => (
              <li key={one.destinationId + one.reason}>
                <strong>{nameOf(one.destinationId)}</strong>: {one.reason}
              </li>
            ))}
          </ul>
        </>
      )}
      {run.isError && <ErrorState compact error={run.error} />}
    </Dialog>
  );
}
