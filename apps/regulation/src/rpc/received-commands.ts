import { LetheError, type SentCommand } from '@lethe/contracts';
import type { Logger } from '@lethe/observability';
import { byOurClock, type Timed } from './by-our-clock.js';
import { CallerKeys } from './caller-key.js';
import { StandStill } from './stand-still.js';

/** A command as it comes from the port. */
export type Sent<T> = T & SentCommand;

const NOTICE_MS = 10_000;

/** A caller without the key. The log has heard of it, and hears of no more than some. */
export class StrangerError extends LetheError {
  constructor() {
    super('unavailable');
  }
}

/** What is between the port and the service: who calls, whether the command is one, and when it ends. */
export class ReceivedCommands {
  private readonly keys: CallerKeys | undefined;
  private readonly standStill = new StandStill();
  private noticedAt = -Infinity;

  /** @param keys that callers must show one of; undefined: all may call who reach the port */
  constructor(
    keys: readonly string[] | undefined,
    private readonly logger: Logger,
  ) {
    this.keys = keys && new CallerKeys(keys);
  }

  /** Begins to look whether the process stands still. */
  start(): void {
    this.standStill.start();
  }

  stop(): void {
    this.standStill.stop();
  }

  /** @returns whether a caller shows one of the keys, or needs none */
  knows(key: unknown): boolean {
    if (this.keys?.has(key) !== false) return true;
    this.noticeStranger();
    return false;
  }

  /**
   * @param received what came, of any shape
   * @param check throws for what is not a command of its kind
   * @returns the command, dated by our clock
   * @throws StrangerError for a caller without the key; what `check` throws
   */
  accept<T extends Timed>(received: Sent<T>, check: (command: T) => void): T {
    const { key, ...sent } = Object(received) as Sent<T>; // whatever it is
    if (!this.knows(key)) throw new StrangerError();
    const command = byOurClock(sent as unknown as Sent<T>, this.standStill.lasted());
    check(command);
    return command;
  }

  private noticeStranger(): void {
    const now = performance.now();
    if (now - this.noticedAt < NOTICE_MS) return;
    this.noticedAt = now;
    this.logger.warn('a caller was refused: it does not show the LETHE_RPC_SECRET of this service');
  }
}
