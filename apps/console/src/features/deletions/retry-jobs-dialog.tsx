import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api, dataOf, type Schemas } from '../../api/client.js';
import { useDestinationName } from '../../api/names.js';
import { countOf } from '../../lib/count-of.js';
import { Button, Dialog, ErrorState } from '../../ui/index.js';
import styles from '../../pages/deletions/deletions.module.css';

interface Result {
  readonly jobs: number;
  readonly users: number;
  readonly leftOut: readonly Schemas['LeftOutDto'][];
}

/** Retries what failed permanently, a thousand jobs a request, and says what was left out and why. */
export function RetryJobsDialog({
  destinationId,
  aborted,
  onClose,
}: {
  /** Absent: of all destinations. */
  readonly destinationId?: string;
  readonly aborted: number;
  readonly onClose: () => void;
}) {
  const queries = useQueryClient();
  const nameOf = useDestinationName();
  const [result, setResult] = useState<Result>();
  const [isRunning, setRunning] = useState(false);
  const [error, setError] = useState<unknown>();
  const run = async () => {
    setRunning(true);
    setError(undefined);
    let sum: Result = result ?? { jobs: 0, users: 0, leftOut: [] };
    try {
      for (let more = true; more;) {
        const body = { limit: 1_000, ...(destinationId !== undefined && { destinationId }) };
        const answer = await dataOf(api.POST('/v2/deletion-jobs/retry', { body }));
        sum = {
          jobs: sum.jobs + answer.jobs,
          users: sum.users + answer.users,
          leftOut: answer.leftOut,
        };
        setResult(sum);
        more = answer.more && answer.jobs > 0;
      }
    } catch (caught) {
      setError(caught);
    } finally {
      setRunning(false);
      await Promise.all(
        ['deletions', 'regulations', 'overview', 'users'].map((key) =>
          queries.invalidateQueries({ queryKey: [key] }),
        ),
      );
    }
  };
  const isDone = result !== undefined && !isRunning && error === undefined;
  return (
    <Dialog
      open
      onOpenChange={() => {
        if (!isRunning) onClose();
      }}
      size="s"
      title={destinationId === undefined ? 'Retry all?' : `Retry at ${nameOf(destinationId)}?`}
      footer={
        <>
          <Button disabled={isRunning} onClick={onClose}>
            {isDone ? 'Close' : 'Cancel'}
          </Button>
          {!isDone && (
            <Button variant="primary" pending={isRunning} onClick={() => void run()}>
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
          <ul className={styles.list}>
            {result.leftOut.map((one) => (
              <li key={one.destinationId + one.reason}>
                <strong>{nameOf(one.destinationId)}</strong>: {one.reason}
              </li>
            ))}
          </ul>
        </>
      )}
      {error !== undefined && <ErrorState compact error={error} />}
    </Dialog>
  );
}
