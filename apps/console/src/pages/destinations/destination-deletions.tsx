import { CONDITION_WORDS, DELETION_STATE_WORDS, QUEUE_WORDS } from '@lethe/contracts/state-words';
import { useQuery } from '@tanstack/react-query';
import { Pause, Play, RotateCw } from 'lucide-react';
import { useState } from 'react';
import type { Destination } from '../../api/catalog.js';
import type { Definition } from '../../api/definitions.js';
import { queuesByIdQuery, type Queue } from '../../api/deletions.js';
import { useMay } from '../../api/session.js';
import { JOB_STATUSES } from '../../features/deletions/job-states.js';
import { QueueBadges } from '../../features/deletions/queue-badges.js';
import { QueueDialogs, type QueueAction } from '../../features/deletions/queue-dialogs.js';
import { Button, Card, Facts, Loading, shared, Stack, Time } from '../../ui/index.js';
import { DestinationJobs } from './destination-jobs.js';
import { TEXTS } from './texts.js';
import { WhatItDeletes } from './what-it-deletes.js';

const { destinationDeletions: texts } = TEXTS;

/**
 * Shows the queue of a destination, with its health, buttons to pause and resume, and jobs with
 * reasons.
 */
export function DestinationDeletions({
  destination: { id },
  definition,
}: {
  readonly destination: Destination;
  readonly definition: Definition;
}) {
  const mayAct = useMay()('regulations:delete');
  const [asked, setAsked] = useState<QueueAction>();
  const query = useQuery(queuesByIdQuery);
  const { data: queues } = query;
  const queue = queues?.[id];
  const isPaused = queue?.pausedAt !== undefined;
  const actions: readonly (readonly [QueueAction, string, typeof Play, boolean])[] = [
    ['retry', texts.retry, RotateCw, (queue?.needsAttention ?? 0) > 0],
    ['resume', texts.resume, Play, isPaused || queue?.delayedUntil !== undefined],
    ['pause', texts.pause, Pause, !isPaused],
  ];
  return (
    <Stack>
      <div className={shared.columns}>
        <Card
          title={texts.queue}
          actions={
            queues && (
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
            )
          }
        >
          {queues === undefined ? (
            <Loading query={query} lines={4} compact />
          ) : (
            <QueueFacts queue={queue} />
          )}
          {asked && <QueueDialogs {...{ asked, id, queue }} onClose={() => setAsked(undefined)} />}
        </Card>
        <WhatItDeletes definition={definition} />
      </div>
      <DestinationJobs id={id} />
    </Stack>
  );
}

/** @param queue undefined if the destination never had a deletion */
function QueueFacts({ queue }: { readonly queue: Queue | undefined }) {
  if (queue === undefined) {
    return <p className={shared.quiet}>{texts.none}</p>;
  }
  const { states } = queue;
  const oldest = [states.pending, states.running, states.failed]
    .flatMap((state) => (state === undefined ? [] : [state.oldestCreatedAt]))
    .sort()[0];
  return (
    <Facts
      facts={[
        [texts.state, <QueueBadges key="state" queue={queue} />],
        [QUEUE_WORDS.pausedAt.words, queue.pausedAt && <Time value={queue.pausedAt} />],
        [
          texts.until(QUEUE_WORDS.delayedUntil.words),
          queue.delayedUntil && <Time value={queue.delayedUntil} mayBeAhead />,
        ],
        [texts.oldest, oldest && <Time value={oldest} />],
        ...JOB_STATUSES.map((status) => {
          const jobs = states[status]?.jobs;
          return [DELETION_STATE_WORDS[status].words, jobs && texts.jobs(jobs)] as const;
        }),
        [CONDITION_WORDS.held.words, queue.held > 0 && texts.held(queue.held)],
      ]}
    />
  );
}
