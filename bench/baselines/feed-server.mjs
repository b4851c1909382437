/**
 * The minimal program of benchmark (g). It uses only Fastify and pg, in one process, without
 * authentication. A page is one keyset query on the regulation service's table, and it is
 * compressed as in the gateway.
 *
 * usage: node feed-server.mjs DATABASE_URL WORKSPACE
 */
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import Fastify from 'fastify';
import pg from 'pg';

const [databaseUrl, workspaceId] = process.argv.slice(2);
const pool = new pg.Pool({ connectionString: databaseUrl, max: 5 });
const server = Fastify();
const compress = promisify(gzip);

const pageAfter = (position, limit) => ({
  name: 'page',
  text: `select workspace_id, user_id, source_id, active_count, changed_at, change_seq
           from regulation.suppressions
          where workspace_id = $1 and change_seq > $2
          order by change_seq limit $3`,
  values: [workspaceId, position, limit],
});

server.get('/page', async (request, reply) => {
  const { pageSize, pageToken = '0' } = /** @type {any} */ (request.query);
  const { rows } = await pool.query(pageAfter(pageToken, pageSize));
  const items = rows.map((row) => ({
    workspaceId: row.workspace_id,
    userId: row.user_id,
    canceled: row.active_count === 0,
    createdAt: row.changed_at.toISOString(),
    sourceIds: row.source_id === '*' ? [] : [row.source_id],
  }));
  const body = JSON.stringify({ items, token: rows.at(-1)?.change_seq ?? pageToken });
  reply.header('content-type', 'application/json').header('content-encoding', 'gzip');
  return compress(body, { level: 1 });
});

process.once('SIGTERM', () => process.exit());
console.log(JSON.stringify(await server.listen({ host: '127.0.0.1', port: 0 })));
