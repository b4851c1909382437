import { useDestinationName } from '../../api/catalog.js';
import { useRegulations, type Regulation } from '../../api/regulations.js';
import { ConfirmDialog, shared, toast, type Opening } from '../../ui/index.js';
import { TEXTS } from './texts.js';

const { retryDialog: texts } = TEXTS;

/** Retries the permanently failed deletions of one regulation. */
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
      title={texts.question}
      consequence={
        <>
          <p>{texts.newJob}</p>
          <ul className={shared.list}>
            {aborted.map(({ destinationId, reason }) => (
              <li key={destinationId}>
                <strong>{nameOf(destinationId)}</strong>
                {reason !== undefined && texts.failedBefore(reason)}
              </li>
            ))}
          </ul>
          {identifiersForgottenAt !== undefined && <p>{texts.purged}</p>}
          <p>{texts.final}</p>
        </>
      }
      confirmLabel={texts.confirm}
      onConfirm={async () => {
        const answer = await regulations.retry(id);
        toast.success(
          answer.jobs === 0 ? texts.nothing : texts.done(answer.jobs),
          answer.leftOut
            .map(({ destinationId, reason }) => texts.leftOut(nameOf(destinationId), reason))
            .join(' '),
        );
      }}
    />
  );
}
