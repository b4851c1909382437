import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/**
 * Below the ports that systems give to outgoing connections (Linux from 32768, macOS from 49152):
 * otherwise any connection may take a port between our look at it and its use.
 */
const FIRST = 10_000;
const AFTER_LAST = 32_000;

/** Processes begin at random places and go on from there: two of them seldom look at one port. */
let next = randomInt(FIRST, AFTER_LAST);

/**
 * A TCP port on 127.0.0.1 that was free a moment ago, another one at each call. Another process may
 * take it before you do, so be ready to ask again.
 *
 * @throws Error when all of them are in use
 */
export async function freePort(): Promise<number> {
  for (let tries = FIRST; tries < AFTER_LAST; tries += 1) {
    const port = next;
    next = port + 1 === AFTER_LAST ? FIRST : port + 1;
    if (await isFree(port)) return port;
  }
  throw new Error(`All ports from ${FIRST} to ${AFTER_LAST - 1} are in use.`);
}

function isFree(port: number): Promise<boolean> {
  const server = createServer();
  return new Promise((resolve) => {
    server.once('error', () => {
      resolve(false);
    });
    server.listen(port, '127.0.0.1', () => {
      server.close(() => {
        resolve(true);
      });
    });
  });
}
