import type { EntityManager } from 'typeorm';
import { SCHEMA } from '../database/schema-name.js';
import { insertRegulations } from '../regulations/create/insert-regulations.js';
import { newRegulations } from '../record/new-regulations.js';
import type { RegulationEvents } from '../record/regulation-events.js';
import { ALL_SOURCES } from '../suppressions/all-sources.js';
import { chunkByKey } from './chunk-by-key.js';
import { REBUILT_BY, REBUILT_REASON } from './rebuilt-regulation.js';

/** Where a user is suppressed. */
export interface SuppressedUser {
  readonly workspaceId: string;
  readonly userId: string;
  /** `*` alone: everywhere. */
  readonly sources: string[];
}

const MICROS = (time: string): string => `(extract(epoch from ${time}) * 1000000)::bigint`;

/**
 * SQL condition: at the time of the published state, no regulation in the database covered the
 * source.
 */
const UNEXPLAINED = `
  not exists (
    select from ${SCHEMA}.regulations r
     where r.workspace_id = told.workspace_id and r.user_id = told.user_id
       and r.regulation_type <> 'delete'
       and (r.source_ids is null and source = '${ALL_SOURCES}' or source = any(r.source_ids))
       and ${MICROS('r.created_at')} <= told.micros
       and (r.canceled_at is null or ${MICROS('r.canceled_at')} > told.micros)
  )`;

/** At most this many sources surely fit in a record, however long their ids. */
const SURELY_FIT = 7_000;
/**
 * SQL condition: the published "everywhere" stood for more sources than fit in a record, and the
 * database knows the user.
 */
const IS_KNOWN_OVERSIZED = `told.is_oversized and (
  select count(*) > ${SURELY_FIT} and max(${MICROS('k.changed_at')}) >= told.micros
    from ${SCHEMA}.suppressions k
   where k.workspace_id = told.workspace_id and k.user_id = told.user_id)`;

/**
 * Makes a regulation for every user who is suppressed on the topic but not in the database: the row
 * is missing, or inactive and older than the published state, or became active later, because the
 * user was suppressed again since. Rows are never removed. The topic has suppression keys only, so that is the userId
 * of these regulations, which delete nothing.
 */
export async function rebuildSuppressions(
  manager: EntityManager,
  events: RegulationEvents,
): Promise<SuppressedUser[]> {
  const lost = await manager.query<SuppressedUser[]>(
    `select told.workspace_id as "workspaceId", told.user_id as "userId",
            array_agg(source order by source collate "C") as sources
       from told_states told cross join unnest(told.sources) as source
       left join ${SCHEMA}.suppressions s on s.workspace_id = told.workspace_id
        and s.user_id = told.user_id and s.source_id = source
      where s.source_id is null and not (source = '${ALL_SOURCES}' and ${IS_KNOWN_OVERSIZED})
         or s.active_count = 0 and ${MICROS('s.changed_at')} <= told.micros
         or ${MICROS('s.first_at')} > told.micros and ${UNEXPLAINED}
      group by told.workspace_id, told.user_id, source = '${ALL_SOURCES}'
      order by told.workspace_id, sources, told.user_id collate "C"`,
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
 * The users whose suppression was lifted in the lost days: the database does not know why, so they
 * stay suppressed, and that is published again, with a time after that of the lifting.
 */
export function keepLiftedUsers(manager: EntityManager): Promise<SuppressedUser[]> {
  return manager.query<SuppressedUser[]>(
    `with lifted as (
       select s.workspace_id, s.user_id, s.source_id, told.micros
         from ${SCHEMA}.suppressions s join told_states told using (workspace_id, user_id)
        where s.active_count > 0 and s.source_id <> all(told.sources)
          and ${MICROS('s.changed_at')} < told.micros
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
