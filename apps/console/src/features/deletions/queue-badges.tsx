import { Link } from '@tanstack/react-router';
import { useNow } from '../../lib/use-now.js';
import { Badge, cx, Time } from '../../ui/index.js';
import type { DestinationDeletions } from '../../pages/destinations/deletions.queries.js';
import styles from '../../pages/destinations/destinations.module.css';
import { healthOf, type HealthWord } from './queue-health.js';

/** How the deletions at a destination fare, in a few words; counts lead to the jobs. */
export function QueueBadges({
  queue,
  most = 9,
}: {
  readonly queue: DestinationDeletions | undefined;
  readonly most?: number;
}) {
  const found = healthOf(queue, useNow());
  if (queue === undefined) return <span className={styles.quiet}>None yet</span>;
  return (
    <span className={cx(styles.badges, most < 3 && styles.oneLine)}>
      {found.slice(0, most).map(({ jobs, ...word }) =>
        jobs === undefined ? (
          <HealthBadge key={word.words} {...word} />
        ) : (
          <Link
            key={word.words}
            to="/deletions"
            search={{ destination: queue.destinationId, ...jobs }}
          >
            <HealthBadge {...word} />
          </Link>
        ),
      )}
    </span>
  );
}

function HealthBadge({ tone, words, until }: Omit<HealthWord, 'jobs'>) {
  return (
    <Badge tone={tone} dot>
      {words}
      {until !== undefined && (
        <>
          {', next try '}
          <Time value={until} mayBeAhead />
        </>
      )}
    </Badge>
  );
}
