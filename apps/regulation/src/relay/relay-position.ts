import type { TopicExtent } from '@lethe/messaging';
import { assertHere, type RunQuery } from '@lethe/outbox';
import { SCHEMA, THIS_DATABASE } from '../database/schema-name.js';

/** Name of the row: there is one stream that is told from a position on, the suppressions. */
export const SUPPRESSIONS_POSITION = 'suppressions';

/** How far the changes have been told, and where. */
export interface RelayPosition {
  /** Counts how often everything was to be told again: a position counts in its own epoch only. */
  readonly epoch: string;
  /** Number of the last change that was told. */
  readonly position: string;
  /** Everything has been told in this epoch, and the relay's record says so. */
  readonly isTold: boolean;
  /** Undefined while nobody knows where. */
  readonly place: TopicExtent | undefined;
  /** Where it was read; see `thisDatabase`. */
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
            ${THIS_DATABASE} as database
       from ${SCHEMA}.relay_positions where name = '${SUPPRESSIONS_POSITION}'`,
  );
  if (row === undefined) {
    await query(
      `insert into ${SCHEMA}.relay_positions (name, position) values ('${SUPPRESSIONS_POSITION}', 0)
       on conflict do nothing`,
    );
    return readPosition(query);
  }
  const { epoch, position, is_told: isTold, database } = row;
  return { epoch, position, isTold, place: placeOf(row), database };
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

/** How far a session has told. */
interface Move {
  /** What the session holds its lock on. */
  readonly database: string;
  readonly epoch: string;
  readonly position: string;
  /** By partition: the topic goes at least so far. */
  readonly ends: readonly number[];
}

/**
 * Notes how far it was told.
 *
 * @returns false, and nothing moved, when everything is to be told again meanwhile
 * @throws AnotherDatabaseError, and nothing moved
 */
export async function movePosition(
  query: RunQuery,
  { database, epoch, position, ends }: Move,
): Promise<boolean> {
  // greatest(): a relay that was frozen and comes back may only confirm, never take back.
  const [answer] = await query<{ moved: boolean; is_here: boolean }>(
    `with moved as (
       update ${SCHEMA}.relay_positions set
         position = greatest(position, $2),
         end_offsets = (
           select array_agg(greatest(known, written) order by partition)
             from unnest(end_offsets, $3::bigint[]) with ordinality as at (known, written, partition)
         )
        where name = '${SUPPRESSIONS_POSITION}' and epoch = $1 and (select ${THIS_DATABASE} = $4)
       returning 1
     ) select exists (select from moved) as moved, ${THIS_DATABASE} = $4 as is_here`,
    [epoch, position, ends, database],
  );
  assertHere(answer);
  return answer?.moved ?? false;
}

/** The "cluster" of who publishes inside of a process. */
export const IN_PROCESS = 'in-process';

/**
 * Notes that it is told inside of a process now, where nothing is kept and nobody comes later: so
 * there is no need to tell anything again. But a topic that is told after this does not know all.
 */
export async function noteInProcess(query: RunQuery): Promise<void> {
  await query(
    `update ${SCHEMA}.relay_positions
        set cluster_id = '${IN_PROCESS}', topic_id = null, start_offsets = null, end_offsets = null
      where name = '${SUPPRESSIONS_POSITION}' and cluster_id is distinct from '${IN_PROCESS}'`,
  );
}
