import { createHash, timingSafeEqual } from 'node:crypto';
import { LetheError, type SentCommand } from '@lethe/contracts';
import type { Logger } from '@lethe/observability';
import { LogThrottle } from '@lethe/resilience';
import { withLocalDeadline, type Timed } from './with-local-deadline.js';
import { EventLoopStall } from './event-loop-stall.js';

/** A command as it comes from the port. */
export type Sent<T> = T & SentCommand;

/** A caller without the key; logged when refused, at most once in ten seconds. */
export class UnauthenticatedCallerError extends LetheError {
  constructor() {
    super('unavailable');
  }
}

/**
 * Admits commands to the service: checks the caller's key, and sets a deadline by the local clock.
 */
export class CallerKeyCheck {
  /** Of the keys that authenticate callers: only these are kept in memory. */
  private readonly hashes: readonly Buffer[] | undefined;
  private readonly standStill = new EventLoopStall();
  private readonly refusals = new LogThrottle();

  /**
   * @param keys that callers must show one of; when undefined, every caller that reaches the port
   * is admitted
   */
  constructor(
    keys: readonly string[] | undefined,
    private readonly logger: Logger,
  ) {
    this.hashes = keys?.map(hashOf);
  }

  /** Begins to watch for stalls of the process. */
  start(): void {
    this.standStill.start();
  }

  stop(): void {
    this.standStill.stop();
  }

  /** @returns whether the key is one of the configured ones, or no key is needed */
  knows(key: unknown): boolean {
    if (this.hashes === undefined) return true;
    const hash = hashOf(typeof key === 'string' ? key : '');
    // Takes as long for a wrong key as for a right one.
    if (this.hashes.filter((known) => timingSafeEqual(known, hash)).length > 0) return true;
    if (this.refusals.isDue()) {
      this.logger.warn(
        'a caller was refused: it does not show the LETHE_RPC_SECRET of this service',
      );
    }
    return false;
  }

  /**
   * @param received the received value, of any shape
   * @returns the command, with its deadline by the local clock; nothing else of it was checked
   * @throws UnauthenticatedCallerError for a caller without the key
   */
  accept<T extends Timed>(received: Sent<T>): T {
    const { key, ...sent } = Object(received) as Sent<T>; // whatever it is
    if (!this.knows(key)) throw new UnauthenticatedCallerError();
    return withLocalDeadline(sent as unknown as Sent<T>, this.standStill.lasted());
  }
}

function hashOf(key: string): Buffer {
  return createHash('sha256').update(key).digest();
}
