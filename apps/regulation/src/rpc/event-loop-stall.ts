const TICK_MS = 250;
/** Maximum delay of a timer in a busy process. A longer delay is a stall. */
const USUAL_MS = 1_000;
/** Milliseconds after a stall in which the process reads data that waited in the sockets. */
const READ_WITHIN_MS = 1_000;

/**
 * Measures for how long the process was frozen, or too busy to read. A command can have waited this
 * long in a socket.
 */
export class EventLoopStall {
  private lastTick: number;
  private last = { ms: 0, until: 0 };
  private timer: NodeJS.Timeout | undefined;

  constructor(private readonly now: () => number = () => performance.now()) {
    this.lastTick = now();
  }

  /** Starts to measure, with a timer that does not keep the process alive. */
  start(): void {
    this.lastTick = this.now();
    this.timer = setInterval(() => {
      this.tick();
    }, TICK_MS).unref();
  }

  stop(): void {
    clearInterval(this.timer);
  }

  /** Returns the milliseconds of the last stall, or 0 if there was none recently. */
  lasted(): number {
    this.tick();
    return this.now() < this.last.until ? this.last.ms : 0;
  }

  private tick(): void {
    const now = this.now();
    const ms = now - this.lastTick;
    if (ms > TICK_MS + USUAL_MS) this.last = { ms, until: now + READ_WITHIN_MS };
    this.lastTick = now;
  }
}
