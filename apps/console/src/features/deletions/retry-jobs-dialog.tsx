import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useDestinationName } from '../../api/catalog.js';
import { useDeletions, type Retried } from '../../api/deletions.js';
import { Button, Dialog, ErrorState, shared } from '../../ui/index.js';
import { TEXTS } from './texts.js';

const { retryJobsDialog: texts } = TEXTS;

/**
 * Retries jobs that failed permanently, at most 1,000 with each request. Lists the destinations
 * where deletions cannot be retried.
 */
export function RetryJobsDialog({
  id,
  aborted,
  onClose,
}: {
  /** Id of the destination; undefined for all destinations. */
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
      title={id === undefined ? texts.questionAll : texts.question(nameOf(id))}
      footer={
        <>
          <Button disabled={run.isPending} onClick={onClose}>
            {run.isSuccess ? texts.close : texts.cancel}
          </Button>
          {!run.isSuccess && (
            <Button variant="primary" pending={run.isPending} onClick={() => run.mutate()}>
              {texts.retry}
            </Button>
          )}
        </>
      }
    >
      {result === undefined ? (
        <ul className={shared.list}>
          <li>{texts.newJobs(aborted)}</li>
          <li>{texts.causes}</li>
          <li>{texts.withoutUsers}</li>
          <li>{texts.deadlines}</li>
        </ul>
      ) : (
        <p role="status">{texts.created(result.jobs, result.users)}</p>
      )}
      {result !== undefined && result.leftOut.length > 0 && (
        <>
          <p>{texts.leftOut}</p>
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
