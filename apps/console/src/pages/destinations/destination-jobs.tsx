import { defined } from '@lethe/contracts/json';
import { useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { jobsAtAsked, jobsAtQuery, type Job } from '../../api/deletions.js';
import { JobDialog } from '../../features/deletions/job-dialog.js';
import { JOB_OPTIONS } from '../../features/deletions/job-states.js';
import { formatNumber } from '../../lib/format-time.js';
import { pathWith } from '../../lib/search.js';
import {
  Button,
  Card,
  ChoiceFilter,
  CurlButton,
  Loading,
  LoadMore,
  shared,
  StatusBadge,
  Table,
  Time,
  type Column,
} from '../../ui/index.js';
import styles from './destinations.module.css';

const route = getRouteApi('/destinations/$id');

/** The jobs of one destination, the newest first, with their reasons. */
export function DestinationJobs({ id }: { readonly id: string }) {
  const { status } = route.useSearch();
  const navigate = route.useNavigate();
  const list = useInfiniteQuery(jobsAtQuery(id, status));
  const [shown, setShown] = useState<Job>();
  const rows = list.data?.rows ?? [];
  return (
    <Card
      title="Jobs"
      actions={
        <div className={shared.row}>
          <ChoiceFilter
            label="State"
            all="All states"
            inRow
            value={status}
            onChange={(next) =>
              void navigate({
                search: { tab: 'deletions', ...defined({ status: next }) },
                replace: true,
              })
            }
            options={JOB_OPTIONS}
          />
          <CurlButton request={{ path: pathWith('/v2/deletion-jobs', jobsAtAsked(id, status)) }} />
        </div>
      }
    >
      {list.data === undefined ? (
        <Loading query={list} lines={4} compact />
      ) : rows.length === 0 ? (
        <p className={shared.quiet}>
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
            isLoadingMore={list.isFetchingNextPage}
            onLoadMore={() => void list.fetchNextPage()}
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
  { label: 'Users', align: 'end', cell: ({ users }) => formatNumber(users) },
  {
    label: 'Reason',
    cell: ({ reason, record }) => (
      <div className={styles.reason}>{reason ?? record?.method ?? '–'}</div>
    ),
  },
  { label: 'Failures', align: 'end', wideOnly: true, cell: ({ attempts }) => attempts },
  { label: 'Ordered', cell: ({ createdAt }) => <Time value={createdAt} /> },
  {
    ...{ label: 'Next or done', wideOnly: true },
    cell: ({ finishedAt, nextAttemptAt }) => (
      <Time value={finishedAt ?? nextAttemptAt} mayBeAhead={finishedAt === undefined} />
    ),
  },
];
