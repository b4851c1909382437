import { CONDITION_WORDS } from '@lethe/contracts/state-words';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useDestinationName } from '../../api/catalog.js';
import { jobQuery, type Job } from '../../api/deletions.js';
import { useMay } from '../../api/session.js';
import { formatNumber } from '../../lib/format-time.js';
import {
  Button,
  Copyable,
  CurlButton,
  DatedTime,
  Dialog,
  Facts,
  Loading,
  StatusBadge,
  Time,
  Timeline,
} from '../../ui/index.js';
import { factsOfAttempts } from './attempt-facts.js';
import styles from './deletions.module.css';
import { ExceptionDialog } from './exception-dialog.js';
import { FactDetail } from './fact-detail.js';
import { TEXTS } from './texts.js';
import { factsOfVerification } from './verification-facts.js';

const { jobDialog: texts } = TEXTS;
const { excepted } = TEXTS.deletionFacts;

/** Shows one job with its attempts. */
export function JobDialog({ job, onClose }: { readonly job: Job; readonly onClose: () => void }) {
  const nameOf = useDestinationName();
  const may = useMay();
  const [isClosing, setClosing] = useState(false);
  const { record, exception } = job;
  const counts = Object.entries(record?.counts ?? {});
  const time = (value: string | undefined, mayBeAhead = false) =>
    value && <Time value={value} mayBeAhead={mayBeAhead} />;
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={texts.title}
      footer={
        <>
          {job.needsAttention && may('regulations:delete') && (
            <Button onClick={() => setClosing(true)}>{texts.except}</Button>
          )}
          <CurlButton request={{ path: `/v2/deletion-jobs/${job.id}` }} />
          <Button onClick={onClose}>{texts.close}</Button>
        </>
      }
    >
      <Facts
        facts={[
          [texts.id, <Copyable key="id" text={job.id} label={texts.copyId} />],
          [texts.destination, texts.named(nameOf(job.destinationId), job.destinationType)],
          [texts.state, <StatusBadge key="state" status={job.status} explained />],
          [texts.reason, job.reason],
          [CONDITION_WORDS.held.words, job.held && CONDITION_WORDS.held.meaning],
          [CONDITION_WORDS.foundAgain.words, job.foundAgain && texts.foundAgain],
          [texts.users, formatNumber(job.users)],
          [texts.failedAttempts, formatNumber(job.attempts)],
          [texts.created, time(job.createdAt)],
          [texts.started, time(job.startedAt)],
          [texts.nextAttempt, job.status !== 'running' && time(job.nextAttemptAt, true)],
          [texts.deadline, job.dueAt && <DatedTime value={job.dueAt} mayBeAhead />],
          [texts.ended, time(job.finishedAt)],
          [texts.retried, time(job.retriedAt)],
          [
            texts.exception,
            exception && (
              <>
                {texts.exceptedBy(excepted(exception.reason, exception.basis), exception.createdBy)}{' '}
                <DatedTime value={exception.at} />
              </>
            ),
          ],
          [texts.method, record?.method],
          [
            texts.counts,
            record?.counts &&
              counts.map(([what, n]) => texts.count(what, formatNumber(n))).join(', '),
          ],
          [texts.notes, record?.notes?.join(' ')],
        ]}
      />
      <h3 className={styles.heading}>{texts.attempts}</h3>
      <Attempts id={job.id} />
      <ExceptionDialog {...{ job, onDone: onClose }} open={isClosing} onOpenChange={setClosing} />
    </Dialog>
  );
}

function Attempts({ id }: { readonly id: string }) {
  const query = useQuery(jobQuery(id));
  if (query.data === undefined) return <Loading query={query} lines={3} compact />;
  const { history } = query.data;
  const facts = [
    ...factsOfAttempts(history),
    ...factsOfVerification(query.data, TEXTS.deletionFacts.foundOfJob),
  ];
  if (facts.length === 0) return <p>{texts.noAttempt}</p>;
  return (
    <Timeline
      label={texts.attempts}
      entries={facts.map((fact) => ({
        ...{ key: fact.key, title: fact.title, time: fact.at, tone: fact.tone },
        ...{ isAhead: fact.isAhead === true, isDated: fact.isDated === true },
        children: <FactDetail fact={fact} />,
      }))}
    />
  );
}
