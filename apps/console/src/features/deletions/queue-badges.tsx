import { Link } from '@tanstack/react-router';
import type { Queue } from '../../api/deletions.js';
import { useNow } from '../../lib/use-now.js';
import { Badge, cx, shared, Time } from '../../ui/index.js';
import styles from './deletions.module.css';
import { healthOf, type HealthWord } from './queue-health.js';
import { TEXTS } from './texts.js';

const { queueBadges: texts } = TEXTS;

/**
 * Shows the health of a destination queue. A badge with a number links to the jobs that it counts.
 */
export function QueueBadges({
  queue,
  most = 9,
}: {
  readonly queue: Queue | undefined;
  readonly most?: number;
}) {
  const found = healthOf(queue, useNow());
  if (queue === undefined) return <span className={shared.quiet}>{texts.none}</span>;
  const { destinationId: destination } = queue;
  return (
    <span className={cx(styles.badges, most < 3 && styles.oneLine)}>
      {found.slice(0, most).map(({ jobs, ...word }) =>
        jobs === undefined ? (
          <HealthBadge key={word.words} {...word} />
        ) : (
          <Link key={word.words} to="/deletions" search={{ destination, ...jobs }}>
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
          {texts.nextAttempt}
          <Time value={until} mayBeAhead />
        </>
      )}
    </Badge>
  );
}
