import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { Pause, Play, RotateCw } from 'lucide-react';
import { useState } from 'react';
import type { Destination } from '../../api/catalog.queries.js';
import { api, dataOf, type Schemas } from '../../api/client.js';
import type { Definition } from '../../api/definitions.queries.js';
import { useMay } from '../../api/session.js';
import { formatNumber } from '../../lib/format-time.js';
import {
  Button,
  Card,
  ConfirmDialog,
  CurlButton,
  ErrorState,
  Facts,
  LoadMore,
  Select,
  Skeleton,
  Stack,
  StatusBadge,
  Table,
  Time,
  toast,
} from '../../ui/index.js';
import {
  jobsQuery,
  jobsSearch,
  queuesQuery,
  type DestinationDeletions,
} from './deletions.queries.js';
import styles from './destinations.module.css';
import { JOB_STATUSES, type JobStatus } from './destinations.search.js';
import { QueueBadges } from './queue-badges.js';
import { openJobs } from './queue-health.js';
import { WhatItDeletes } from './what-it-deletes.js';

const STATUS_WORDS: Readonly<Record<JobStatus, string>> = {
  pending: 'Waiting',
  running: 'Running',
  failed: 'Failed, tried again',
  aborted: 'Given up',
  complete: 'Complete',
  canceled: 'Canceled',
};

type Asked = 'pause' | 'resume' | 'retry';

/** The queue of deletions at one destination: how it fares, pause and resume, its jobs with their reasons. */
export function DestinationDeletions({
  destination,
  definition,
  status,
  onStatus,
}: {
  readonly destination: Destination;
  readonly definition: Definition;
  readonly status: JobStatus | undefined;
  readonly onStatus: (status: JobStatus | undefined) => void;
}) {
  const { data: queues, error, refetch } = useQuery(queuesQuery);
  const [asked, setAsked] = useState<Asked>();
  const { id } = destination;
  const queue = queues?.[id];
  return (
    <Stack>
      {error !== null && queues === undefined && (
        <ErrorState error={error} onRetry={() => void refetch()} />
      )}
      <div className={styles.columns}>
        <Card title="Queue" actions={<QueueActions queue={queue} onAsk={setAsked} />}>
          {queues === undefined ? <Skeleton lines={4} /> : <QueueFacts queue={queue} />}
        </Card>
        <WhatItDeletes definition={definition} />
      </div>
      <Jobs id={id} status={status} onStatus={onStatus} />
      <AskFirst
        asked={asked}
        destination={destination}
        queue={queue}
        onClose={() => {
          setAsked(undefined);
        }}
      />
    </Stack>
  );
}

function QueueActions({
  queue,
  onAsk,
}: {
  readonly queue: DestinationDeletions | undefined;
  readonly onAsk: (what: Asked) => void;
}) {
  if (!useMay()('regulations:delete')) return null;
  const isPaused = queue?.pausedAt !== undefined;
  return (
    <div className={styles.actions}>
      {(queue?.states.aborted?.jobs ?? 0) > 0 && (
        <Button
          size="s"
          icon={RotateCw}
          onClick={() => {
            onAsk('retry');
          }}
        >
          Retry
        </Button>
      )}
      <Button
        size="s"
        icon={isPaused ? Play : Pause}
        onClick={() => {
          onAsk(isPaused ? 'resume' : 'pause');
        }}
      >
        {isPaused ? 'Resume' : 'Pause'}
      </Button>
    </div>
  );
}

function QueueFacts({ queue }: { readonly queue: DestinationDeletions | undefined }) {
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
        ['Health', <QueueBadges key="health" queue={queue} most={9} />],
        ['Paused', queue.pausedAt && <Time key="paused" value={queue.pausedAt} />],
        ['Left alone until', queue.delayedUntil && <Time key="until" value={queue.delayedUntil} />],
        ['Oldest open', oldest && <Time key="oldest" value={oldest} />],
        ...JOB_STATUSES.map((status) => {
          const jobs = states[status]?.jobs;
          return [
            STATUS_WORDS[status],
            jobs === undefined ? undefined : `${formatNumber(jobs)} ${jobs === 1 ? 'job' : 'jobs'}`,
          ] as const;
        }),
        [
          'Held',
          queue.held > 0
            ? `${formatNumber(queue.held)}: an operator has to release them (deletions release).`
            : undefined,
        ],
      ]}
    />
  );
}

