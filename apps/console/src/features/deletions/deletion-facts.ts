import { CONDITION_WORDS, DELETION_STATE_WORDS } from '@lethe/contracts/state-words';
import type { Attempt } from '../../api/deletions.js';
import type { Deletion } from '../../api/regulations.js';
import { STATE_TONES } from '../../ui/tone.js';
import { factsOfAttempts } from './attempt-facts.js';
import type { Fact } from './fact.js';
import { recordOf } from './record-of.js';
import { TEXTS } from './texts.js';
import { factsOfVerification } from './verification-facts.js';

const { deletionFacts: texts } = TEXTS;

const OPEN = new Set<Deletion['status']>(['pending', 'running', 'failed']);
/** Entries of a history that no worker made. With them, a new job begins. */
const BEGINS_JOB = new Set<Attempt['outcome']>(['retried', 'found']);

export function isOpen({ status }: Pick<Deletion, 'status'>): boolean {
  return OPEN.has(status);
}

/** Returns true if a deletion is open or failed permanently. */
export function isUndone(deletion: Pick<Deletion, 'status'>): boolean {
  return isOpen(deletion) || deletion.status === 'aborted';
}

/**
 * Returns true if the destination has accepted the deletion, but not confirmed it. It is then too
 * late for a cancel.
 */
export function isHandedOver(deletion: Deletion): boolean {
  const isWaiting = isOpen(deletion) && deletion.status !== 'running';
  return isWaiting && sinceRetry(deletion).some(({ outcome }) => outcome === 'accepted');
}

/** Returns the attempts, the current state and the next steps of a deletion. */
export function factsOfDeletion(deletion: Deletion): Fact[] {
  const { destinationId, startedAt } = deletion;
  const begun = { key: 'begun', title: texts.started, tone: 'info' } as const;
  const facts = [
    ...(startedAt === undefined ? [] : [{ ...begun, at: startedAt }]),
    ...attemptsOf(deletion),
    ...(isOpen(deletion) ? factsOfState(deletion) : []),
    ...factsOfVerification(deletion),
    ...deadlineOf(deletion),
  ];
  return facts.map((fact) => ({ ...fact, destinationId, key: `${destinationId} ${fact.key}` }));
}

/**
 * Returns the attempts and the end of a deletion. If the last attempt ended the deletion, one fact
 * reports both the attempt and the end.
 */
function attemptsOf(deletion: Deletion): Fact[] {
  const { status, history = [], finishedAt, reason, exception } = deletion;
  const excepted = exception && texts.excepted(exception.reason, exception.basis);
  const unkept = failuresNotKept(deletion);
  const before: Fact[] =
    unkept === 0
      ? []
      : [
          {
            ...{ key: 'failed', tone: 'warning' },
            title: texts.failedBefore(unkept),
            detail: texts.notStored,
          },
        ];
  const attempts = [...before, ...factsOfAttempts(history)];
  if (isOpen(deletion)) return attempts;
  const [title, tone] = [DELETION_STATE_WORDS[status].words, STATE_TONES[status]];
  const last = history.at(-1)?.outcome === status ? attempts.pop() : undefined;
  return [
    ...attempts,
    {
      ...(finishedAt !== undefined && { at: finishedAt }),
      ...last,
      ...{ key: 'end', title, tone, detail: excepted ?? reason ?? recordOf(deletion) },
    },
  ];
}

function factsOfState(deletion: Deletion): Fact[] {
  const { status, attempts, history = [], reason, nextAttemptAt, held } = deletion;
  const facts: Fact[] = [];
  if (status === 'running') {
    facts.push({
      ...{ key: 'running', title: DELETION_STATE_WORDS.running.words, tone: 'info' },
      detail: texts.running,
    });
  }
  if (held === true) {
    facts.push({
      ...{ key: 'held', title: CONDITION_WORDS.held.words, tone: 'warning', isAhead: true },
      detail: CONDITION_WORDS.held.meaning,
    });
  } else if (nextAttemptAt !== undefined && status !== 'running') {
    const isFirst = attempts === 0 && history.length === 0;
    facts.push({
      ...{ key: 'next', at: nextAttemptAt, tone: 'neutral', isAhead: true },
      title: isFirst ? texts.earliestStart : texts.nextAttempt,
      detail: isFirst ? reason : undefined,
    });
  }
  return facts;
}

/** Returns the deadline, even after a permanent failure, because a retry has the same deadline. */
function deadlineOf(deletion: Deletion): Fact[] {
  const { dueAt, overdue } = deletion;
  if (dueAt === undefined || !isUndone(deletion)) return [];
  return [
    {
      ...{ key: 'due', at: dueAt, isAhead: !overdue, isDated: true },
      ...(overdue
        ? { title: texts.since(CONDITION_WORDS.overdue.words), tone: 'danger' }
        : { title: texts.deadline, tone: 'neutral' }),
    },
  ];
}

/**
 * Counts failures that are missing in the history, because they happened before Lethe stored
 * histories. Returns 0 if the history has a gap, because `factsOfAttempts` reports the gap.
 */
function failuresNotKept(deletion: Deletion): number {
  const kept = sinceRetry(deletion);
  if (kept.some(({ omittedBefore }) => omittedBefore !== undefined)) return 0;
  const failures = kept.filter(({ outcome }) => outcome === 'failed' || outcome === 'aborted');
  return Math.max(0, deletion.attempts - failures.length);
}

/** Returns the attempts of the current job, which the last retry or verification created. */
function sinceRetry({ history = [] }: Deletion): readonly Attempt[] {
  return history.slice(history.findLastIndex(({ outcome }) => BEGINS_JOB.has(outcome)) + 1);
}
