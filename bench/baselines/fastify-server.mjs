/**
 * The bare program of (a): Fastify and pg and nothing else, no authentication, no validation. It
 * stores the rows that the regulation service stores for one user, as durably: three inserts in
 * one transaction, each statement prepared once for a connection.
 *
 * usage: node fastify-server.mjs DATABASE_URL PORT POOL_SIZE
 */
import Fastify from 'fastify';
import pg from 'pg';
import { WORKSPACE } from '../support/workspace.mjs';
import { rowsFor } from './rows.mjs';

const [databaseUrl, port, poolSize] = process.argv.slice(2);
const pool = new pg.Pool({ connectionString: databaseUrl, max: Number(poolSize) });
const server = Fastify();

const insertRegulation = (row) => ({
  name: 'insert-regulation',
  text: `insert into regulation.regulations
           (id, workspace_id, request_id, regulation_type, user_id, attributes, created_at, created_by)
         values ($1, $2, $3, $4, $5, $6, $7, $8)`,
  values: [
    row.id,
    WORKSPACE,
    row.requestId,
    row.type,
    row.userId,
    row.attributes,
    row.at,
    row.actor,
  ],
});

const countSuppression = (row) => ({
  name: 'count-suppression',
  text: `insert into regulation.suppressions as present
           (workspace_id, user_id, source_id, active_count, first_at, changed_at)
         values ($1, $2, '*', 1, $3, $3)
         on conflict (workspace_id, user_id, source_id)
         do update set active_count = present.active_count + 1`,
  values: [WORKSPACE, row.userId, row.at],
});

const appendToOutbox = (event) => ({
  name: 'append-to-outbox',
  text: `insert into regulation.outbox (topic, key, event_type, event_id, occurred_at, data)
         values ($1, $2, $3, $4, $5, $6)`,
  values: [event.topic, event.key, event.type, event.id, event.time, event.data],
});

server.post('/v2/regulations', async (request, reply) => {
  const { regulation, outbox } = rowsFor(request.body.users[0]);
  const client = await pool.connect();
  try {
    await client.query('begin');
    await client.query(insertRegulation(regulation));
    await client.query(countSuppression(regulation));
    await client.query(appendToOutbox(outbox));
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

process.once('SIGTERM', () => {
  void server
    .close()
    .then(() => pool.end())
    .then(() => process.exit(0));
});
await server.listen({ host: '127.0.0.1', port: Number(port) });
console.log('listening');
