import { DELETION_STATES, FINAL_DELETION_STATES } from '@lethe/contracts';
import type { Statements } from '@lethe/database';
import { typeLabel } from '@lethe/destination-definitions';
import type { Metrics } from '@lethe/observability';
import { SCHEMA } from '../database/schema-name.js';
import { isOverdue, needsAttention } from '../record/undone.js';
import { SUPPRESSIONS_POSITION } from '../relay/position/relay-position.js';
import type { Chore } from '../repeat-chore.js';
import { RepeatedLook, type LookLimits } from './repeated-look.js';

const EVERY_MS = 5_000;
/** Above this a count is "many": counting millions each few seconds would help nobody. */
const MOST_COUNTED = 100_000;

interface Backlog {
  readonly outbox_rows: number;
  readonly outbox_age: number | null;
  readonly unpublished: number;
  readonly unpublished_age: number | null;
  readonly generation: string;
}

interface JobRow {
  readonly state: string;
  readonly jobs: number;
  readonly age: number | null;
  readonly overdue: number;
  readonly needing_attention: number;
}

interface TypeRow {
  readonly destination_type: string;
  readonly destinations: number;
}

/**
 * What only the database knows: how much waits, and for how long. Asked in the background by the instance that
 * leads, so that it costs the same however many instances and scrapes there are; the others show none of it.
 */
export function backlogMetrics(
  metrics: Metrics,
  {
    database,
    isLeading,
    limits,
  }: {
    readonly database: Pick<Statements, 'transaction'>;
    readonly isLeading: () => boolean;
    readonly limits?: LookLimits;
  },
): Chore {
  // Apart: that one of them takes too long is no reason to be blind for the other.
  const backlog = new RepeatedLook<Backlog>(database, BACKLOG, limits);
  const jobs = new RepeatedLook<JobRow>(database, JOBS, limits);
  const leftAlone = new RepeatedLook<TypeRow>(database, LEFT_ALONE, limits);
  /** The older look of the two. */
  const deletionsSeenAt = (): number | undefined => {
    if (jobs.seenAt === undefined || leftAlone.seenAt === undefined) return undefined;
    return Math.min(jobs.seenAt, leftAlone.seenAt);
  };
  const jobRows = () => inEachState(jobs.rows);
  const gauge = (name: string, help: string, read: () => number | undefined): void => {
    metrics.observe({ name, help: `${help} Shown by the instance that leads.` }, () => {
      const value = read();
      return value === undefined ? [] : [{ labels: {}, value }];
    });
  };
  const ofBacklog = (name: string, help: string, read: (found: Backlog) => number): void => {
    gauge(name, help, () => backlog.rows?.map(read)[0]);
  };
  const perState = (name: string, help: string, read: (row: JobRow) => number | null): void => {
    metrics.observe(
      { name, help: `${help} Shown by the instance that leads.`, labels: ['state'] },
      () =>
        (jobRows() ?? []).flatMap((row) => {
          const value = read(row);
          return value === null ? [] : [{ labels: { state: row.state }, value }];
        }),
    );
  };
  const many = `${String(MOST_COUNTED)} means so many or more.`;
  ofBacklog('outbox_rows', `Facts that are not published yet; ${many}`, (f) => f.outbox_rows);
  ofBacklog('outbox_oldest_age_seconds', 'Age of the oldest of them.', (f) => f.outbox_age ?? 0);
  ofBacklog(
    'suppressions_unpublished',
    `Changed suppressions that are not on the topic yet; ${many}`,
    (f) => f.unpublished,
  );
  ofBacklog(
    'suppressions_unpublished_oldest_age_seconds',
    'Age of the oldest of them.',
    (f) => f.unpublished_age ?? 0,
  );
  perState('deletion_jobs', 'Deletion jobs, by state.', (row) => row.jobs);
  perState(
    'deletion_jobs_oldest_age_seconds',
    'Age of the oldest open deletion job, by state.',
    (row) => row.age,
  );
  gauge(
    'deletion_jobs_overdue',
    'Deletion jobs past their deadline that are not done: open, on hold, or failed permanently and not retried.',
    () => jobs.rows?.reduce((sum, { overdue }) => sum + overdue, 0),
  );
  gauge(
    'deletion_jobs_needing_attention',
    'Deletion jobs that failed permanently (state aborted) and were not retried.',
    () => jobs.rows?.reduce((sum, row) => sum + row.needing_attention, 0),
  );
  metrics.observe(
    {
      name: 'deletion_destinations_left_alone',
      help: 'Destinations with open deletions that are left alone, as their last call failed or they asked for it, and that nobody has paused; none is absent. Shown by the instance that leads.',
      labels: ['destination_type'],
    },
    () =>
      [...destinationsByType(leftAlone.rows ?? [])].map(([destination_type, value]) => ({
        labels: { destination_type },
        value,
      })),
  );
  metrics.observe(
    {
      name: 'backlog_seen_timestamp_seconds',
      help: 'When what waits was last counted, as Unix time; of: outbox (with suppressions), deletions. Shown by the instance that leads.',
      labels: ['of'],
    },
    () =>
      Object.entries({ outbox: backlog.seenAt, deletions: deletionsSeenAt() }).flatMap(
        ([of, at]) => (at === undefined ? [] : [{ labels: { of }, value: at / 1_000 }]),
      ),
  );
  const finished = metrics.counter({
    name: 'deletion_jobs_finished_total',
    help: 'Deletion jobs that ended while this instance led, by state.',
    labels: ['state'],
    known: FINAL_DELETION_STATES.map((state) => ({ state })),
  });
  const generations = metrics.counter({
    name: 'database_generation_changes_total',
    help: 'Times that the database turned out to be another one: a restore.',
  });

  /** What the last look of this term found, also when looks failed since: what ended meanwhile is counted. */
  let before: readonly JobRow[] | undefined;
  /** Of the last database that this instance saw: a restore comes with an outage, and often with another leader. */
  let generation: string | undefined;
  const lookAtBacklog = async (): Promise<void> => {
    if (!(await backlog.look())) return;
    const now = backlog.rows?.[0]?.generation;
    if (generation !== undefined && generation !== now) generations.inc({});
    generation = now;
  };
  const lookAtJobs = async (): Promise<void> => {
    if (!(await jobs.look())) return;
    const now = jobRows() ?? [];
    const ended = new Map(before?.map((row) => [row.state, row.jobs]));
    for (const { state, jobs, age } of now) {
      const more = jobs - (ended.get(state) ?? jobs);
      if (age === null && more > 0) finished.inc({ state }, more);
    }
    before = now;
  };
  return {
    everyMs: EVERY_MS,
    failure: 'what waits could not be counted',
    round: async () => {
      if (!isLeading()) {
        for (const look of [backlog, jobs, leftAlone]) look.forget();
        before = undefined;
      }
      if (!metrics.isOn || !isLeading()) return;
      try {
        await lookAtBacklog();
      } finally {
        await lookAtJobs().finally(() => leftAlone.look());
      }
    },
  };
}

