import { Button, shared } from '../../ui/index.js';
import styles from './destinations.module.css';

/** Somebody else has saved while one was editing: nothing is lost, and nothing is overwritten unseen. */
export function ChangedMeanwhile({
  what,
  onGoOn,
  onDiscard,
}: {
  readonly what: readonly string[];
  readonly onGoOn: () => void;
  readonly onDiscard: () => void;
}) {
  return (
    <div role="alert" className={styles.notice}>
      <strong>Somebody changed it while you were editing.</strong>
      <p>
        {what.length === 0
          ? 'What they changed is not shown here, a secret perhaps.'
          : `Changed: ${what.join(', ')}.`}{' '}
        Fields that you did not touch show the new values; yours are kept, and not saved yet.
      </p>
      <div className={shared.row}>
        <Button size="s" onClick={onGoOn}>
          Keep mine on top
        </Button>
        <Button size="s" onClick={onDiscard}>
          Take theirs
        </Button>
      </div>
    </div>
  );
}
