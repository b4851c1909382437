import { assertHere } from '../database/this-database.js';
import type { RunQuery } from '@lethe/database';
import { SCHEMA, DATABASE_IDENTITY } from '../database/schema-name.js';

/**
 * Records of the topics. Each member is a JSON array with results of the readers in
 * `published-records.ts`.
 */
export interface PublishedRecords {
  readonly states: string;
  readonly facts: string;
  readonly revocations: string;
}

/**
 * Counts the records that the database lacks.
 *
 * @param database identity of the database on which the session holds its lock
 * @returns kind → number of unknown records; kinds without unknown records are left out
 * @throws AnotherDatabaseError
 */
export async function countUnknownRecords(
  query: RunQuery,
  database: string,
  { states, facts, revocations }: PublishedRecords,
): Promise<readonly (readonly [kind: string, count: number])[]> {
  const [row] = await query<Unknown & { is_here: boolean }>(UNKNOWN, [
    states,
    facts,
    revocations,
    database,
  ]);
  if (row === undefined) return [];
  assertHere(row);
  const kinds = ['states', 'facts', 'revocations'] as const;
  return kinds.map((kind) => [kind, row[kind]] as const).filter(([, count]) => count > 0);
}

interface Unknown {
  readonly states: number;
  readonly facts: number;
  readonly revocations: number;
}

/** SQL condition: `s` is a row of the user, and is at least as new as the published state. */
const IS_AS_NEW = `s.workspace_id = published."workspaceId" and s.user_id = published."userId"
            and (extract(epoch from s.changed_at) * 1000000)::bigint >= published.micros`;

/**
 * A state is known under two conditions: its generation belongs to this database, and the user has
 * a row that is at least as new. The generation, the number and the time of a state are in its
 * `state_id`, see `CHANGED_STATES`. The statement first reads the row with the number of the state.
 * If that row changed since, it has another number, and the statement reads all rows of the user.
 * Reading all rows of 12,000 users at 1,000 sources each (12 million) took longer than the
 * statement timeout. Reading by number takes 0.1 s.
 */
const UNKNOWN = `
  select (
    select count(*)::int from jsonb_to_recordset($1) as published (
        "workspaceId" text, "userId" text, generation uuid, number bigint, micros bigint)
     where not exists (
         select from ${SCHEMA}.generation where id = published.generation
         union all
         select from ${SCHEMA}.past_generations where id = published.generation
       ) or not exists (
         select from ${SCHEMA}.suppressions s where s.change_seq = published.number and ${IS_AS_NEW}
       ) and not exists (
         select from ${SCHEMA}.suppressions s where ${IS_AS_NEW}
       )
  ) as states, (
    select count(*)::int
      from jsonb_to_recordset($2) as published ("regulationId" uuid, fact text)
      left join ${SCHEMA}.regulations known on known.id = published."regulationId"
     where published.fact in ('created', 'canceled')
       and (known.id is null or published.fact = 'canceled' and not known.canceled)
  ) as facts, (
    select count(*)::int
      from jsonb_to_recordset($3) as published (hash text, reason text)
     where published.reason = 'revoked' and not exists (
       select from catalog.revocations known where known.hash = decode(published.hash, 'hex')
       union all -- it works again, which is not published yet
       select from ${SCHEMA}.told_revocations known where known.hash = decode(published.hash, 'hex'))
  ) as revocations, ${DATABASE_IDENTITY} = $4 as is_here`;
