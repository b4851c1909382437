import type { TopicExtent } from '@lethe/messaging';
import { assertHere } from '../../database/this-database.js';
import type { RunQuery } from '@lethe/database';
import { SCHEMA, DATABASE_IDENTITY } from '../../database/schema-name.js';

/** Name of the row: one stream is published from a position on, the suppressions. */
export const SUPPRESSIONS_POSITION = 'suppressions';

/** How far the changes have been published, and where. */
export interface RelayPosition {
  /** Counts how often everything was to be published again: a position counts in its own epoch only. */
  readonly epoch: string;
  /** Number of the last change that was published. */
  readonly position: string;
  /** Everything has been published in this epoch, and the record of the relay says so. */
  readonly isComplete: boolean;
  /** The topic that was published to; undefined while nobody knows which one. */
  readonly place: TopicExtent | undefined;
  /** Identity of the database that the position was read from. */
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
  return { epoch, position, isComplete, place: placeOf(row), database };
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

/** How far a session has published. */
interface Move {
  /** Identity of the database on which the session holds its lock. */
  readonly database: string;
  readonly epoch: string;
  readonly position: string;
  /** By partition: the lowest offset at which the topic can end. */
  readonly ends: readonly number[];
}

/**
 * Notes how far was published.
 *
 * @returns false, and nothing moved, when a new epoch has begun meanwhile
 * @throws AnotherDatabaseError, and nothing moved
 */
export async function movePosition(
  query: RunQuery,
  { database, epoch, position, ends }: Move,
): Promise<boolean> {
  // greatest(): a relay that was frozen and comes back may not move the position backwards.
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

/** Stands for the cluster's id where records go to a broker inside of the process. */
export const IN_PROCESS = 'in-process';

/**
 * Notes that records go to a broker inside of the process now. That broker keeps no log, and its
 * readers start and end with it, so nothing has to be published again there. A Kafka topic that is
 * used afterwards lacks the records of the meantime.
 */
export async function markPublishedInProcess(query: RunQuery): Promise<void> {
  await query(
    `update ${SCHEMA}.relay_positions
        set cluster_id = '${IN_PROCESS}', topic_id = null, start_offsets = null, end_offsets = null
      where name = '${SUPPRESSIONS_POSITION}' and cluster_id is distinct from '${IN_PROCESS}'`,
  );
}
