import { createHash, timingSafeEqual } from 'node:crypto';
import { LetheError, type SentCommand } from '@lethe/contracts';
import type { Logger } from '@lethe/observability';
import { LogThrottle } from '@lethe/resilience';
import { withLocalDeadline, type Timed } from './with-local-deadline.js';
import { EventLoopStall } from './event-loop-stall.js';

export type Sent<T> = T & SentCommand;

/** Error for a caller without a valid key. It is logged at most once in ten seconds. */
export class UnauthenticatedCallerError extends LetheError {
  constructor() {
    super('unavailable');
  }
}

/** Checks the caller's key, and sets a deadline by the local clock. */
export class CallerKeyCheck {
  /** Only the hashes of the keys are kept in memory. */
  private readonly hashes: readonly Buffer[] | undefined;
  private readonly stall = new EventLoopStall();
  private readonly refusals = new LogThrottle();

  /**
   * @param keys callers must send one of these keys; undefined admits every caller that reaches the
   *   port
   */
  constructor(
    keys: readonly string[] | undefined,
    private readonly logger: Logger,
  ) {
    this.hashes = keys?.map(hashOf);
  }

  start(): void {
    this.stall.start();
  }

  stop(): void {
    this.stall.stop();
  }

  knows(key: unknown): boolean {
    if (this.hashes === undefined) return true;
    const hash = hashOf(typeof key === 'string' ? key : '');
    // The comparison takes the same time for a wrong key and for a right key.
    if (this.hashes.filter((known) => timingSafeEqual(known, hash)).length > 0) return true;
    if (this.refusals.isDue()) {
      this.logger.warn(
        'a caller was refused: its LETHE_RPC_SECRET is missing, or is not the one of this service',
      );
    }
    return false;
  }

  /**
   * Checks the caller's key and sets the local deadline.
   *
   * @param received value of any shape
   * @returns the command with its local deadline; its other members are not checked
   * @throws UnauthenticatedCallerError for a caller without the key
   */
  accept<T extends Timed>(received: Sent<T>): T & Pick<SentCommand, 'traceparent'> {
    const { key, ...sent } = Object(received) as Sent<T>; // `received` can be of any type
    if (!this.knows(key)) throw new UnauthenticatedCallerError();
    return withLocalDeadline(sent as unknown as Sent<T>, this.stall.lasted());
  }
}

function hashOf(key: string): Buffer {
  return createHash('sha256').update(key).digest();
}
