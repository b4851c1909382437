const TICK_MS = 50;
/** If a tick is late by more than this, the process and its threads were suspended. */
const SUSPENDED_MS = 1_000;

interface Watched {
  readonly clock: Int32Array;
  readonly stop: () => void;
  /** Whether the clock was running at the last poll. */
  isRunning: boolean;
  usedMs: number;
  /** Milliseconds of suspension that can still be subtracted from the used time. */
  spareMs: number;
}

/** Returns the clock of a run. The clock stands still until the thread starts it. */
export function newClock(): Int32Array {
  return new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
}

/** Starts the clock of a run, or stops it while the run waits. Can be called in any thread. */
export function setClock(clock: Int32Array, isRunning: boolean): void {
  Atomics.store(clock, 0, isRunning ? 1 : 0);
}

/**
 * Ends runs whose time is over. Some native operations of the interpreter, such as a sort or the
 * product of huge integers, do not check the time. They stop only if their thread is ended.
 */
export class ThreadWatch {
  private readonly watched = new Set<Watched>();
  private timer: NodeJS.Timeout | undefined;
  private lastPollAt = 0;

  /** @param timeLimitMs milliseconds of work after which the thread of a run is ended */
  constructor(private readonly timeLimitMs: number) {}

  /**
   * Watches one run.
   *
   * @param clock clock that the thread starts together with the run
   * @param stop called once when the time of the run is over
   * @returns a function that ends the watch
   */
  watch(clock: Int32Array, stop: () => void): () => void {
    const watched = { clock, stop, isRunning: false, usedMs: 0, spareMs: this.timeLimitMs };
    this.watched.add(watched);
    if (this.timer === undefined) {
      this.lastPollAt = performance.now();
      this.timer = setInterval(() => {
        this.poll(performance.now());
      }, TICK_MS);
    }
    return () => {
      this.watched.delete(watched);
      if (this.watched.size > 0) return;
      clearInterval(this.timer);
      this.timer = undefined;
    };
  }

  private poll(now: number): void {
    const passedMs = now - this.lastPollAt;
    const lateMs = passedMs - TICK_MS;
    const lostMs = lateMs > SUSPENDED_MS ? lateMs : 0;
    this.lastPollAt = now;
    for (const watched of this.watched) {
      const ran = watched.isRunning;
      watched.isRunning = Atomics.load(watched.clock, 0) === 1;
      if (!ran || !watched.isRunning) continue;
      const creditMs = Math.min(lostMs, watched.spareMs);
      watched.spareMs -= creditMs;
      watched.usedMs += passedMs - creditMs;
      if (watched.usedMs < this.timeLimitMs) continue;
      this.watched.delete(watched);
      watched.stop();
    }
  }
}
