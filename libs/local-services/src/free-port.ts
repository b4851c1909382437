import { randomInt } from 'node:crypto';
import { createSocket } from 'node:dgram';
import { createServer } from 'node:net';
import { LocalServiceError } from './local-service-error.js';

/**
 * Below the ports that systems give to outgoing connections (Linux from 32768, macOS from 49152):
 * otherwise any connection may take a port between our look at it and its use.
 */
const FIRST = 10_000;
const AFTER_LAST = 32_000;

/** Of a port, until it is closed. */
interface Claim {
  readonly close: () => unknown;
}

/** The port to try next. Each process begins at a random one, so that two seldom try the same. */
let next = randomInt(FIRST, AFTER_LAST);

/**
 * A TCP port on 127.0.0.1 that was free a moment ago, another one at each call. No other process that
 * calls this function gets it as long as this process lives, also not while the service on it is being
 * restarted. Any other program may take it before you do, so be ready to call again.
 *
 * @param distance to a second port that the service takes by itself, and that is then free and yours, too
 * @throws LocalServiceError when all of them are in use
 */
export async function freePort(distance = 0): Promise<number> {
  for (let tries = FIRST; tries < AFTER_LAST; tries += 1) {
    const port = next;
    next = port + 1 === AFTER_LAST ? FIRST : port + 1;
    if (port + distance >= AFTER_LAST) continue;
    const claim = await claimIfFree(port);
    if (claim === undefined) continue;
    if (distance === 0 || (await claimIfFree(port + distance)) !== undefined) return port;
    claim.close();
  }
  throw new LocalServiceError(`All ports from ${FIRST} to ${AFTER_LAST - 1} are in use.`);
}

async function claimIfFree(port: number): Promise<Claim | undefined> {
  const claim = await claimed(port);
  if (claim === undefined || (await isFree(port))) return claim;
  claim.close();
  return undefined;
}

/**
 * Marks a port as taken for other processes, by holding the UDP port of the same number, which nobody
 * needs. The system releases it when this process ends, however it ends. Where the UDP port cannot be
 * held for another reason than that a process holds it, the port is used without the mark.
 *
 * @returns undefined when another process was first
 */
function claimed(port: number): Promise<Claim | undefined> {
  const claim = createSocket('udp4').unref();
  return new Promise((resolve) => {
    claim.once('error', ({ code }: NodeJS.ErrnoException) => {
      claim.close();
      resolve(code === 'EADDRINUSE' ? undefined : { close: () => undefined });
    });
    claim.bind({ port, address: '127.0.0.1', exclusive: true }, () => {
      resolve(claim.removeAllListeners());
    });
  });
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
