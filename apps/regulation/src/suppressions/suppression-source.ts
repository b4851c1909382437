import { EVENT_TYPES, TOPICS, topicName, type SuppressionState } from '@lethe/contracts';
import { toCloudEventHeaders, type OutgoingRecord } from '@lethe/messaging';
import type { RelayCursor, RelaySource, RunQuery } from '@lethe/outbox';
import { EVENT_SOURCE } from '../regulations/event-source.js';
import { SCHEMA } from '../database/schema-name.js';
import { numberChanges } from './number-changes.js';
import { ALL_SOURCES } from './suppression.js';

const POSITION = 'suppressions';

/** A user's present state, and the change that brings it up. */
interface StateRow {
  workspace_id: string;
  user_id: string;
  active: string[];
  changed_at: Date;
  last_seq: string;
  state_id: string;
}

/**
 * Offers the present state of every user that changed, in the order of the changes.
 *
 * What is read is the state as it is now, not as it was at the change: changes coalesce, and what
 * is published later is never older. The position moves only after the broker has the records, so
 * a crash repeats and never skips.
 */
export class SuppressionSource implements RelaySource {
  readonly name = 'suppressions';

  constructor(
    private readonly query: RunQuery,
    private readonly topicPrefix: string,
  ) {}

  open(): RelayCursor {
    /** Last change taken, perhaps not yet published; null: ask the database. */
    let takenTo: string | null = null;
    return {
      take: async (limit) => {
        await numberChanges(this.query, limit);
        const rows = await this.query<StateRow>(PRESENT_STATES, [takenTo, limit]);
        const last = rows.at(-1)?.last_seq;
        if (last === undefined) return undefined;
        takenTo = last;
        return {
          records: rows.map((row) => this.toRecord(row)),
          published: () => this.moveTo(last),
        };
      },
    };
  }

  async backlog(): Promise<number> {
    const [row] = await this.query<{ waiting: number }>(
      `select count(*)::int as waiting from (
         select 1 from ${SCHEMA}.suppressions
          where change_seq is null or change_seq > coalesce(
            (select position from ${SCHEMA}.relay_positions where name = '${POSITION}'), 0)
          limit 100000
       ) as some`,
    );
    return row?.waiting ?? 0;
  }

  private async moveTo(position: string): Promise<void> {
    // greatest(): a relay that was frozen and comes back may only confirm, never take back.
    await this.query(
      `insert into ${SCHEMA}.relay_positions as present (name, position) values ($1, $2)
       on conflict (name) do update set position = greatest(present.position, excluded.position)`,
      [POSITION, position],
    );
  }

  private toRecord(row: StateRow): OutgoingRecord {
    const tombstone = row.active.length === 0;
    const event = {
      id: row.state_id,
      type: EVENT_TYPES.suppressionChanged,
      source: EVENT_SOURCE,
      time: row.changed_at.toISOString(),
    };
    return {
      topic: topicName(this.topicPrefix, TOPICS.suppressions),
      key: `${row.workspace_id}:${row.user_id}`,
      value: tombstone ? null : JSON.stringify(toState(row)),
      headers: toCloudEventHeaders(event, { tombstone }),
    };
  }
}

function toState(row: StateRow): SuppressionState {
  return {
    workspaceId: row.workspace_id,
    userId: row.user_id,
    suppressed: {
      allSources: row.active.includes(ALL_SOURCES),
      sourceIds: row.active.filter((sourceId) => sourceId !== ALL_SOURCES),
    },
    changedAt: row.changed_at.toISOString(),
  };
}

/**
 * Changes after a position, in order; each user once, at the place of their last change among
 * these. `state_id` names the state itself (generation, last numbered change, time of the newest),
 * so a repeat of the same state has the same id.
 */
const PRESENT_STATES = `
  with change as (
    select workspace_id, user_id, change_seq from ${SCHEMA}.suppressions
     where change_seq > coalesce($1::bigint,
             (select position from ${SCHEMA}.relay_positions where name = '${POSITION}'), 0)
     order by change_seq limit $2
  ), changed as (
    select workspace_id, user_id, max(change_seq) as last_seq from change group by 1, 2
  )
  select changed.workspace_id, changed.user_id, changed.last_seq,
         coalesce(array_agg(s.source_id order by s.source_id collate "C")
           filter (where s.active_count > 0), '{}') as active,
         max(s.changed_at) as changed_at,
         (select id from ${SCHEMA}.generation) || '.' || max(s.change_seq) || '.'
           || (extract(epoch from max(s.changed_at)) * 1000000)::bigint as state_id
    from changed
    join ${SCHEMA}.suppressions s using (workspace_id, user_id)
   group by 1, 2, 3
   order by changed.last_seq`;
