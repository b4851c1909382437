import { Pause, Play, RotateCw } from 'lucide-react';
import { useState } from 'react';
import type { Queue } from '../../api/deletions.js';
import { useMay } from '../../api/session.js';
import { CONDITION_WORDS, DELETION_STATE_WORDS, QUEUE_WORDS } from '../../api/state-words.js';
import { JOB_STATUSES } from '../../features/deletions/job-states.js';
import { QueueBadges } from '../../features/deletions/queue-badges.js';
import { QueueDialogs, type QueueAction } from '../../features/deletions/queue-dialogs.js';
import { countOf } from '../../lib/count-of.js';
import { formatNumber } from '../../lib/format-time.js';
import { Button, Card, Facts, shared, Time } from '../../ui/index.js';

/** How the queue of one destination stands, and what can be done with it. @param queue undefined where nothing was ever ordered there */
export function QueueCard({
  id,
  queue,
}: {
  readonly id: string;
  readonly queue: Queue | undefined;
}) {
  const mayAct = useMay()('regulations:delete');
  const [asked, setAsked] = useState<QueueAction>();
  const isPaused = queue?.pausedAt !== undefined;
  const actions: readonly (readonly [QueueAction, string, typeof Play, boolean])[] = [
    ['retry', 'Retry', RotateCw, (queue?.needsAttention ?? 0) > 0],
    ['resume', 'Resume', Play, isPaused || queue?.delayedUntil !== undefined],
    ['pause', 'Pause', Pause, !isPaused],
  ];
  return (
    <Card
      title="Queue"
      actions={
        <div className={shared.row}>
          {actions.map(
            ([what, label, icon, applies]) =>
              mayAct &&
              applies && (
                <Button key={what} size="s" icon={icon} onClick={() => setAsked(what)}>
                  {label}
                </Button>
              ),
          )}
        </div>
      }
    >
      <QueueFacts queue={queue} />
      <QueueDialogs {...{ asked, id, queue }} onClose={() => setAsked(undefined)} />
    </Card>
  );
}

function QueueFacts({ queue }: { readonly queue: Queue | undefined }) {
  if (queue === undefined) {
    return <p className={shared.quiet}>No deletion was ever ordered here.</p>;
  }
  const { states } = queue;
  const oldest = [states.pending, states.running, states.failed]
    .flatMap((state) => (state === undefined ? [] : [state.oldestCreatedAt]))
    .sort()[0];
  return (
    <Facts
      facts={[
        ['Health', <QueueBadges key="health" queue={queue} />],
        [QUEUE_WORDS.pausedAt, queue.pausedAt && <Time value={queue.pausedAt} />],
        [
          `${QUEUE_WORDS.delayedUntil} until`,
          queue.delayedUntil && <Time value={queue.delayedUntil} mayBeAhead />,
        ],
        ['Oldest open', oldest && <Time value={oldest} />],
        ...JOB_STATUSES.map((status) => {
          const jobs = states[status]?.jobs;
          return [DELETION_STATE_WORDS[status], jobs && countOf(jobs, 'job')] as const;
        }),
        [
          CONDITION_WORDS.held,
          queue.held > 0 &&
            `${formatNumber(queue.held)}: an operator has to release them (deletions release).`,
        ],
      ]}
    />
  );
}
