import { assertHere, type RunQuery } from '@lethe/outbox';
import { SCHEMA, THIS_DATABASE } from '../database/schema-name.js';

/** Records of the topics, as JSON arrays of what `topic-contents.ts` reads. */
export interface ToldRecords {
  readonly states: string;
  readonly facts: string;
  readonly revocations: string;
}

/**
 * What a database that lost nothing would know of.
 *
 * @param database where the session began
 * @returns kind → how many, of those that there are any of
 * @throws AnotherDatabaseError
 */
export async function unknownToDatabase(
  query: RunQuery,
  database: string,
  { states, facts, revocations }: ToldRecords,
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

/** The user has a row as new as what was told. */
const IS_AS_NEW = `s.workspace_id = told."workspaceId" and s.user_id = told."userId"
            and (extract(epoch from s.changed_at) * 1000000)::bigint >= told.micros`;

/**
 * A state is known when its generation is ours and the user's rows are as new; see `state_id`. The row
 * of its number, if that has not changed, is mostly the one: 12,000 users at 1,000 sources each are 12
 * million rows, which took longer than a statement may, and are 0.1 s by their numbers.
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
  ) as revocations, ${THIS_DATABASE} = $4 as is_here`;
