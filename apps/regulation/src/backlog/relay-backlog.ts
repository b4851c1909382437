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

const WAITING = `
  from ${SCHEMA}.suppressions
 where change_seq is null or change_seq > coalesce(
   (select position from ${SCHEMA}.relay_positions where name = '${SUPPRESSIONS_POSITION}'), 0)`;

const BACKLOG = `
  select (select count(*)::int from (
           select 1 from ${SCHEMA}.outbox limit ${MOST_COUNTED}) as counted) as outbox_rows,
         coalesce((select extract(epoch from clock_timestamp() - occurred_at::timestamptz)::float8
            from ${SCHEMA}.outbox order by id limit 1), 0) as outbox_oldest_age_seconds,
         waiting.count as suppressions_unpublished,
         coalesce(waiting.age, 0) as suppressions_unpublished_oldest_age_seconds,
         (select id::text from ${SCHEMA}.generation) as generation
    from (select count(*)::int as count,
                 extract(epoch from clock_timestamp() - min(changed_at))::float8 as age
            from (select changed_at ${WAITING} limit ${MOST_COUNTED}) as counted) as waiting`;
