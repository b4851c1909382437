import { useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { FilterX } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useDestinationName } from '../../api/names.js';
import { countOf } from '../../lib/count-of.js';
import { formatNumber } from '../../lib/format-time.js';
import { changed, type Without } from '../../lib/search.js';
import {
  Button,
  type Column,
  CurlButton,
  EmptyState,
  Loading,
  Select,
  StatusBadge,
  Switch,
  TextField,
  Time,
  Toolbar,
  VirtualTable,
} from '../../ui/index.js';
import styles from './deletions.module.css';
import { jobsQuery, toQuery, type Job, type Queue } from './deletions.queries.js';
import { JOB_STATUSES, type DeletionsSearch } from './deletions.search.js';
import { JobDialog } from './job-dialog.js';
import { JOB_WORDS } from './job-words.js';

const route = getRouteApi('/deletions');

/** The jobs of all queues, or of those that the filters leave, the newest first. */
export function Jobs({ queues }: { readonly queues: readonly Queue[] }) {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const nameOf = useDestinationName();
  const [shown, setShown] = useState<Job>();
  const query = useInfiniteQuery(jobsQuery(search));
  const { data } = query;
  const rows = useMemo(() => data?.pages.flatMap((page) => page.data) ?? [], [data]);
  const set = (change: Without<DeletionsSearch>) =>
    void navigate({ search: changed(search, change), replace: true });
  const columns: readonly Column<Job>[] = [
    {
      label: 'Destination',
      width: 'minmax(110px, 1fr)',
      cell: (job) => (
        <Button
          size="s"
          variant="ghost"
          onClick={() => {
            setShown(job);
          }}
        >
          {nameOf(job.destinationId)}
        </Button>
      ),
    },
    { label: 'State', width: '110px', cell: ({ status }) => <StatusBadge status={status} /> },
    {
      ...{ label: 'Users', align: 'end', width: '70px', wideOnly: true },
      cell: ({ users }) => formatNumber(users),
    },
    {
      label: 'Reason',
      width: 'minmax(80px, 2.4fr)',
      cell: ({ reason }) => (
        <span className={styles.reason} title={reason}>
          {reason}
        </span>
      ),
    },
    {
      ...{ label: 'Next attempt', width: '130px', wideOnly: true },
      cell: ({ nextAttemptAt }) => <Time value={nextAttemptAt} />,
    },
    {
      ...{ label: 'Due', width: '130px', wideOnly: true },
      cell: ({ dueAt, finishedAt }) => <Time value={finishedAt === undefined ? dueAt : null} />,
    },
    {
      label: 'Created',
      width: '120px',
      wideOnly: true,
      cell: ({ createdAt }) => <Time value={createdAt} />,
    },
  ];
  return (
    <>
      <Toolbar label="Filters">
        <Select
          label="Destination"
          value={search.destination ?? ''}
          onChange={(destination) => {
            set({ destination: destination === '' ? undefined : destination });
          }}
          options={[
            { value: '', label: 'All destinations' },
            ...queues.map(({ destinationId: value }) => ({ value, label: nameOf(value) })),
          ]}
        />
        <Select
          label="State"
          value={search.status ?? ''}
          onChange={(status) => {
            set({ status: status === '' ? undefined : status });
          }}
          options={[
            { value: '', label: 'All states' },
            ...JOB_STATUSES.map((value) => ({ value, label: JOB_WORDS[value] })),
          ]}
        />
        <TextField
          label="Created from (UTC)"
          type="date"
          value={search.from ?? ''}
          onChange={(from) => {
            set({ from: from === '' ? undefined : from });
          }}
        />
        <TextField
          label="Until, included"
          type="date"
          value={search.until ?? ''}
          onChange={(until) => {
            set({ until: until === '' ? undefined : until });
          }}
        />
        <Switch
          label="Overdue"
          checked={search.overdue === true}
          onChange={(overdue) => {
            set({ overdue: overdue ? true : undefined });
          }}
        />
        <Switch
          label="Held"
          checked={search.held === true}
          onChange={(held) => {
            set({ held: held ? true : undefined });
          }}
        />
        {Object.keys(search).length > 0 && (
          <Button
            variant="ghost"
            icon={FilterX}
            onClick={() => void navigate({ search: {}, replace: true })}
          >
            Clear
          </Button>
        )}
        <CurlButton
          request={{
            path: `/v2/deletion-jobs?${new URLSearchParams(
              Object.entries(toQuery(search)).map(([name, value]) => [name, String(value)]),
            ).toString()}`,
          }}
        />
      </Toolbar>
      {data === undefined ? (
        <Loading query={query} lines={6} height={28} />
      ) : rows.length === 0 ? (
        <EmptyState icon={FilterX} title="None of these">
          No job fits the filters.
        </EmptyState>
      ) : (
        <VirtualTable
          label="Deletion jobs"
          columns={columns}
          rows={rows}
          rowKey={({ id }) => id}
          onOpen={setShown}
          hasMore={query.hasNextPage}
          isLoadingMore={query.isFetchingNextPage}
          onLoadMore={() => void query.fetchNextPage()}
          summary={
            query.hasNextPage ? `${formatNumber(rows.length)} loaded` : countOf(rows.length, 'job')
          }
        />
      )}
      {shown !== undefined && (
        <JobDialog
          job={rows.find(({ id }) => id === shown.id) ?? shown}
          onClose={() => {
            setShown(undefined);
          }}
        />
      )}
    </>
  );
}
