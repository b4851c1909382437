import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Schemas } from '../../api/client.js';
import { formatNumber } from '../../lib/format-time.js';
import {
  Button,
  Card,
  CurlButton,
  Loading,
  LoadMore,
  Select,
  StatusBadge,
  Table,
  Time,
  type Column,
} from '../../ui/index.js';
import { JobDialog } from '../../features/deletions/job-dialog.js';
import { DELETION_STATE_WORDS } from '../../api/state-words.js';
import { jobsQuery, jobsSearch } from './deletions.queries.js';
import styles from './destinations.module.css';
import { JOB_STATUSES, type JobStatus } from './destinations.search.js';

type Job = Schemas['DeletionJobDto'];

/** The jobs of one destination, the newest first, with their reasons. */
export function DestinationJobs({
  id,
  status,
  onStatus,
}: {
  readonly id: string;
  readonly status: JobStatus | undefined;
  readonly onStatus: (status: JobStatus | undefined) => void;
}) {
  const list = useInfiniteQuery(jobsQuery(id, status));
  const [shown, setShown] = useState<Job>();
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
            onChange={(next) => onStatus(next === '' ? undefined : next)}
            options={[
              { value: '' as const, label: 'All states' },
              ...JOB_STATUSES.map((value) => ({ value, label: DELETION_STATE_WORDS[value] })),
            ]}
          />
          <CurlButton request={{ path: `/v2/deletion-jobs?${query.toString()}` }} />
        </div>
      }
    >
      {list.data === undefined ? (
        <Loading query={list} lines={4} compact />
      ) : rows.length === 0 ? (
        <p className={styles.quiet}>
          {status === undefined
            ? 'None yet. A regulation that deletes makes one, when it names this destination.'
            : 'None in this state.'}
        </p>
      ) : (
        <>
          <Table label="Jobs" rows={rows} rowKey={(job) => job.id} columns={columnsOf(setShown)} />
          <LoadMore
            shown={rows.length}
            hasMore={list.hasNextPage}
            isLoading={list.isFetchingNextPage}
            onLoad={() => void list.fetchNextPage()}
          />
        </>
      )}
      {shown !== undefined && (
        <JobDialog
          job={rows.find((job) => job.id === shown.id) ?? shown}
          onClose={() => setShown(undefined)}
        />
      )}
    </Card>
  );
}

const columnsOf = (onShow: (job: Job) => void): readonly Column<Job>[] => [
  {
    label: 'State',
    cell: (job) => (
      <Button size="s" variant="ghost" onClick={() => onShow(job)}>
        <StatusBadge status={job.held ? 'held' : job.status} />
      </Button>
    ),
  },
  {
    ...{ label: 'Users', align: 'end' },
    cell: ({ users }) => formatNumber(users),
  },
  {
    label: 'Reason',
    cell: ({ reason, record }) => (
      <div className={styles.reason}>{reason ?? record?.method ?? '–'}</div>
    ),
  },
  {
    ...{ label: 'Failures', align: 'end', wideOnly: true },
    cell: ({ attempts }) => attempts,
  },
  {
    label: 'Ordered',
    cell: ({ createdAt }) => <Time value={createdAt} />,
  },
  {
    ...{ label: 'Next or done', wideOnly: true },
    cell: ({ finishedAt, nextAttemptAt }) => (
      <Time value={finishedAt ?? nextAttemptAt} mayBeAhead={finishedAt === undefined} />
    ),
  },
];
