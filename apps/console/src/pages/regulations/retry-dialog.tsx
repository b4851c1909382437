import { useDestinationName } from '../../api/catalog.js';
import { useRegulations, type Regulation } from '../../api/regulations.js';
import { countOf } from '../../lib/count-of.js';
import { ConfirmDialog, shared, toast, type Opening } from '../../ui/index.js';

/** Retries the deletions of one regulation that failed permanently. */
export function RetryDialog({
  regulation: { id, deletions = [], identifiersForgottenAt },
  ...opening
}: Opening & { readonly regulation: Regulation }) {
  const regulations = useRegulations();
  const nameOf = useDestinationName();
  const aborted = deletions.filter(({ status }) => status === 'aborted');
  return (
    <ConfirmDialog
      {...opening}
      title="Retry the deletion?"
      consequence={
        <>
          <p>A new job is made for this user, with the same time until it is due, at:</p>
          <ul className={shared.list}>
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
        const answer = await regulations.retry(id);
        toast.success(
          answer.jobs === 0 ? 'Nothing could be retried' : `${countOf(answer.jobs, 'job')} made`,
          answer.leftOut.map((one) => `${nameOf(one.destinationId)}: ${one.reason}`).join(' '),
        );
      }}
    />
  );
}
