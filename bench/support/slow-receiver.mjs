/**
 * A destination that takes its time, as a process of its own: `slow-receiver.mjs MILLISECONDS`. It answers 200 to
 * whatever it gets; `GET /arrivals` tells when the requests came, in milliseconds since its start, and forgets them.
 */
import { createServer } from 'node:http';

const takes = Number(process.argv[2]);
let arrivals = [];

const server = createServer((request, response) => {
  if (request.url === '/arrivals') {
    response.end(JSON.stringify(arrivals));
    arrivals = [];
    return;
  }
  arrivals.push(performance.now());
  request.resume();
  request.once('end', () => setTimeout(() => response.writeHead(200).end(), takes));
});
server.listen(0, '127.0.0.1', () => process.send(server.address().port));
process.once('disconnect', () => process.exit());