function AskFirst({
  asked,
  destination: { id, name },
  queue,
  onClose,
}: {
  readonly asked: Asked | undefined;
  readonly destination: Destination;
  readonly queue: DestinationDeletions | undefined;
  readonly onClose: () => void;
}) {
  const queries = useQueryClient();
  const path = { id };
  const open = queue === undefined ? 0 : openJobs(queue);
  const asks = {
    pause: {
      title: `Pause deletions at ${name}?`,
      consequence: `No deletion begins there until somebody resumes. ${open === 0 ? 'None is open now.' : `${formatNumber(open)} open ${open === 1 ? 'job waits' : 'jobs wait'}; what a worker has in hand is finished.`} Deadlines go on. Events are not affected.`,
      confirmLabel: 'Pause',
      danger: false,
      run: async () => {
        await api.POST('/v2/destinations/{id}/deletions/pause', { params: { path } });
        return 'Deletions paused';
      },
    },
    resume: {
      title: `Resume deletions at ${name}?`,
      consequence: `${open === 0 ? 'None is open now.' : `${formatNumber(open)} open ${open === 1 ? 'job goes' : 'jobs go'} on at once.`} What is deleted can’t be brought back.`,
      confirmLabel: 'Resume',
      danger: false,
      run: async () => {
        await api.POST('/v2/destinations/{id}/deletions/resume', { params: { path } });
        return 'Deletions resumed';
      },
    },
    retry: {
      title: `Retry what was given up at ${name}?`,
      consequence:
        'New jobs are made of the users of these jobs, without those who were canceled or are in a later job. Mend first what the reasons say: otherwise they are given up again. What is deleted can’t be brought back.',
      confirmLabel: 'Retry',
      danger: true,
      run: async () => {
        const { jobs, users, more, leftOut } = await dataOf(
          api.POST('/v2/deletion-jobs/retry', { body: { destinationId: id, limit: 1000 } }),
        );
        const left = leftOut.map(({ reason }) => reason).join(' ');
        return `${formatNumber(jobs)} new jobs with ${formatNumber(users)} users. ${more ? 'There are more: retry again. ' : ''}${left}`;
      },
    },
  } as const;
  const ask = asks[asked ?? 'pause'];
  return (
    <ConfirmDialog
      open={asked !== undefined}
      onOpenChange={onClose}
      title={ask.title}
      consequence={ask.consequence}
      confirmLabel={ask.confirmLabel}
      danger={ask.danger}
      onConfirm={async () => {
        const done = await ask.run();
        await queries.invalidateQueries({ queryKey: ['deletions'] });
        toast.success(done);
      }}
    />
  );
}

function Jobs({
  id,
  status,
  onStatus,
}: {
  readonly id: string;
  readonly status: JobStatus | undefined;
  readonly onStatus: (status: JobStatus | undefined) => void;
}) {
  const list = useInfiniteQuery(jobsQuery(id, status));
  const rows = list.data?.pages.flatMap(({ data }) => data) ?? [];
  const query = new URLSearchParams(
    Object.entries(jobsSearch(id, status)).map(([name, value]) => [name, String(value)]),
  );
  return (
    <Card
      title="Jobs"
      actions={
        <div className={styles.actions}>
          <Select
            label="State"
            hideLabel
            size="s"
            value={status ?? ''}
            onChange={(next) => {
              onStatus(next === '' ? undefined : next);
            }}
            options={[
              { value: '' as const, label: 'All states' },
              ...JOB_STATUSES.map((value) => ({ value, label: STATUS_WORDS[value] })),
            ]}
          />
          <CurlButton request={{ path: `/v2/deletion-jobs?${query.toString()}` }} />
        </div>
      }
    >
      {list.data === undefined ? (
        list.error === null ? (
          <Skeleton lines={4} />
        ) : (
          <ErrorState compact error={list.error} onRetry={() => void list.refetch()} />
        )
      ) : rows.length === 0 ? (
        <p className={styles.quiet}>
          {status === undefined
            ? 'None yet. A regulation that deletes makes one, when it names this destination.'
            : 'None in this state.'}
        </p>
      ) : (
        <>
          <Table label="Jobs" rows={rows} rowKey={(job) => job.id} columns={JOB_COLUMNS} />
          <LoadMore
            shown={rows.length}
            hasMore={list.hasNextPage}
            isLoading={list.isFetchingNextPage}
            onLoad={() => void list.fetchNextPage()}
          />
        </>
      )}
    </Card>
  );
}

const JOB_COLUMNS = [
  {
    label: 'State',
    cell: ({ status, held }: Schemas['DeletionJobDto']) => (
      <StatusBadge status={held ? 'held' : status} />
    ),
  },
  {
    ...{ label: 'Users', align: 'end' as const },
    cell: ({ users }: Schemas['DeletionJobDto']) => formatNumber(users),
  },
  {
    label: 'Reason',
    cell: ({ reason, record }: Schemas['DeletionJobDto']) => (
      <div className={styles.reason}>{reason ?? record?.method ?? '–'}</div>
    ),
  },
  {
    ...{ label: 'Failures', align: 'end' as const, wideOnly: true },
    cell: ({ attempts }: Schemas['DeletionJobDto']) => attempts,
  },
  {
    label: 'Ordered',
    cell: ({ createdAt }: Schemas['DeletionJobDto']) => <Time value={createdAt} />,
  },
  {
    ...{ label: 'Next or done', wideOnly: true },
    cell: ({ finishedAt, nextAttemptAt }: Schemas['DeletionJobDto']) => (
      <Time value={finishedAt ?? nextAttemptAt} />
    ),
  },
];
