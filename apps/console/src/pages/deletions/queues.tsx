import { DELETION_STATE_WORDS } from '@lethe/contracts/state-words';
import { Link } from '@tanstack/react-router';
import { EllipsisVertical, Pause, Play, RotateCcw } from 'lucide-react';
import { useState } from 'react';
import { useDestinationName } from '../../api/catalog.js';
import type { JobStatus, Queue } from '../../api/deletions.js';
import { useMay } from '../../api/session.js';
import styles from '../../features/deletions/deletions.module.css';
import { QueueBadges } from '../../features/deletions/queue-badges.js';
import { QueueDialogs, type QueueAction } from '../../features/deletions/queue-dialogs.js';
import { RetryJobsDialog } from '../../features/deletions/retry-jobs-dialog.js';
import { countOf } from '../../lib/count-of.js';
import { formatNumber } from '../../lib/format-time.js';
import {
  actionsColumn,
  Button,
  Card,
  IconButton,
  Menu,
  Mono,
  shared,
  Table,
  Time,
  type Column,
} from '../../ui/index.js';

const COLUMNS: readonly JobStatus[] = ['pending', 'running', 'failed', 'aborted', 'complete'];

/** A queue for each destination: its counts by state lead to the jobs. */
export function Queues({ queues }: { readonly queues: readonly Queue[] }) {
  const may = useMay();
  const nameOf = useDestinationName();
  const [asking, setAsking] = useState<{ readonly what: QueueAction; readonly queue: Queue }>();
  const [isAskingAll, setAskingAll] = useState(false);
  const mayAct = may('regulations:delete');
  const toRetry = queues.reduce((sum, { needsAttention }) => sum + needsAttention, 0);
  const held = queues.reduce((sum, queue) => sum + queue.held, 0);
  const actions = actionsColumn<Queue>((queue) => (
    <Menu
      trigger={
        <IconButton
          icon={EllipsisVertical}
          size="s"
          label={`Actions for ${nameOf(queue.destinationId)}`}
        />
      }
      items={[
        mayPause(queue)
          ? {
              ...{ label: 'Pause deletions…', icon: Pause },
              onSelect: () => setAsking({ what: 'pause', queue }),
            }
          : {
              ...{ label: 'Resume deletions…', icon: Play },
              onSelect: () => setAsking({ what: 'resume', queue }),
            },
        {
          ...{ label: 'Retry what failed permanently…', icon: RotateCcw },
          disabled: queue.needsAttention === 0,
          onSelect: () => setAsking({ what: 'retry', queue }),
        },
      ]}
    />
  ));
  const columns: readonly Column<Queue>[] = [
    {
      label: 'Destination',
      cell: (queue) => (
        <>
          <Link to="/deletions" search={{ destination: queue.destinationId }}>
            {nameOf(queue.destinationId)}
          </Link>
          <span className={shared.sub}>{queue.destinationType}</span>
        </>
      ),
    },
    { label: 'State', cell: (queue) => <QueueBadges queue={queue} /> },
    ...COLUMNS.map((status): Column<Queue> => ({
      ...{
        label: DELETION_STATE_WORDS[status].words,
        align: 'end',
        wideOnly: status === 'complete' || status === 'running',
      },
      cell: (queue) => <Count queue={queue} status={status} />,
    })),
    ...(mayAct ? [actions] : []),
  ];
  return (
    <Card
      title="By destination"
      actions={
        mayAct &&
        toRetry > 0 && (
          <Button size="s" icon={RotateCcw} onClick={() => setAskingAll(true)}>
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
        <p className={shared.note}>
          {countOf(held, 'job is', 'jobs are')} on hold: ordered before an upgrade or a restore,
          they would all run at once. An operator releases them with{' '}
          <Mono>npm run lethe -- deletions release</Mono>.
        </p>
      )}
      {asking !== undefined && (
        <QueueDialogs
          asked={asking.what}
          id={asking.queue.destinationId}
          queue={asking.queue}
          onClose={() => setAsking(undefined)}
        />
      )}
      {isAskingAll && <RetryJobsDialog aborted={toRetry} onClose={() => setAskingAll(false)} />}
    </Card>
  );
}

/** What is paused already, or left alone after an outage, goes on by the same entry of the menu. */
function mayPause({ pausedAt, delayedUntil }: Queue): boolean {
  return pausedAt === undefined && delayedUntil === undefined;
}

function Count({ queue, status }: { readonly queue: Queue; readonly status: JobStatus }) {
  const of = queue.states[status];
  if (of === undefined) return <span className={shared.sub}>0</span>;
  return (
    <span className={styles.count}>
      <Link to="/deletions" search={{ destination: queue.destinationId, status }}>
        {formatNumber(of.jobs)}
      </Link>
      {(status === 'pending' || status === 'failed') && (
        <span className={shared.sub}>
          oldest <Time value={of.oldestCreatedAt} />
        </span>
      )}
    </span>
  );
}
