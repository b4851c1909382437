import { PLANNED_EACH_TIME, type RunQuery } from '@lethe/database';
import { toCloudEventHeaders, type OutgoingRecord } from '@lethe/messaging';
import { OutboxFloor, type Snapshot } from './outbox-floor.js';
import { DATABASE_IDENTITY, SCHEMA } from '../../database/schema-name.js';
import { assertHere } from '../../database/this-database.js';
import { EVENT_SOURCE } from '../event-source.js';
import type { RelayBatch, RelayCursor, RelaySource } from '../session/relay-source.js';

interface OutboxRow {
  id: string;
  topic: string;
  key: string;
  event_type: string;
  event_id: string;
  occurred_at: string;
  data: string;
  traceparent: string | null;
}

/** Whether the statement ran on the database where the session began. */
interface Here {
  readonly is_here: boolean;
}

interface Session {
  readonly database: string;
  /**
   * Numbers of rows that were taken and not yet deleted. These are at most the rows of the present
   * round and the next round.
   */
  readonly inFlight: Set<string>;
  readonly floor: OutboxFloor;
}

/**
 * Takes facts from an outbox table in the sequence of their numbers.
 *
 * A fact gets its number before the commit, so a lower number can become visible later than a
 * higher number. This never happens to two facts with the same key, because they are written under
 * a lock that lasts until the commit. Every take starts at the lowest possible number and skips
 * only rows in flight. Only published rows are deleted. So no row is lost.
 */
export class OutboxSource implements RelaySource {
  readonly name = 'outbox';

  /**
   * @param query runs a statement
   * @param newFloor creates the floor of each session
   */
  constructor(
    private readonly query: RunQuery,
    private readonly newFloor = () => new OutboxFloor(),
  ) {}

  open(database: string): RelayCursor {
    const inFlight = new Set<string>();
    const floor = this.newFloor();
    return { take: (limit) => this.take(limit, { database, inFlight, floor }) };
  }

  private async take(
    limit: number,
    { database, inFlight, floor }: Session,
  ): Promise<RelayBatch | undefined> {
    const answer = await this.query<(OutboxRow | { id: null }) & Snapshot & Here>(
      `${PLANNED_EACH_TIME}
       select fact.*, pg_snapshot_xmin(snapshot)::text as oldest, pg_snapshot_xmax(snapshot)::text as next,
              (select ${DATABASE_IDENTITY} = $4) as is_here
         from (select pg_current_snapshot() as snapshot) as now
         left join lateral (
           select id, topic, key, event_type, event_id, occurred_at, data, traceparent from ${SCHEMA}.outbox
            where id > $3::bigint and id <> all($1::bigint[])
            order by id limit $2
         ) as fact on true
        order by id`,
      [[...inFlight], limit, floor.id, database],
    );
    const rows = answer.filter((row): row is OutboxRow & Snapshot & Here => row.id !== null);
    const [snapshot] = answer;
    assertHere(snapshot);
    if (snapshot !== undefined) floor.note(rows.at(-1)?.id, rows.length === limit, snapshot);
    if (rows.length === 0) return undefined;
    const ids = rows.map((row) => row.id);
    for (const id of ids) inFlight.add(id);
    return {
      records: rows.map((row) => this.toRecord(row)),
      isFull: rows.length === limit,
      published: async () => {
        const [removed] = await this.query<Here>(this.remove, [ids, database]);
        assertHere(removed);
        for (const id of ids) inFlight.delete(id);
      },
    };
  }

  /**
   * SQL: deletes published rows, but only on the database of the session. On another database, the
   * numbers can belong to other facts.
   */
  private get remove(): string {
    const isHere = `(select ${DATABASE_IDENTITY} = $2)`;
    return `with removed as (
        delete from ${SCHEMA}.outbox where id = any($1::bigint[]) and ${isHere}
      ) select ${isHere} as is_here`;
  }

  private toRecord(row: OutboxRow): OutgoingRecord {
    return {
      topic: row.topic,
      key: row.key,
      value: row.data,
      headers: toCloudEventHeaders({
        id: row.event_id,
        type: row.event_type,
        source: EVENT_SOURCE,
        time: row.occurred_at,
        ...(row.traceparent === null ? {} : { traceparent: row.traceparent }),
      }),
    };
  }
}
