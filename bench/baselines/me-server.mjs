/**
 * The bare program of (edge): only Fastify. It answers each request with the same JSON, without
 * checking anything.
 *
 * usage: node me-server.mjs ANSWER
 */
import Fastify from 'fastify';

const answer = JSON.parse(process.argv[2]);
const server = Fastify();
server.get('/v2/me', () => answer);

process.once('SIGTERM', () => process.exit());
console.log(JSON.stringify(await server.listen({ host: '127.0.0.1', port: 0 })));
