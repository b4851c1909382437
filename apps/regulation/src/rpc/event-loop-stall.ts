const TICK_MS = 250;
/** A timer of a busy process is late by this much at most; later ones show a stall. */
const USUAL_MS = 1_000;
/** After this time, what had waited in the sockets during a stall has been read. */
const AFTER_MS = 1_000;

/**
 * Measures how long the process stood still (frozen, or too busy to read): a command read now may
 * have waited that long.
 */
export class EventLoopStall {
  private lastTick: number;
  private last = { ms: 0, until: 0 };
  private timer: NodeJS.Timeout | undefined;

  constructor(private readonly now: () => number = () => performance.now()) {
    this.lastTick = now();
  }

  /** Begins to measure. The timer keeps no process alive. */
  start(): void {
    this.lastTick = this.now();
    this.timer = setInterval(() => {
      this.tick();
    }, TICK_MS).unref();
  }

  stop(): void {
    clearInterval(this.timer);
  }

  /** @returns milliseconds of the last stall; 0 when there was none lately */
  lasted(): number {
    this.tick();
    return this.now() < this.last.until ? this.last.ms : 0;
  }

  private tick(): void {
    const now = this.now();
    const ms = now - this.lastTick;
    if (ms > TICK_MS + USUAL_MS) this.last = { ms, until: now + AFTER_MS };
    this.lastTick = now;
  }
}
