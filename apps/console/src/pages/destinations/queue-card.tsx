import { Pause, Play, RotateCw } from 'lucide-react';
import { useState } from 'react';
import type { Schemas } from '../../api/client.js';
import { useMay } from '../../api/session.js';
import { countOf } from '../../lib/count-of.js';
import { formatNumber } from '../../lib/format-time.js';
import { Button, Card, Facts, Time } from '../../ui/index.js';
import { CONDITION_WORDS, DELETION_STATE_WORDS, QUEUE_WORDS } from '../../api/state-words.js';
import { PauseDialog } from '../../features/deletions/pause-dialog.js';
import { RetryJobsDialog } from '../../features/deletions/retry-jobs-dialog.js';
import styles from './destinations.module.css';
import { JOB_STATUSES } from './destinations.search.js';
import { QueueBadges } from '../../features/deletions/queue-badges.js';

type Queue = Schemas['DestinationDeletionsDto'];
type Asked = 'pause' | 'resume' | 'retry';

/** How the queue of one destination stands, and what can be done with it. @param queue undefined where nothing was ever ordered there */
export function QueueCard({
  id,
  queue,
}: {
  readonly id: string;
  readonly queue: Queue | undefined;
}) {
  const [asked, setAsked] = useState<Asked>();
  const close = () => setAsked(undefined);
  return (
    <Card title="Queue" actions={<QueueActions queue={queue} onAsk={setAsked} />}>
      <QueueFacts queue={queue} />
      {asked === 'retry' ? (
        <RetryJobsDialog destinationId={id} aborted={queue?.needsAttention ?? 0} onClose={close} />
      ) : (
        asked !== undefined && (
          <PauseDialog
            queue={queue ?? { destinationId: id, states: {} }}
            pauses={asked === 'pause'}
            onClose={close}
          />
        )
      )}
    </Card>
  );
}

function QueueActions({
  queue,
  onAsk,
}: {
  readonly queue: Queue | undefined;
  readonly onAsk: (what: Asked) => void;
}) {
  if (!useMay()('regulations:delete')) return null;
  const isPaused = queue?.pausedAt !== undefined;
  const actions: readonly (readonly [Asked, string, typeof Play, boolean])[] = [
    ['retry', 'Retry', RotateCw, (queue?.needsAttention ?? 0) > 0],
    ['resume', 'Resume', Play, isPaused || queue?.delayedUntil !== undefined],
    ['pause', 'Pause', Pause, !isPaused],
  ];
  return (
    <div className={styles.actions}>
      {actions.map(
        ([what, label, icon, applies]) =>
          applies && (
            <Button key={what} size="s" icon={icon} onClick={() => onAsk(what)}>
              {label}
            </Button>
          ),
      )}
    </div>
  );
}

function QueueFacts({ queue }: { readonly queue: Queue | undefined }) {
  if (queue === undefined) {
    return <p className={styles.quiet}>No deletion was ever ordered here.</p>;
  }
  const { states } = queue;
  const oldest = [states.pending, states.running, states.failed]
    .flatMap((state) => (state === undefined ? [] : [state.oldestCreatedAt]))
    .sort()[0];
  return (
    <Facts
      facts={[
        ['Health', <QueueBadges key="health" queue={queue} />],
        [QUEUE_WORDS.pausedAt, queue.pausedAt && <Time key="paused" value={queue.pausedAt} />],
        [
          `${QUEUE_WORDS.delayedUntil} until`,
          queue.delayedUntil && <Time key="until" value={queue.delayedUntil} mayBeAhead />,
        ],
        ['Oldest open', oldest && <Time key="oldest" value={oldest} />],
        ...JOB_STATUSES.map((status) => {
          const jobs = states[status]?.jobs;
          return [
            DELETION_STATE_WORDS[status],
            jobs === undefined ? undefined : countOf(jobs, 'job'),
          ] as const;
        }),
        [
          CONDITION_WORDS.held,
          queue.held > 0
            ? `${formatNumber(queue.held)}: an operator has to release them (deletions release).`
            : undefined,
        ],
      ]}
    />
  );
}
