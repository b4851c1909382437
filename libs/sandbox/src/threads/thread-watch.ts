const TICK_MS = 50;
/** A tick that is later than this says that the whole process stood still, its threads too. */
const STOOD_STILL_MS = 1_000;

interface Watched {
  readonly clock: Int32Array;
  readonly stop: () => void;
  /** Whether the clock was seen to go. */
  goes: boolean;
  usedMs: number;
  /** Milliseconds that may still be given back to it. */
  spareMs: number;
}

/** @returns a run's clock, which stands until its thread sets it going */
export function newClock(): Int32Array {
  return new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
}

/** Lets the clock of a run go, or stand while it waits for somebody else. From any thread. */
export function setClock(clock: Int32Array, goes: boolean): void {
  Atomics.store(clock, 0, goes ? 1 : 0);
}

/**
 * Looks at running threads from outside. A native loop of the interpreter (a product of huge
 * integers, a sort, a search) does not look at its clock: only the end of its thread stops it.
 */
export class ThreadWatch {
  private readonly watched = new Set<Watched>();
  private timer: NodeJS.Timeout | undefined;
  private lastLookAt = 0;

  /** @param patienceMs milliseconds that a run may work before its thread's end */
  constructor(private readonly patienceMs: number) {}

  /**
   * @param clock goes from the run's beginning on: before that it may wait for its thread to start
   * @param stop called once when the run's time is over
   * @returns ends the watch
   */
  watch(clock: Int32Array, stop: () => void): () => void {
    const watched = { clock, stop, goes: false, usedMs: 0, spareMs: this.patienceMs };
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
    const passedMs = now - this.lastLookAt;
    const lateMs = passedMs - TICK_MS;
    const lostMs = lateMs > STOOD_STILL_MS ? lateMs : 0;
    this.lastLookAt = now;
    for (const watched of this.watched) {
      const went = watched.goes;
      watched.goes = Atomics.load(watched.clock, 0) === 1;
      if (!went || !watched.goes) continue;
      const givenMs = Math.min(lostMs, watched.spareMs);
      watched.spareMs -= givenMs;
      watched.usedMs += passedMs - givenMs;
      if (watched.usedMs < this.patienceMs) continue;
      this.watched.delete(watched);
      watched.stop();
    }
  }
}
