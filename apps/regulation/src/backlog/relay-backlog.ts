import type { Metrics } from '@lethe/observability';
import { SCHEMA } from '../database/schema-name.js';
import { SUPPRESSIONS_POSITION } from '../relay/position/relay-position.js';
import type { BacklogPoll } from './repeated-poll.js';

/** Maximum value of a count. An exact count of millions of rows would be slow and has no use. */
const MOST_COUNTED = 100_000;
const MANY = `${String(MOST_COUNTED)} means that many or more.`;

export function relayBacklog(metrics: Metrics): BacklogPoll {
  const generations = metrics.counter(
    'database_generation_changes_total',
    'How often the database was replaced by another one, as in a restore.',
  );
  /**
   * Generation of the database at the last poll. The value stays when this instance stops leading,
   * because a restore often changes the leader.
   */
  let generation: unknown;
  return {
    of: 'outbox',
    sql: BACKLOG,
    gauges: {
      outbox_rows: { help: `Facts that are not published yet; ${MANY}` },
      outbox_oldest_age_seconds: { help: 'Age of the oldest unpublished fact.' },
      suppressions_unpublished: {
        help: `Changed suppressions that are not on the topic yet; ${MANY}`,
      },
      suppressions_unpublished_oldest_age_seconds: {
        help: 'Age of the oldest changed suppression that is not on the topic yet.',
      },
    },
    onFound: ([row]) => {
      if (generation !== undefined && generation !== row?.generation) generations.inc({});
      generation = row?.generation;
    },
  };
}

const SUPPRESSIONS = `${SCHEMA}.suppressions`;
const UNNUMBERED = `${SUPPRESSIONS} where change_seq is null`;
const UNPUBLISHED = `${SUPPRESSIONS} where change_seq > coalesce(
   (select position from ${SCHEMA}.relay_positions where name = '${SUPPRESSIONS_POSITION}'), 0)
   order by change_seq`;

/**
 * SQL: reads the changes without a number, and those after the position, by their own indexes. With
 * one condition for both, PostgreSQL reads the whole table, 14,000 blocks with 1,000,000 users. The
 * sequence of the numbers is that of the changes, so the first change after the position is the
 * oldest.
 */
const BACKLOG = `
  select (select count(*)::int from (
           select 1 from ${SCHEMA}.outbox limit ${MOST_COUNTED}) as counted) as outbox_rows,
         coalesce((select extract(epoch from clock_timestamp() - occurred_at::timestamptz)::float8
            from ${SCHEMA}.outbox order by id limit 1), 0) as outbox_oldest_age_seconds,
         (select count(*)::int from (
           (select 1 from ${UNNUMBERED} limit ${MOST_COUNTED}) union all
           (select 1 from ${UNPUBLISHED} limit ${MOST_COUNTED}) limit ${MOST_COUNTED}
         ) as counted) as suppressions_unpublished,
         coalesce((select extract(epoch from clock_timestamp() - min(changed_at))::float8 from (
           (select changed_at from ${UNNUMBERED} limit ${MOST_COUNTED}) union all
           (select changed_at from ${UNPUBLISHED} limit 1)
         ) as oldest), 0) as suppressions_unpublished_oldest_age_seconds,
         (select id::text from ${SCHEMA}.generation) as generation`;
