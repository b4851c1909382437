import type { Schemas } from '../api/client.js';
import { countOf } from './count-of.js';
import type { Tone } from './tone.js';

type Regulation = Schemas['RegulationDetailDto'];
type Deletion = Schemas['DestinationDeletionDto'];

/** Something that happened to a regulation, or is going to. */
export interface Fact {
  readonly key: string;
  /** Absent where it is not known: the API counts failures, and does not keep when they were. */
  readonly at?: string;
  readonly title: string;
  readonly detail?: string | undefined;
  readonly tone: Tone;
  readonly isAhead: boolean;
  readonly destinationId?: string;
}

const OPEN = new Set<Deletion['status']>(['pending', 'running', 'failed']);
const ENDS = {
  complete: ['Deleted', 'success'],
  aborted: ['Given up', 'danger'],
  canceled: ['Canceled before it was deleted', 'neutral'],
} as const;

export function isOpen({ status }: Pick<Deletion, 'status'>): boolean {
  return OPEN.has(status);
}

export function isOverdue(deletion: Pick<Deletion, 'status' | 'dueAt'>, now: number): boolean {
  return isOpen(deletion) && deletion.dueAt !== undefined && Date.parse(deletion.dueAt) < now;
}

/** Everything that the API tells of a regulation: what happened in its order, then what is ahead. The line, the timeline and the history show the same. */
export function factsOf(regulation: Regulation, now: number): Fact[] {
  const { deletions = [] } = regulation;
  const facts = [
    ...orderOf(regulation),
    ...deletions.flatMap((one) => factsOfDeletion(one, now)),
    ...endOf(regulation),
  ];
  return [
    ...inOrder(facts.filter((one) => !one.isAhead)),
    ...inOrder(facts.filter((one) => one.isAhead)),
  ];
}

function orderOf({
  createdAt,
  createdBy,
  reason,
  regulationType,
  sourceIds,
  deletions,
}: Regulation): Fact[] {
  const at = { at: createdAt, isAhead: false };
  const facts: Fact[] = [
    {
      ...{ key: 'ordered', title: 'Ordered and stored', tone: 'info', ...at },
      detail: reason === undefined ? `By ${createdBy}.` : `By ${createdBy}: ${reason}`,
    },
  ];
  if (regulationType !== 'delete') {
    facts.push({
      ...{ key: 'suppressed', tone: 'info', ...at },
      title: `Suppressed at ${sourceIds === undefined ? 'all sources' : countOf(sourceIds.length, 'source')}`,
    });
  }
  if (deletions !== undefined && deletions.length > 0) {
    facts.push({
      ...{ key: 'asked', tone: 'info', ...at },
      title: `Deletion ordered at ${countOf(deletions.length, 'destination')}`,
    });
  }
  return facts;
}

function factsOfDeletion(deletion: Deletion, now: number): Fact[] {
  const {
    destinationId,
    status,
    attempts,
    reason,
    startedAt,
    finishedAt,
    nextAttemptAt,
    dueAt,
    held,
  } = deletion;
  const of = (what: string) => ({ key: `${destinationId} ${what}`, destinationId });
  const facts: Fact[] = [];
  if (startedAt !== undefined) {
    facts.push({ ...of('begun'), at: startedAt, title: 'Begun', tone: 'info', isAhead: false });
  }
  if (attempts > 0) {
    const title = `Failed ${attempts === 1 ? 'once' : `${attempts} times`}`;
    const why = isOpen(deletion) ? reason : undefined;
    facts.push({ ...of('failed'), title, detail: why, tone: 'warning', isAhead: false });
  }
  if (status === 'running') {
    const detail = 'A worker has it in hand.';
    facts.push({ ...of('running'), title: 'Running', detail, tone: 'info', isAhead: false });
  }
  if (status === 'complete' || status === 'aborted' || status === 'canceled') {
    const [title, tone] = ENDS[status];
    facts.push({
      ...{ ...of('end'), title, tone, isAhead: false, detail: reason ?? recordOf(deletion) },
      ...(finishedAt !== undefined && { at: finishedAt }),
    });
    return facts;
  }
  if (held === true) {
    const detail = 'Waits until an operator releases it.';
    facts.push({ ...of('held'), title: 'Held', detail, tone: 'warning', isAhead: true });
  } else if (nextAttemptAt !== undefined && status !== 'running') {
    facts.push({
      ...{ ...of('next'), at: nextAttemptAt, tone: 'neutral', isAhead: true },
      title: attempts === 0 ? 'May begin' : 'Next attempt',
      detail: attempts === 0 ? reason : undefined,
    });
  }
  if (dueAt !== undefined) {
    const late = isOverdue(deletion, now);
    facts.push({
      ...{ ...of('due'), at: dueAt, isAhead: !late },
      ...(late
        ? { title: 'Overdue since', tone: 'danger' }
        : { title: 'Has to be done', tone: 'neutral' }),
    });
  }
  return facts;
}

