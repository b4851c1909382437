import { CONDITION_WORDS, DELETION_STATE_WORDS } from '@lethe/contracts/state-words';
import type { Attempt } from '../../api/deletions.js';
import type { Deletion } from '../../api/regulations.js';
import { STATE_TONES } from '../../ui/tone.js';
import { factsOfAttempts } from './attempt-facts.js';
import type { Fact } from './fact.js';

const OPEN = new Set<Deletion['status']>(['pending', 'running', 'failed']);

export function isOpen({ status }: Pick<Deletion, 'status'>): boolean {
  return OPEN.has(status);
}

/** It is still to be done: it is open, or failed permanently. */
export function isUndone(deletion: Pick<Deletion, 'status'>): boolean {
  return isOpen(deletion) || deletion.status === 'aborted';
}

/** The destination has taken the order, and has not said yet that it is done: no cancel takes it back. */
export function isHandedOver(deletion: Deletion): boolean {
  const isWaiting = isOpen(deletion) && deletion.status !== 'running';
  return isWaiting && sinceRetry(deletion).some(({ outcome }) => outcome === 'accepted');
}

/** What is known of the deletion at one destination: each attempt, how it stands, and what is ahead. */
export function factsOfDeletion(deletion: Deletion): Fact[] {
  const { destinationId, startedAt } = deletion;
  const begun = { key: 'begun', title: 'Begun', tone: 'info' } as const;
  const facts = [
    ...(startedAt === undefined ? [] : [{ ...begun, at: startedAt }]),
    ...attemptsOf(deletion),
    ...(isOpen(deletion) ? standing(deletion) : []),
    ...deadlineOf(deletion),
  ];
  return facts.map((fact) => ({ ...fact, destinationId, key: `${destinationId} ${fact.key}` }));
}

/** With the end, which is the last attempt where there was one. */
function attemptsOf(deletion: Deletion): Fact[] {
  const { status, history = [], finishedAt, reason } = deletion;
  const unkept = failuresNotKept(deletion);
  const before: Fact[] =
    unkept === 0
      ? []
      : [
          {
            ...{ key: 'failed', tone: 'warning' },
            title: `Failed ${unkept === 1 ? 'once' : `${unkept} times`}`,
            detail: 'When and why is not known.',
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
      ...{ key: 'end', title, tone, detail: reason ?? recordOf(deletion) },
    },
  ];
}

function standing(deletion: Deletion): Fact[] {
  const { status, attempts, history = [], reason, nextAttemptAt, held } = deletion;
  const facts: Fact[] = [];
  if (status === 'running') {
    facts.push({
      ...{ key: 'running', title: DELETION_STATE_WORDS.running.words, tone: 'info' },
      detail: 'A worker has it in hand.',
    });
  }
  if (held === true) {
    facts.push({
      ...{ key: 'held', title: CONDITION_WORDS.held.words, tone: 'warning', isAhead: true },
      detail: 'Waits until an operator releases it.',
    });
  } else if (nextAttemptAt !== undefined && status !== 'running') {
    const isFirst = attempts === 0 && history.length === 0;
    facts.push({
      ...{ key: 'next', at: nextAttemptAt, tone: 'neutral', isAhead: true },
      title: isFirst ? 'May begin' : 'Next attempt',
      detail: isFirst ? reason : undefined,
    });
  }
  return facts;
}

/** Also of one that failed permanently: a retry of it has the same deadline. */
function deadlineOf(deletion: Deletion): Fact[] {
  const { dueAt, overdue } = deletion;
  if (dueAt === undefined || !isUndone(deletion)) return [];
  return [
    {
      ...{ key: 'due', at: dueAt, isAhead: !overdue },
      ...(overdue
        ? { title: `${CONDITION_WORDS.overdue.words} since`, tone: 'danger' }
        : { title: 'Has to be done', tone: 'neutral' }),
    },
  ];
}

/** Failures of which the history has nothing: of a time before it was kept, or where all histories together had no room. */
function failuresNotKept(deletion: Deletion): number {
  const kept = sinceRetry(deletion);
  if (kept.some(({ omittedBefore }) => omittedBefore !== undefined)) return 0;
  const failures = kept.filter(({ outcome }) => outcome === 'failed' || outcome === 'aborted');
  return Math.max(0, deletion.attempts - failures.length);
}

/** The attempts that the present job has counted: a retry begins anew. */
function sinceRetry({ history = [] }: Deletion): readonly Attempt[] {
  return history.slice(history.findLastIndex(({ outcome }) => outcome === 'retried') + 1);
}

/** How it was deleted, in a sentence. */
function recordOf({ record }: Pick<Deletion, 'record'>): string | undefined {
  if (record === undefined) return undefined;
  const counts = Object.entries(record.counts ?? {}).map(([what, count]) => `${what}: ${count}`);
  return [[record.method, ...counts].join(', '), ...(record.notes ?? [])].join('. ');
}
