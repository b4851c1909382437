import { useNow } from '../../lib/use-now.js';
import { Badge, cx } from '../../ui/index.js';
import type { DestinationDeletions } from './deletions.queries.js';
import styles from './destinations.module.css';
import { healthOf } from './queue-health.js';

/** How the deletions at a destination fare, in a few words. */
export function QueueBadges({
  queue,
  most = 3,
}: {
  readonly queue: DestinationDeletions | undefined;
  readonly most?: number;
}) {
  const words = healthOf(queue, useNow());
  if (words.length === 0) return <span className={styles.quiet}>None yet</span>;
  return (
    <span className={cx(styles.badges, most < 3 && styles.oneLine)}>
      {words.slice(0, most).map(({ tone, words: text }) => (
        <Badge key={text} tone={tone}>
          {text}
        </Badge>
      ))}
    </span>
  );
}
