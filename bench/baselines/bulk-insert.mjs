import { WORKSPACE } from '../support/workspace.mjs';

const INSERT_REGULATIONS = `
  insert into regulation.regulations
    (id, workspace_id, request_id, regulation_type, user_id, attributes, created_at, created_by)
  select id, $7, request_id, $8, user_id, attributes, created_at, $6
    from unnest($1::uuid[], $2::uuid[], $3::text[], $4::jsonb[], $5::timestamptz[])
      as row (id, request_id, user_id, attributes, created_at)`;

const COUNT_SUPPRESSIONS = `
  insert into regulation.suppressions as present
    (workspace_id, user_id, source_id, active_count, first_at, changed_at)
  select $3, user_id, '*', 1, at, at from unnest($1::text[], $2::timestamptz[]) as row (user_id, at)
  on conflict (workspace_id, user_id, source_id)
  do update set active_count = present.active_count + 1`;

const APPEND_TO_OUTBOX = `
  insert into regulation.outbox (topic, key, event_type, event_id, occurred_at, data)
  select * from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[])`;

/**
 * Prepares a raw bulk insert of the rows.
 *
 * @returns for each kind of row, a statement and its parameters
 */
export function prepareBulkInsert(rows) {
  const column = (kind, name) => rows.map((row) => row[kind][name]);
  const [id, requestId, userId, attributes, at] = [
    'id',
    'requestId',
    'userId',
    'attributes',
    'at',
  ].map((name) => column('regulation', name));
  const { actor, type } = rows[0].regulation;
  const facts = ['topic', 'key', 'type', 'id', 'time', 'data'].map((name) =>
    column('outbox', name),
  );
  return {
    regulations: [
      INSERT_REGULATIONS,
      [id, requestId, userId, attributes, at, actor, WORKSPACE, type],
    ],
    suppressions: [COUNT_SUPPRESSIONS, [userId, at, WORKSPACE]],
    facts: [APPEND_TO_OUTBOX, facts],
  };
}

/** Inserts with one statement for each table, in one transaction. @returns milliseconds it took */
export async function bulkInsert(client, statements) {
  const startedAt = performance.now();
  await client.query('begin');
  for (const [sql, parameters] of Object.values(statements)) await client.query(sql, parameters);
  await client.query('commit');
  return performance.now() - startedAt;
}
