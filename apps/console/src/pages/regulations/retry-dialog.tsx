import { useQueryClient } from '@tanstack/react-query';
import { api, dataOf, type Schemas } from '../../api/client.js';
import { useDestinationName } from '../../api/names.js';
import { countOf } from '../../lib/count-of.js';
import { ConfirmDialog, toast } from '../../ui/index.js';
import styles from './regulation.module.css';

/** Retries the deletions of one regulation that failed permanently. */
export function RetryDialog({
  regulation: { id, deletions = [], identifiersForgottenAt },
  open,
  onOpenChange,
}: {
  readonly regulation: Schemas['RegulationDetailDto'];
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
}) {
  const queries = useQueryClient();
  const nameOf = useDestinationName();
  const aborted = deletions.filter(({ status }) => status === 'aborted');
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onOpenChange}
      title="Retry the deletion?"
      consequence={
        <>
          <p>A new job is made for this user, with the same time until it is due, at:</p>
          <ul className={styles.list}>
            {aborted.map(({ destinationId, reason }) => (
              <li key={destinationId}>
                <strong>{nameOf(destinationId)}</strong>
                {reason !== undefined && `, failed before: ${reason}`}
              </li>
            ))}
          </ul>
          {identifiersForgottenAt !== undefined && (
            <p>
              Identifiers other than the user id are forgotten. Destinations that need them are left
              out: create a new regulation for these.
            </p>
          )}
          <p>What is deleted there can’t be taken back.</p>
        </>
      }
      confirmLabel="Retry"
      onConfirm={async () => {
        const answer = await dataOf(
          api.POST('/v2/regulations/{id}/retry', { params: { path: { id } } }),
        );
        await Promise.all(
          ['regulations', 'overview', 'users', 'deletions'].map((key) =>
            queries.invalidateQueries({ queryKey: [key] }),
          ),
        );
        toast.success(
          answer.jobs === 0 ? 'Nothing could be retried' : `${countOf(answer.jobs, 'job')} made`,
          answer.leftOut.map((one) => `${nameOf(one.destinationId)}: ${one.reason}`).join(' '),
        );
      }}
    />
  );
}
