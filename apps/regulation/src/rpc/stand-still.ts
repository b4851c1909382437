const TICK_MS = 250;
/** What a busy process is late by, and no more. */
const USUAL_MS = 1_000;
/** By then, what had waited has been read. */
const AFTER_MS = 1_000;

/** Knows how long the process stood still (was frozen, or too busy to read): so long may what it reads now have waited. */
export class StandStill {
  private lastTick: number;
  private last = { ms: 0, until: 0 };
  private timer: NodeJS.Timeout | undefined;

  constructor(private readonly now: () => number = () => performance.now()) {
    this.lastTick = now();
  }

  /** Begins to look. Keeps no process alive. */
  start(): void {
    this.lastTick = this.now();
    this.timer = setInterval(() => {
      this.tick();
    }, TICK_MS).unref();
  }

  stop(): void {
    clearInterval(this.timer);
  }

  /** @returns milliseconds; 0 when it did not stand still lately */
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
