import { randomInt } from 'node:crypto';
import { createSocket } from 'node:dgram';
import { createServer } from 'node:net';
import { LocalServiceError } from './local-service-error.js';

/**
 * The range is below the ports that systems use for outgoing connections (Linux from 32768, macOS
 * from 49152). An outgoing connection could take a port of that range after the check.
 */
const FIRST = 10_000;
const AFTER_LAST = 32_000;

/** Reservation of a port, until it is closed. */
interface Claim {
  readonly close: () => unknown;
}

/**
 * The port to try next. The first port is random, so that two processes rarely try the same port.
 */
let next = randomInt(FIRST, AFTER_LAST);

/**
 * Returns a TCP port on 127.0.0.1 that was free when it was checked. Each call returns a different
 * port.
 *
 * While this process lives, no other process that calls this function gets the port, even while the
 * service on the port restarts. Any other program can take the port before the service uses it, so
 * the caller must retry.
 *
 * @param distance distance to a second port of the service, which is then also free and reserved
 * @throws LocalServiceError when all ports are in use
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
  const claim = await reserve(port);
  if (claim === undefined || (await isFree(port))) return claim;
  claim.close();
  return undefined;
}

/**
 * Reserves a port, so that `freePort` of other processes skips it. For this, binds the UDP port
 * with the same number. No service uses the UDP port, and the system releases it when this process
 * ends. If this fails for a reason other than EADDRINUSE, the port is used without a reservation.
 *
 * @returns undefined when another process has the reservation
 */
function reserve(port: number): Promise<Claim | undefined> {
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
