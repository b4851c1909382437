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
import { TEXTS } from './texts.js';

const { queues: texts } = TEXTS;

const COLUMNS: readonly JobStatus[] = ['pending', 'running', 'failed', 'aborted', 'complete'];

/** Shows one queue for each destination. A number links to the jobs that it counts. */
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
          label={texts.actions(nameOf(queue.destinationId))}
        />
      }
      items={[
        mayPause(queue)
          ? {
              ...{ label: texts.pause, icon: Pause },
              onSelect: () => setAsking({ what: 'pause', queue }),
            }
          : {
              ...{ label: texts.resume, icon: Play },
              onSelect: () => setAsking({ what: 'resume', queue }),
            },
        {
          ...{ label: texts.retry, icon: RotateCcw },
          disabled: queue.needsAttention === 0,
          onSelect: () => setAsking({ what: 'retry', queue }),
        },
      ]}
    />
  ));
  const columns: readonly Column<Queue>[] = [
    {
      label: texts.destination,
      cell: (queue) => (
        <>
          <Link to="/deletions" search={{ destination: queue.destinationId }}>
            {nameOf(queue.destinationId)}
          </Link>
          <span className={shared.sub}>{queue.destinationType}</span>
        </>
      ),
    },
    { label: texts.state, cell: (queue) => <QueueBadges queue={queue} /> },
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
      title={texts.title}
      actions={
        mayAct &&
        toRetry > 0 && (
          <Button size="s" icon={RotateCcw} onClick={() => setAskingAll(true)}>
            {texts.retryAll}
          </Button>
        )
      }
    >
      <Table
        label={texts.label}
        rows={queues}
        rowKey={({ destinationId }) => destinationId}
        columns={columns}
      />
      {held > 0 && (
        <p className={shared.note}>
          {texts.held(held)} {texts.release(held)} <Mono>npm run lethe -- deletions release</Mono>.
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

/**
 * Returns true if the menu contains Pause. If the queue is paused or backing off, the menu contains
 * Resume instead.
 */
function mayPause({ pausedAt, delayedUntil }: Queue): boolean {
  return pausedAt === undefined && delayedUntil === undefined;
}

function Count({ queue, status }: { readonly queue: Queue; readonly status: JobStatus }) {
  const inState = queue.states[status];
  if (inState === undefined) return <span className={shared.sub}>0</span>;
  return (
    <span className={styles.count}>
      <Link to="/deletions" search={{ destination: queue.destinationId, status }}>
        {formatNumber(inState.jobs)}
      </Link>
      {(status === 'pending' || status === 'failed') && (
        <span className={shared.sub}>
          {texts.oldest} <Time value={inState.oldestCreatedAt} />
        </span>
      )}
    </span>
  );
}
