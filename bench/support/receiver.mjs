/**
 * A server that answers 200 to every request, at once or after MILLISECONDS: `receiver.mjs
 * [MILLISECONDS]`. Below `/hang` it never answers. `GET /arrivals` returns the times of the
 * requests, in milliseconds since its start, and clears them.
 */
import { createServer } from 'node:http';

const takes = process.argv[2];
const ok = Buffer.from('{"ok":true}');
let arrivals = [];

const server = createServer((request, response) => {
  if (request.url === '/arrivals') {
    response.end(JSON.stringify(arrivals));
    arrivals = [];
    return;
  }
  arrivals.push(performance.now());
  request.resume();
  if (request.url === '/hang') return;
  request.once('end', () => {
    if (takes === undefined) {
      response.writeHead(200, { 'content-type': 'application/json' }).end(ok);
    } else setTimeout(() => response.writeHead(200).end(), Number(takes));
  });
});
server.listen(0, '127.0.0.1', () => {
  console.log(JSON.stringify(`http://127.0.0.1:${/** @type {any} */ (server.address()).port}`));
});
