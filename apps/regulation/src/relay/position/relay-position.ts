import type { TopicExtent } from '@lethe/messaging';
import { assertHere } from '../../database/this-database.js';
import type { RunQuery } from '@lethe/database';
import { SCHEMA, DATABASE_IDENTITY } from '../../database/schema-name.js';

/**
 * Name of the only row in `relay_positions`. Only suppressions are published from a stored
 * position.
 */
export const SUPPRESSIONS_POSITION = 'suppressions';

export interface RelayPosition {
  /**
   * Number of the epoch. Each republication of all suppressions begins a new epoch. A position is
   * valid only in its own epoch.
   */
  readonly epoch: string;
  /** Number of the last published change. */
  readonly position: string;
  /** Whether all changes have been published in this epoch, and the relay record says so. */
  readonly isComplete: boolean;
  /** The topic of the published records; undefined if it is unknown. */
  readonly topic: TopicExtent | undefined;
  /** Identity of the database of this position. */
  readonly database: string;
}

interface PositionRow {
  readonly epoch: string;
  readonly position: string;
  readonly is_told: boolean;
  readonly cluster_id: string | null;
  readonly topic_id: string | null;
  readonly start_offsets: string[] | null;
  readonly end_offsets: string[] | null;
  readonly database: string;
}

export async function readPosition(query: RunQuery): Promise<RelayPosition> {
  const [row] = await query<PositionRow>(
    `select epoch, position, is_told, cluster_id, topic_id, start_offsets, end_offsets,
            ${DATABASE_IDENTITY} as database
       from ${SCHEMA}.relay_positions where name = '${SUPPRESSIONS_POSITION}'`,
  );
  if (row === undefined) {
    await query(
      `insert into ${SCHEMA}.relay_positions (name, position) values ('${SUPPRESSIONS_POSITION}', 0)
       on conflict do nothing`,
    );
    return readPosition(query);
  }
  const { epoch, position, is_told: isComplete, database } = row;
  return { epoch, position, isComplete, topic: placeOf(row), database };
}

function placeOf(row: PositionRow): TopicExtent | undefined {
  if (row.cluster_id === null) return undefined;
  return {
    clusterId: row.cluster_id,
    topicId: row.topic_id ?? undefined,
    starts: (row.start_offsets ?? []).map(Number),
    ends: (row.end_offsets ?? []).map(Number),
  };
}

interface Move {
  /** Identity of the database on which the session holds its lock. */
  readonly database: string;
  readonly epoch: string;
  readonly position: string;
  /** The lowest offset at which each partition can end. */
  readonly ends: readonly number[];
}

/**
 * Stores the position.
 *
 * @returns false if a new epoch has begun; nothing is stored in this case
 * @throws AnotherDatabaseError; nothing is stored in this case
 */
export async function movePosition(
  query: RunQuery,
  { database, epoch, position, ends }: Move,
): Promise<boolean> {
  // `greatest()` keeps a relay that was frozen from moving the position backwards.
  const [answer] = await query<{ moved: boolean; is_here: boolean }>(
    `with moved as (
       update ${SCHEMA}.relay_positions set
         position = greatest(position, $2),
         end_offsets = (
           select array_agg(greatest(known, written) order by partition)
             from unnest(end_offsets, $3::bigint[]) with ordinality as at (known, written, partition)
         )
        where name = '${SUPPRESSIONS_POSITION}' and epoch = $1 and (select ${DATABASE_IDENTITY} = $4)
       returning 1
     ) select exists (select from moved) as moved, ${DATABASE_IDENTITY} = $4 as is_here`,
    [epoch, position, ends, database],
  );
  assertHere(answer);
  return answer?.moved ?? false;
}

/** Placeholder for the id of the cluster if records go to a broker inside the process. */
export const IN_PROCESS = 'in-process';

/**
 * Stores that records now go to a broker inside the process. This broker keeps no log, and its
 * readers start and end with the broker, so it needs no republication. A Kafka topic that is used
 * later lacks the records from this time.
 */
export async function markPublishedInProcess(query: RunQuery): Promise<void> {
  await query(
    `update ${SCHEMA}.relay_positions
        set cluster_id = '${IN_PROCESS}', topic_id = null, start_offsets = null, end_offsets = null
      where name = '${SUPPRESSIONS_POSITION}' and cluster_id is distinct from '${IN_PROCESS}'`,
  );
}
