/**
 * The minimal program of benchmark (a). It uses only Fastify and pg, without authentication and
 * validation. For one user, it stores the same rows as the regulation service, with three inserts
 * in one transaction. Each connection prepares each statement once.
 *
 * usage: node fastify-server.mjs DATABASE_URL POOL_SIZE
 */
import Fastify from 'fastify';
import pg from 'pg';
import { WORKSPACE } from '../support/workspace.mjs';
import { rowsFor } from './rows.mjs';

const [databaseUrl, poolSize] = process.argv.slice(2);
const pool = new pg.Pool({ connectionString: databaseUrl, max: Number(poolSize) });
const server = Fastify();

/**
 * Returns a function that adds values to a statement. A connection prepares a named statement once.
 */
const statement = (name, text) => (values) => ({ name, text, values });
const insertRegulation = statement(
  'insert-regulation',
  `insert into regulation.regulations
     (id, workspace_id, request_id, regulation_type, user_id, attributes, created_at, created_by)
   values ($1, $2, $3, $4, $5, $6, $7, $8)`,
);
const countSuppression = statement(
  'count-suppression',
  `insert into regulation.suppressions as present
     (workspace_id, user_id, source_id, active_count, first_at, changed_at)
   values ($1, $2, '*', 1, $3, $3)
   on conflict (workspace_id, user_id, source_id)
   do update set active_count = present.active_count + 1`,
);
const appendToOutbox = statement(
  'append-to-outbox',
  `insert into regulation.outbox (topic, key, event_type, event_id, occurred_at, data)
   values ($1, $2, $3, $4, $5, $6)`,
);

server.post('/v2/regulations', async (request, reply) => {
  const { regulation, outbox } = rowsFor(/** @type {any} */ (request.body).users[0]);
  const { id, requestId, type, userId, attributes, at, actor } = regulation;
  const client = await pool.connect();
  try {
    await client.query('begin');
    await client.query(
      insertRegulation([id, WORKSPACE, requestId, type, userId, attributes, at, actor]),
    );
    await client.query(countSuppression([WORKSPACE, userId, at]));
    await client.query(appendToOutbox(Object.values(outbox)));
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw error;
  } finally {
    client.release();
  }
  reply.code(201);
  return 'Created';
});

process.once('SIGTERM', () => process.exit());
console.log(JSON.stringify(await server.listen({ host: '127.0.0.1', port: 0 })));
