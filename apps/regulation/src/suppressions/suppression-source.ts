import { EVENT_TYPES, TOPICS, topicName, type SuppressionState } from '@lethe/contracts';
import { toCloudEventHeaders, type OutgoingRecord } from '@lethe/messaging';
import type { RelayCursor, RelaySource, RunQuery } from '@lethe/outbox';
import { EVENT_SOURCE } from '../regulations/event-source.js';
import { SCHEMA } from '../database/schema-name.js';
import { movePosition, SUPPRESSIONS_POSITION } from '../relay/relay-position.js';
import { tellAgain, ToldAgainError } from '../relay/tell-again.js';
import { WrittenEnds } from '../relay/written-ends.js';
import { numberChanges } from './number-changes.js';
import { ALL_SOURCES } from './suppression.js';

/** A user's present state, and the change that brings it up. */
interface StateRow {
  workspace_id: string;
  user_id: string;
  active: string[];
  changed_at: Date;
  last_seq: string;
  state_id: string;
  epoch: string;
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
  private readonly topic: string;

  constructor(
    private readonly query: RunQuery,
    topicPrefix: string,
  ) {
    this.topic = topicName(topicPrefix, TOPICS.suppressions);
  }

  open(): RelayCursor {
    const ends = new WrittenEnds();
    /** Last change taken, perhaps not yet published, and its epoch; undefined: ask the database. */
    let taken: { readonly to: string; readonly epoch: string } | undefined;
    return {
      take: async (limit) => {
        await numberChanges(this.query, limit);
        const rows = await this.query<StateRow>(PRESENT_STATES, [
          taken?.to ?? null,
          limit,
          taken?.epoch ?? null,
        ]);
        const last = rows.at(-1);
        if (last === undefined) return undefined;
        const { last_seq: position, epoch } = last;
        if (epoch !== (taken?.epoch ?? epoch)) throw new ToldAgainError();
        taken = { to: position, epoch };
        return {
          records: rows.map((row) => this.toRecord(row)),
          published: async (written) => {
            if (!ends.note(written.get(this.topic))) await tellAgain(this.query, { epoch });
            const move = { epoch, position, ends: ends.byPartition };
            if (!(await movePosition(this.query, move))) throw new ToldAgainError();
          },
        };
      },
    };
  }

  async backlog(): Promise<number> {
    const [row] = await this.query<{ waiting: number }>(
      `select count(*)::int as waiting from (
         select 1 from ${SCHEMA}.suppressions
          where change_seq is null or change_seq > coalesce(
            (select position from ${SCHEMA}.relay_positions where name = '${SUPPRESSIONS_POSITION}'), 0)
          limit 100000
       ) as some`,
    );
    return row?.waiting ?? 0;
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
      topic: this.topic,
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
 *
 * Parameters: where the last take ended, limit, epoch of the last take; in another one by now, or
 * before the first, it is the stored position that counts.
 */
const PRESENT_STATES = `
  with change as (
    select workspace_id, user_id, change_seq from ${SCHEMA}.suppressions
     where change_seq > coalesce((
             select case when epoch = $3::bigint then $1::bigint else position end
               from ${SCHEMA}.relay_positions where name = '${SUPPRESSIONS_POSITION}'), 0)
     order by change_seq limit $2
  ), changed as (
    select workspace_id, user_id, max(change_seq) as last_seq from change group by 1, 2
  )
  select changed.workspace_id, changed.user_id, changed.last_seq,
         coalesce(array_agg(s.source_id order by s.source_id collate "C")
           filter (where s.active_count > 0), '{}') as active,
         max(s.changed_at) as changed_at,
         (select epoch from ${SCHEMA}.relay_positions where name = '${SUPPRESSIONS_POSITION}') as epoch,
         (select id from ${SCHEMA}.generation) || '.' || max(s.change_seq) || '.'
           || (extract(epoch from max(s.changed_at)) * 1000000)::bigint as state_id
    from changed
    join ${SCHEMA}.suppressions s using (workspace_id, user_id)
   group by 1, 2, 3
   order by changed.last_seq`;
