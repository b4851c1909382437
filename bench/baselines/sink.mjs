/** A destination that takes everything and answers at once. Usage: node sink.mjs port */
import { createServer } from 'node:http';

const answer = Buffer.from('{"ok":true}');
const server = createServer((request, response) => {
  request.resume();
  request.once('end', () => {
    response.writeHead(200, { 'content-type': 'application/json' }).end(answer);
  });
});
server.listen(Number(process.argv[2]), '127.0.0.1', () => {
  console.log('listening');
});