function endOf(regulation: Regulation): Fact[] {
  const { canceledAt, canceledBy, cancelReason, identifiersForgottenAt: forgottenAt } = regulation;
  const facts: Fact[] = [];
  if (canceledAt !== null) {
    const by = canceledBy === undefined ? undefined : `By ${canceledBy}`;
    facts.push({
      ...{ key: 'canceled', at: canceledAt, title: 'Canceled', tone: 'warning', isAhead: false },
      detail: [by, cancelReason].filter((part) => part !== undefined).join(': '),
    });
  }
  if (forgottenAt !== undefined) {
    facts.push({
      ...{
        key: 'forgotten',
        at: forgottenAt,
        title: 'Identifiers forgotten',
        tone: 'neutral',
        isAhead: false,
      },
      detail: 'All but the user id.',
    });
  }
  return facts;
}

/** How it was deleted, in a sentence. */
export function recordOf({ record }: Pick<Deletion, 'record'>): string | undefined {
  if (record === undefined) return undefined;
  const counts = Object.entries(record.counts ?? {}).map(([what, count]) => `${what}: ${count}`);
  return [[record.method, ...counts].join(', '), ...(record.notes ?? [])].join('. ');
}

/** What has no time of its own stays behind what it came after. */
function inOrder(facts: readonly Fact[]): Fact[] {
  let last = 0;
  const placed = facts.map((fact) => {
    if (fact.at !== undefined) last = Date.parse(fact.at);
    return { fact, place: last };
  });
  return placed.sort((a, b) => a.place - b.place).map(({ fact }) => fact);
}

/** A step of the one line that sums a regulation up. */
export interface Step {
  readonly label: string;
  readonly at?: string | undefined;
  readonly tone: Tone;
  readonly isAhead?: boolean;
}

export function stepsOf(regulation: Regulation, now: number): Step[] {
  const { createdAt, canceledAt, regulationType, deletions = [] } = regulation;
  const steps: Step[] = [{ label: 'Ordered', at: createdAt, tone: 'info' }];
  if (regulationType !== 'delete') {
    steps.push(
      canceledAt === null
        ? { label: 'Suppressed', at: createdAt, tone: 'success' }
        : { label: 'No longer suppressed', at: canceledAt, tone: 'neutral' },
    );
  }
  if (deletions.length > 0) steps.push(...stepsOfDeletions(deletions, now));
  if (canceledAt !== null) steps.push({ label: 'Canceled', at: canceledAt, tone: 'warning' });
  return steps;
}

function stepsOfDeletions(deletions: readonly Deletion[], now: number): Step[] {
  const open = deletions.filter(isOpen);
  const complete = deletions.filter(({ status }) => status === 'complete').length;
  const aborted = deletions.filter(({ status }) => status === 'aborted').length;
  const failing = open.filter(({ attempts }) => attempts > 0).length;
  const steps: Step[] = [
    {
      label: `Deleted at ${complete} of ${deletions.length}`,
      at: open.length === 0 ? latest(deletions.map(({ finishedAt }) => finishedAt)) : undefined,
      tone: complete === deletions.length ? 'success' : complete === 0 ? 'neutral' : 'info',
      isAhead: complete === 0,
    },
  ];
  if (aborted > 0) steps.push({ label: `Given up at ${aborted}`, tone: 'danger' });
  if (failing > 0) {
    const next = earliest(open.map((one) => one.nextAttemptAt));
    steps.push({ label: `Failing at ${failing}, next attempt`, at: next, tone: 'warning' });
  }
  const due = earliest(open.map(({ dueAt }) => dueAt));
  if (due !== undefined) {
    const late = Date.parse(due) < now;
    steps.push({
      label: late ? 'Overdue since' : 'Due',
      at: due,
      tone: late ? 'danger' : 'neutral',
      isAhead: !late,
    });
  }
  return steps;
}

function earliest(times: readonly (string | undefined)[]): string | undefined {
  return times.filter((time) => time !== undefined).sort()[0];
}

function latest(times: readonly (string | undefined)[]): string | undefined {
  return times
    .filter((time) => time !== undefined)
    .sort()
    .at(-1);
}