/** A state without jobs is shown with 0: an alert compares, and nothing can be compared with nothing. */
function inEachState(rows: readonly JobRow[] | undefined): JobRow[] | undefined {
  if (rows === undefined) return undefined;
  const seen = new Set(rows.map(({ state }) => state));
  const missing = DELETION_STATES.filter((state) => !seen.has(state));
  return [
    ...rows,
    ...missing.map((state) => ({ state, jobs: 0, age: null, overdue: 0, needing_attention: 0 })),
  ];
}

/** Types that are not defined here count together. */
function destinationsByType(rows: readonly TypeRow[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { destination_type, destinations } of rows) {
    const label = typeLabel(destination_type);
    counts.set(label, (counts.get(label) ?? 0) + destinations);
  }
  return counts;
}

const WAITING = `
  from ${SCHEMA}.suppressions
 where change_seq is null or change_seq > coalesce(
   (select position from ${SCHEMA}.relay_positions where name = '${SUPPRESSIONS_POSITION}'), 0)`;

const BACKLOG = `
  select (select count(*)::int from (
           select 1 from ${SCHEMA}.outbox limit ${MOST_COUNTED}) as counted) as outbox_rows,
         (select extract(epoch from clock_timestamp() - occurred_at::timestamptz)::float8
            from ${SCHEMA}.outbox order by id limit 1) as outbox_age,
         waiting.count as unpublished, waiting.age as unpublished_age,
         (select id::text from ${SCHEMA}.generation) as generation
    from (select count(*)::int as count,
                 extract(epoch from clock_timestamp() - min(changed_at))::float8 as age
            from (select changed_at ${WAITING} limit ${MOST_COUNTED}) as counted) as waiting`;

// Ended jobs are counted as they end; of open ones, and of those that need attention, an index is read.
const JOBS = `
  select state, count(*)::float8 as jobs,
         extract(epoch from clock_timestamp() - min(created_at))::float8 as age,
         count(*) filter (where ${isOverdue('j')})::float8 as overdue, 0::float8 as needing_attention
    from ${SCHEMA}.deletion_jobs j where state in ('pending', 'running', 'failed') group by state
  union all
  select ended.state, ended.jobs, null, coalesce(left_over.overdue, 0), coalesce(left_over.jobs, 0)
    from (select state, sum(jobs)::float8 as jobs from ${SCHEMA}.deletion_tallies group by state) ended
    left join (
      select 'aborted' as state, count(*)::float8 as jobs, count(*) filter (where ${isOverdue('j')})::float8 as overdue
        from ${SCHEMA}.deletion_jobs j where ${needsAttention('j')}) left_over using (state)`;

// One row for each destination that ever had a deletion. While a worker has one in hand it is tried, and still has failed before.
const LEFT_ALONE = `
  select destination_type, count(*)::float8 as destinations
    from ${SCHEMA}.deletion_lanes
   where paused_at is null and (delays > 0 or failures > 0) and (claim_id is not null or ready_at < 'infinity')
   group by destination_type`;
