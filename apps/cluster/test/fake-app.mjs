/**
 * A fake app. It prints its environment, listens on its port, ends on SIGTERM, and crashes on
 * request.
 */
import { createServer } from 'node:http';
import process from 'node:process';

const { DATABASE_URL, KAFKA_BROKERS, LETHE_REGULATION_ADDRESS, LETHE_REGULATION_LISTEN } =
  process.env;
console.log(
  JSON.stringify({
    DATABASE_URL,
    KAFKA_BROKERS,
    LETHE_REGULATION_ADDRESS,
    LETHE_REGULATION_LISTEN,
    pid: process.pid,
  }),
);
process.on('SIGTERM', () => {
  console.log('ended in order');
  process.exit(0);
});
createServer((request, response) => {
  if (request.url === '/crash') process.exit(3);
  response.end(request.url === '/console/sign-in-codes' ? '{"href":"http://link/#code=1"}' : '');
}).listen(Number(process.env.PORT), '127.0.0.1');
