import { defined } from '@lethe/contracts/json';
import { useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { jobsAtParameters, jobsAtQuery, type Job } from '../../api/deletions.js';
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
import { TEXTS } from './texts.js';

const route = getRouteApi('/destinations/$id');
const { destinationJobs: texts } = TEXTS;

/** Shows the jobs of one destination, newest first. */
export function DestinationJobs({ id }: { readonly id: string }) {
  const { status } = route.useSearch();
  const navigate = route.useNavigate();
  const list = useInfiniteQuery(jobsAtQuery(id, status));
  const [shown, setShown] = useState<Job>();
  const rows = list.data?.rows ?? [];
  return (
    <Card
      title={texts.title}
      actions={
        <div className={shared.row}>
          <ChoiceFilter
            label={texts.state}
            all={texts.allStates}
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
          <CurlButton
            request={{ path: pathWith('/v2/deletion-jobs', jobsAtParameters(id, status)) }}
          />
        </div>
      }
    >
      {list.data === undefined ? (
        <Loading query={list} lines={4} compact />
      ) : rows.length === 0 ? (
        <p className={shared.quiet}>{status === undefined ? texts.none : texts.noneInState}</p>
      ) : (
        <>
          <Table
            label={texts.title}
            rows={rows}
            rowKey={(job) => job.id}
            columns={columnsOf(setShown)}
          />
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
    label: texts.state,
    cell: (job) => (
      <Button size="s" variant="ghost" onClick={() => onShow(job)}>
        <StatusBadge status={job.held ? 'held' : job.status} />
      </Button>
    ),
  },
  { label: texts.users, align: 'end', cell: ({ users }) => formatNumber(users) },
  {
    label: texts.reason,
    cell: ({ reason, record }) => (
      <div className={styles.reason}>{reason ?? record?.method ?? '–'}</div>
    ),
  },
  { label: texts.failedAttempts, align: 'end', wideOnly: true, cell: ({ attempts }) => attempts },
  { label: texts.created, cell: ({ createdAt }) => <Time value={createdAt} /> },
  {
    ...{ label: texts.nextOrEnd, wideOnly: true },
    cell: ({ finishedAt, nextAttemptAt }) => (
      <Time value={finishedAt ?? nextAttemptAt} mayBeAhead={finishedAt === undefined} />
    ),
  },
];
