import { Link } from '@tanstack/react-router';
import { EllipsisVertical, Pause, Play, RotateCcw } from 'lucide-react';
import { useState } from 'react';
import { useDestinationName } from '../../api/names.js';
import { useMay } from '../../api/session.js';
import { DELETION_STATE_WORDS } from '../../api/state-words.js';
import { countOf } from '../../lib/count-of.js';
import { formatNumber } from '../../lib/format-time.js';
import { Button, Card, IconButton, Menu, Mono, Table, Time, type Column } from '../../ui/index.js';
import { QueueBadges } from '../../features/deletions/queue-badges.js';
import styles from './deletions.module.css';
import type { Queue } from './deletions.queries.js';
import type { JobStatus } from './deletions.search.js';
import { PauseDialog } from '../../features/deletions/pause-dialog.js';
import { RetryJobsDialog } from '../../features/deletions/retry-jobs-dialog.js';

const COLUMNS: readonly JobStatus[] = ['pending', 'running', 'failed', 'aborted', 'complete'];

type Asking =
  { readonly what: 'retry' | 'pause'; readonly queue: Queue } | { readonly what: 'retry-all' };

/** A queue for each destination: its counts by state lead to the jobs. */
export function Queues({ queues }: { readonly queues: readonly Queue[] }) {
  const may = useMay();
  const nameOf = useDestinationName();
  const [asking, setAsking] = useState<Asking>();
  const mayAct = may('regulations:delete');
  const toRetry = queues.reduce((sum, { needsAttention }) => sum + needsAttention, 0);
  const held = queues.reduce((sum, queue) => sum + queue.held, 0);
  const close = () => setAsking(undefined);
  const columns: readonly Column<Queue>[] = [
    {
      label: 'Destination',
      cell: (queue) => (
        <span className={styles.name}>
          <Link to="/deletions" search={{ destination: queue.destinationId }}>
            {nameOf(queue.destinationId)}
          </Link>
          <span className={styles.type}>{queue.destinationType}</span>
        </span>
      ),
    },
    { label: 'State', cell: (queue) => <QueueBadges queue={queue} /> },
    ...COLUMNS.map((status): Column<Queue> => ({
      ...{
        label: DELETION_STATE_WORDS[status],
        align: 'end',
        wideOnly: status === 'complete' || status === 'running',
      },
      cell: (queue) => <Count queue={queue} status={status} />,
    })),
    ...(mayAct
      ? [
          {
            ...({ label: 'Actions', hideLabel: true, align: 'end' } as const),
            cell: (queue: Queue) => (
              <Menu
                trigger={
                  <IconButton
                    icon={EllipsisVertical}
                    size="s"
                    label={`Actions for ${nameOf(queue.destinationId)}`}
                  />
                }
                groups={[
                  {
                    items: [
                      {
                        ...(mayPause(queue)
                          ? { label: 'Pause deletions…', icon: Pause }
                          : { label: 'Resume deletions…', icon: Play }),
                        onSelect: () => setAsking({ what: 'pause', queue }),
                      },
                      {
                        label: 'Retry what failed permanently…',
                        icon: RotateCcw,
                        disabled: queue.needsAttention === 0,
                        onSelect: () => setAsking({ what: 'retry', queue }),
                      },
                    ],
                  },
                ]}
              />
            ),
          },
        ]
      : []),
  ];
  return (
    <Card
      title="By destination"
      actions={
        mayAct &&
        toRetry > 0 && (
          <Button size="s" icon={RotateCcw} onClick={() => setAsking({ what: 'retry-all' })}>
            Retry all
          </Button>
        )
      }
    >
      <Table
        label="Queues"
        rows={queues}
        rowKey={({ destinationId }) => destinationId}
        columns={columns}
      />
      {held > 0 && (
        <p className={styles.note}>
          {countOf(held, 'job is', 'jobs are')} on hold: ordered before an upgrade or a restore,
          they would all run at once. An operator releases them with{' '}
          <Mono>npm run lethe -- deletions release</Mono>.
        </p>
      )}
      {asking?.what === 'pause' && (
        <PauseDialog queue={asking.queue} pauses={mayPause(asking.queue)} onClose={close} />
      )}
      {(asking?.what === 'retry' || asking?.what === 'retry-all') && (
        <RetryJobsDialog
          {...(asking.what === 'retry' && { destinationId: asking.queue.destinationId })}
          aborted={asking.what === 'retry' ? asking.queue.needsAttention : toRetry}
          onClose={close}
        />
      )}
    </Card>
  );
}

/** What is paused already, or left alone after an outage, goes on by the same entry of the menu. */
function mayPause({ pausedAt, delayedUntil }: Queue): boolean {
  return pausedAt === undefined && delayedUntil === undefined;
}

function Count({ queue, status }: { readonly queue: Queue; readonly status: JobStatus }) {
  const of = queue.states[status];
  if (of === undefined) return <span className={styles.old}>0</span>;
  return (
    <span className={styles.count}>
      <Link to="/deletions" search={{ destination: queue.destinationId, status }}>
        {formatNumber(of.jobs)}
      </Link>
      {(status === 'pending' || status === 'failed') && (
        <span className={styles.old}>
          oldest <Time value={of.oldestCreatedAt} />
        </span>
      )}
    </span>
  );
}
