import { useQuery } from '@tanstack/react-query';
import { useDestinationName } from '../../api/names.js';
import { CONDITION_WORDS } from '../../api/state-words.js';
import { formatNumber } from '../../lib/format-time.js';
import {
  Button,
  Copyable,
  CurlButton,
  Dialog,
  Facts,
  Loading,
  StatusBadge,
  Time,
} from '../../ui/index.js';
import { Attempts } from './attempts.js';
import styles from '../../pages/deletions/deletions.module.css';
import { jobQuery, type Job } from '../../pages/deletions/deletions.queries.js';

/** All that is known of one job, with what each attempt came to. */
export function JobDialog({ job, onClose }: { readonly job: Job; readonly onClose: () => void }) {
  const nameOf = useDestinationName();
  const { record } = job;
  const time = (value: string | undefined) => value !== undefined && <Time value={value} />;
  const ahead = (value: string | undefined) =>
    value !== undefined && <Time value={value} mayBeAhead />;
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Deletion job"
      footer={
        <>
          <CurlButton request={{ path: `/v2/deletion-jobs/${job.id}` }} />
          <Button onClick={onClose}>Close</Button>
        </>
      }
    >
      <Facts
        facts={(
          [
            ['Id', <Copyable key="id" text={job.id} label="Copy the id" />],
            ['Destination', `${nameOf(job.destinationId)} (${job.destinationType})`],
            ['State', <StatusBadge key="state" status={job.status} />],
            ['Reason', job.reason],
            [CONDITION_WORDS.held, job.held && 'Waits until an operator releases it.'],
            ['Users', formatNumber(job.users)],
            ['Failed attempts', formatNumber(job.attempts)],
            ['Created', time(job.createdAt)],
            ['Begun', time(job.startedAt)],
            ['Next attempt', job.status !== 'running' && ahead(job.nextAttemptAt)],
            ['Due', ahead(job.dueAt)],
            ['Ended', time(job.finishedAt)],
            ['Retried', time(job.retriedAt)],
            ['How', record?.method],
            [
              'Counted',
              record?.counts &&
                Object.entries(record.counts)
                  .map(([what, count]) => `${what}: ${formatNumber(count)}`)
                  .join(', '),
            ],
            ['Notes', record?.notes?.join(' ')],
          ] as const
        ).filter(([, value]) => value !== false)}
      />
      <h3 className={styles.heading}>Attempts</h3>
      <AttemptsOf id={job.id} />
    </Dialog>
  );
}

function AttemptsOf({ id }: { readonly id: string }) {
  const query = useQuery(jobQuery(id));
  if (query.data === undefined) return <Loading query={query} lines={3} compact />;
  return <Attempts history={query.data.history} />;
}
