import { FilterX } from 'lucide-react';
import { useMemo, useState } from 'react';
import { formatNumber } from '../../lib/format-time.js';
import { listWords } from '../../api/events/list-words.js';
import { useFollowedList } from '../../api/events/use-followed-list.js';
import {
  Button,
  EmptyState,
  Loading,
  StatusBadge,
  Time,
  VirtualTable,
  type Column,
} from '../../ui/index.js';
import styles from '../../features/deletions/deletions.module.css';
import { type Job, type JobFilters, jobsList } from '../../api/deletions.js';
import { JobDialog } from '../../features/deletions/job-dialog.js';

/** Those that the filters leave, the newest first. Other filters are another list: it takes its key from them. */
export function JobsList({
  search,
  nameOf,
}: {
  readonly search: JobFilters;
  readonly nameOf: (destinationId: string) => string;
}) {
  const [shown, setShown] = useState<Job>();
  const [isReading, setReading] = useState(false);
  const list = useFollowedList({ ...jobsList(search), isReading });
  const { rows } = list;
  const columns = useMemo(() => columnsOf(nameOf, setShown), [nameOf]);
  return (
    <>
      {rows === undefined ? (
        <Loading query={list} lines={6} height={28} />
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
          hasMore={list.hasMore}
          isLoadingMore={list.isLoadingMore}
          onLoadMore={list.loadMore}
          onReading={setReading}
          {...listWords(list, 'job')}
        />
      )}
      {shown !== undefined && (
        <JobDialog
          job={rows?.find(({ id }) => id === shown.id) ?? shown}
          onClose={() => setShown(undefined)}
        />
      )}
    </>
  );
}

function columnsOf(
  nameOf: (destinationId: string) => string,
  onOpen: (job: Job) => void,
): readonly Column<Job>[] {
  return [
    {
      label: 'Destination',
      width: 'minmax(110px, 1fr)',
      cell: (job) => (
        <Button size="s" variant="ghost" onClick={() => onOpen(job)}>
          {nameOf(job.destinationId)}
        </Button>
      ),
    },
    {
      ...{ label: 'State', width: '110px', fits: true },
      cell: ({ status, held }) => <StatusBadge status={held ? 'held' : status} />,
    },
    {
      ...{ label: 'Users', align: 'end', width: '70px', wideOnly: true, fits: true },
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
      ...{ label: 'Next attempt', width: '130px', wideOnly: true, fits: true },
      cell: ({ nextAttemptAt }) => <Time value={nextAttemptAt} mayBeAhead />,
    },
    {
      ...{ label: 'Due', width: '130px', wideOnly: true, fits: true },
      cell: ({ dueAt, finishedAt, needsAttention }) => (
        <Time value={finishedAt === undefined || needsAttention ? dueAt : null} mayBeAhead />
      ),
    },
    {
      label: 'Created',
      width: '120px',
      wideOnly: true,
      fits: true,
      cell: ({ createdAt }) => <Time value={createdAt} />,
    },
  ];
}
