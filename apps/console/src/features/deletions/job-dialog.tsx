import { CONDITION_WORDS } from '@lethe/contracts/state-words';
import { useQuery } from '@tanstack/react-query';
import { useDestinationName } from '../../api/catalog.js';
import { jobQuery, type Job } from '../../api/deletions.js';
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
  Timeline,
} from '../../ui/index.js';
import { factsOfAttempts } from './attempt-facts.js';
import styles from './deletions.module.css';
import { FactDetail } from './fact-detail.js';

/** All that is known of one job, with what each attempt came to. */
export function JobDialog({ job, onClose }: { readonly job: Job; readonly onClose: () => void }) {
  const nameOf = useDestinationName();
  const { record } = job;
  const counts = Object.entries(record?.counts ?? {});
  const time = (value: string | undefined, mayBeAhead = false) =>
    value && <Time value={value} mayBeAhead={mayBeAhead} />;
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
        facts={[
          ['Id', <Copyable key="id" text={job.id} label="Copy the id" />],
          ['Destination', `${nameOf(job.destinationId)} (${job.destinationType})`],
          ['State', <StatusBadge key="state" status={job.status} />],
          ['Reason', job.reason],
          [CONDITION_WORDS.held.words, job.held && 'Waits until an operator releases it.'],
          ['Users', formatNumber(job.users)],
          ['Failed attempts', formatNumber(job.attempts)],
          ['Created', time(job.createdAt)],
          ['Begun', time(job.startedAt)],
          ['Next attempt', job.status !== 'running' && time(job.nextAttemptAt, true)],
          ['Due', time(job.dueAt, true)],
          ['Ended', time(job.finishedAt)],
          ['Retried', time(job.retriedAt)],
          ['How', record?.method],
          [
            'Counted',
            record?.counts && counts.map(([what, n]) => `${what}: ${formatNumber(n)}`).join(', '),
          ],
          ['Notes', record?.notes?.join(' ')],
        ]}
      />
      <h3 className={styles.heading}>Attempts</h3>
      <Attempts id={job.id} />
    </Dialog>
  );
}

/** What each attempt came to, and why. */
function Attempts({ id }: { readonly id: string }) {
  const query = useQuery(jobQuery(id));
  if (query.data === undefined) return <Loading query={query} lines={3} compact />;
  const { history } = query.data;
  if (history.length === 0) return <p>None has ended yet.</p>;
  return (
    <Timeline
      label="Attempts"
      entries={factsOfAttempts(history).map((fact) => ({
        ...{ key: fact.key, title: fact.title, time: fact.at, tone: fact.tone },
        children: <FactDetail fact={fact} />,
      }))}
    />
  );
}
