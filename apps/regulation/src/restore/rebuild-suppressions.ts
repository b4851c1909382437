import type { EntityManager } from 'typeorm';
import { SCHEMA } from '../database/schema-name.js';
import { insertRegulations } from '../regulations/create/insert-regulations.js';
import { newRegulations } from '../record/new-regulations.js';
import type { RegulationEvents } from '../record/regulation-events.js';
import { ALL_SOURCES } from '../suppressions/all-sources.js';
import { chunkByKey } from './chunk-by-key.js';
import { REBUILT_BY, REBUILT_REASON } from './rebuilt-regulation.js';

export interface SuppressedUser {
  readonly workspaceId: string;
  readonly userId: string;
  /** `*` alone means all sources. */
  readonly sources: string[];
}

const MICROS = (time: string): string => `(extract(epoch from ${time}) * 1000000)::bigint`;

/** SQL: at the time of the published state, no regulation in the database covered the source. */
const UNEXPLAINED = `
  not exists (
    select from ${SCHEMA}.regulations r
     where r.workspace_id = published.workspace_id and r.user_id = published.user_id
       and r.regulation_type <> 'delete'
       and (r.source_ids is null and source = '${ALL_SOURCES}' or source = any(r.source_ids))
       and ${MICROS('r.created_at')} <= published.micros
       and (r.canceled_at is null or ${MICROS('r.canceled_at')} > published.micros)
  )`;

/** Number of sources that always fit in a record. */
const SURELY_FIT = 7_000;
/**
 * SQL: "all sources" was published only because the sources of the user did not fit in a record.
 * The database still has suppressions at these sources.
 */
const IS_KNOWN_OVERSIZED = `published.is_oversized and (
  select count(*) > ${SURELY_FIT} and max(${MICROS('k.changed_at')}) >= published.micros
    from ${SCHEMA}.suppressions k
   where k.workspace_id = published.workspace_id and k.user_id = published.user_id)`;

/**
 * Creates a regulation for each user that is suppressed on the topic but not in the database. In
 * the database, the row is missing, or is inactive and older than the published state, or became
 * active later through another suppression. No row is removed. The topic has only suppression keys,
 * so each key becomes the userId. This is safe because the regulations delete nothing.
 */
export async function rebuildSuppressions(
  manager: EntityManager,
  events: RegulationEvents,
): Promise<SuppressedUser[]> {
  const lost = await manager.query<SuppressedUser[]>(
    `select published.workspace_id as "workspaceId", published.user_id as "userId",
            array_agg(source order by source collate "C") as sources
       from published_states published cross join unnest(published.sources) as source
       left join ${SCHEMA}.suppressions s on s.workspace_id = published.workspace_id
        and s.user_id = published.user_id and s.source_id = source
      where s.source_id is null and not (source = '${ALL_SOURCES}' and ${IS_KNOWN_OVERSIZED})
         or s.active_count = 0 and ${MICROS('s.changed_at')} <= published.micros
         or ${MICROS('s.first_at')} > published.micros and ${UNEXPLAINED}
      group by published.workspace_id, published.user_id, source = '${ALL_SOURCES}'
      order by published.workspace_id, sources, published.user_id collate "C"`,
  );
  for (const run of chunkByKey(lost, (row) => JSON.stringify([row.workspaceId, row.sources]))) {
    const [first] = run;
    if (first === undefined) continue;
    const { workspaceId, sources } = first;
    const context = { workspaceId, actor: REBUILT_BY, requestId: '', deadline: 0 };
    const created = await newRegulations(context, {
      regulationType: 'suppress',
      users: run.map(({ userId }) => ({ userId })),
      reason: REBUILT_REASON,
      ...(sources.includes(ALL_SOURCES) ? {} : { sourceIds: sources }),
    });
    await insertRegulations(manager, created, { factsOf: (part) => events.created(part) });
  }
  return lost;
}

/**
 * Keeps suppressions that were lifted after the backup, because the reason for the lift is unknown.
 * Publishes these suppressions again, with a time after the lift.
 */
export function keepLiftedUsers(manager: EntityManager): Promise<SuppressedUser[]> {
  return manager.query<SuppressedUser[]>(
    `with lifted as (
       select s.workspace_id, s.user_id, s.source_id, published.micros
         from ${SCHEMA}.suppressions s join published_states published using (workspace_id, user_id)
        where s.active_count > 0 and s.source_id <> all(published.sources)
          and ${MICROS('s.changed_at')} < published.micros
        order by s.workspace_id collate "C", s.user_id collate "C", s.source_id collate "C"
          for update of s
     ), kept as (
       update ${SCHEMA}.suppressions s set change_seq = null, changed_at = greatest(
           clock_timestamp(), timestamptz 'epoch' + (lifted.micros + 1) * interval '1 microsecond')
         from lifted
        where s.workspace_id = lifted.workspace_id and s.user_id = lifted.user_id
          and s.source_id = lifted.source_id
     )
     select workspace_id as "workspaceId", user_id as "userId",
            array_agg(source_id order by source_id) as sources
       from lifted group by 1, 2 order by 1, 2`,
  );
}
