const TICK_MS = 50;
/** A tick that is later than this says that the whole process stood still, its threads too. */
const STOOD_STILL_MS = 1_000;

interface Watched {
  readonly begun: Int32Array;
  readonly stop: () => void;
  /** Undefined until the run was seen to have begun. */
  stopAt: number | undefined;
  /** Milliseconds that may still be given back to it. */
  spareMs: number;
}

/**
 * Looks at running threads from outside. A native loop of the interpreter (a product of huge
 * integers, a sort, a search) does not look at its clock: only the end of its thread stops it.
 */
export class RunWatch {
  private readonly watched = new Set<Watched>();
  private timer: NodeJS.Timeout | undefined;
  private lastLookAt = 0;

  /** @param patienceMs milliseconds from a run's beginning to its thread's end */
  constructor(private readonly patienceMs: number) {}

  /**
   * @param begun turns 1 when the run begins: before that it may wait for its thread to start
   * @param stop called once when the run's time is over
   * @returns ends the watch
   */
  watch(begun: Int32Array, stop: () => void): () => void {
    const watched: Watched = { begun, stop, stopAt: undefined, spareMs: this.patienceMs };
    this.watched.add(watched);
    if (this.timer === undefined) {
      this.lastLookAt = performance.now();
      this.timer = setInterval(() => {
        this.look(performance.now());
      }, TICK_MS);
    }
    return () => {
      this.watched.delete(watched);
      if (this.watched.size > 0) return;
      clearInterval(this.timer);
      this.timer = undefined;
    };
  }

  private look(now: number): void {
    const lateMs = now - this.lastLookAt - TICK_MS;
    const lostMs = lateMs > STOOD_STILL_MS ? lateMs : 0;
    this.lastLookAt = now;
    for (const watched of this.watched) {
      if (watched.stopAt !== undefined) {
        const givenMs = Math.min(lostMs, watched.spareMs);
        watched.stopAt += givenMs;
        watched.spareMs -= givenMs;
      }
      if (watched.stopAt === undefined) {
        if (Atomics.load(watched.begun, 0) === 1) watched.stopAt = now + this.patienceMs;
      } else if (now >= watched.stopAt) {
        this.watched.delete(watched);
        watched.stop();
      }
    }
  }
}
