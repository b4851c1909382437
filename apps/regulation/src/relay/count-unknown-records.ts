import { assertHere } from '../database/this-database.js';
import type { RunQuery } from '@lethe/database';
import { SCHEMA, DATABASE_IDENTITY } from '../database/schema-name.js';

/** Records of the topics, as JSON arrays of what the readers in `published-records.ts` return. */
export interface PublishedRecords {
  readonly states: string;
  readonly facts: string;
  readonly revocations: string;
}

/**
 * Counts records that the database does not know; a database that lost nothing knows all of them.
 *
 * @param database identity of the database on which the session holds its lock
 * @returns kind → number of unknown records; only kinds that have any
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

/** SQL condition: the user has a row at least as new as the published state. */
const IS_AS_NEW = `s.workspace_id = told."workspaceId" and s.user_id = told."userId"
            and (extract(epoch from s.changed_at) * 1000000)::bigint >= told.micros`;

/**
 * A state is known when its generation is ours and the user's rows are as new; see `state_id`. The
 * row with the state's number is looked up first, as it is as new unless it has changed since:
 * reading all rows of 12,000 users at 1,000 sources each (12 million) took longer than a statement
 * may, by number it takes 0.1 s.
 */
const UNKNOWN = `
  select (
    select count(*)::int from jsonb_to_recordset($1) as told (
        "workspaceId" text, "userId" text, generation uuid, number bigint, micros bigint)
     where not exists (
         select from ${SCHEMA}.generation where id = told.generation
         union all
         select from ${SCHEMA}.past_generations where id = told.generation
       ) or not exists (
         select from ${SCHEMA}.suppressions s where s.change_seq = told.number and ${IS_AS_NEW}
       ) and not exists (
         select from ${SCHEMA}.suppressions s where ${IS_AS_NEW}
       )
  ) as states, (
    select count(*)::int
      from jsonb_to_recordset($2) as told ("regulationId" uuid, fact text)
      left join ${SCHEMA}.regulations known on known.id = told."regulationId"
     where told.fact in ('created', 'canceled')
       and (known.id is null or told.fact = 'canceled' and not known.canceled)
  ) as facts, (
    select count(*)::int
      from jsonb_to_recordset($3) as told (hash text, reason text)
     where told.reason = 'revoked' and not exists (
       select from catalog.revocations known where known.hash = decode(told.hash, 'hex')
       union all -- it works again, which was not told yet
       select from ${SCHEMA}.told_revocations known where known.hash = decode(told.hash, 'hex'))
  ) as revocations, ${DATABASE_IDENTITY} = $4 as is_here`;
