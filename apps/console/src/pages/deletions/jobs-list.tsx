import { FilterX } from 'lucide-react';
import { useMemo, useState } from 'react';
import { jobsList, type Job, type JobFilters } from '../../api/deletions.js';
import styles from '../../features/deletions/deletions.module.css';
import { JobDialog } from '../../features/deletions/job-dialog.js';
import { formatNumber } from '../../lib/format-time.js';
import {
  Button,
  EmptyState,
  FollowedTable,
  StatusBadge,
  Time,
  type Column,
} from '../../ui/index.js';

/** Those that the filters leave, the newest first. */
export function JobsList({
  search,
  nameOf,
}: {
  readonly search: JobFilters;
  readonly nameOf: (destinationId: string) => string;
}) {
  const [shown, setShown] = useState<Job>();
  const columns = useMemo(() => columnsOf(nameOf, setShown), [nameOf]);
  return (
    <FollowedTable
      label="Deletion jobs"
      one="job"
      list={jobsList(search)}
      columns={columns}
      onOpen={setShown}
      none={
        <EmptyState icon={FilterX} title="None of these">
          No job fits the filters.
        </EmptyState>
      }
    >
      {(rows) =>
        shown && (
          <JobDialog
            job={rows.find(({ id }) => id === shown.id) ?? shown}
            onClose={() => setShown(undefined)}
          />
        )
      }
    </FollowedTable>
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
