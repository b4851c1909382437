import { setImmediate } from 'node:timers/promises';
import type { Clock, Moment } from '../../src/clock.js';

interface Timer {
  readonly at: number;
  readonly order: number;
  readonly run: () => void;
}

/** Time that passes only when no promise can continue, so that a schedule is reproducible. */
export class VirtualTime {
  now = 0;
  private timers: Timer[] = [];
  private order = 0;

  /** @returns a function that cancels the timer */
  at(time: number, run: () => void): () => void {
    const timer = { at: Math.max(time, this.now), order: (this.order += 1), run };
    this.timers.push(timer);
    return () => {
      this.timers = this.timers.filter((one) => one !== timer);
    };
  }

  /** Waits in virtual time, not on a worker's clock. */
  pause(ms: number): Promise<void> {
    return new Promise((resolve) => void this.at(this.now + ms, resolve));
  }

  /**
   * Lets time pass until the condition holds.
   *
   * @throws Error if the condition does not hold by the time `until`
   */
  async runUntil(condition: () => boolean, until: number): Promise<void> {
    for (;;) {
      await setImmediate(); // lets promises continue
      if (condition()) return;
      const next = this.takeNext();
      if (next === undefined || next.at > until) {
        throw new Error(`It did not come to that by ${until} ms.`);
      }
      this.now = next.at;
      next.run();
    }
  }

  private takeNext(): Timer | undefined {
    let first = 0;
    this.timers.forEach((timer, index) => {
      const best = this.timers[first];
      if (best === undefined) return;
      if (timer.at < best.at || (timer.at === best.at && timer.order < best.order)) first = index;
    });
    return this.timers.splice(first, 1)[0];
  }
}

/** The clocks of one worker's machine, with faults. */
export class WorkerClock implements Clock {
  private monotonicOffset = 0;
  private wallOffset = 1_700_000_000_000;
  private frozenUntil = 0;
  private waiting: (() => void)[] = [];
  /** True when the process has crashed. It then does nothing more. */
  isDead = false;

  /** @param speed of both clocks; 1 is correct */
  constructor(
    private readonly time: VirtualTime,
    private readonly speed = 1,
  ) {}

  get isFrozen(): boolean {
    return this.time.now < this.frozenUntil;
  }

  now(): Moment {
    const now = this.time.now * this.speed;
    return { monotonic: now + this.monotonicOffset, wall: now + this.wallOffset };
  }

  pause(ms: number, signal?: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      if (signal?.aborted === true) {
        resolve();
        return;
      }
      const done = () => {
        cancel();
        signal?.removeEventListener('abort', done);
        this.whenAwake(resolve);
      };
      const cancel = this.time.at(this.time.now + ms, done);
      signal?.addEventListener('abort', done, { once: true });
    });
  }

  /**
   * Suspends the process. Its clocks continue, but in a sleep of the machine the monotonic clock
   * stops.
   */
  freeze(ms: number, isAsleep: boolean): void {
    this.frozenUntil = Math.max(this.frozenUntil, this.time.now + ms);
    if (isAsleep) this.monotonicOffset -= ms * this.speed;
    const end = this.frozenUntil;
    this.time.at(end, () => {
      if (this.isFrozen) return;
      for (const go of this.waiting.splice(0)) go();
    });
  }

  setWall(byMs: number): void {
    this.wallOffset += byMs;
  }

  /** Calls `go` as soon as the process continues. */
  whenAwake(go: () => void): void {
    if (this.isDead) return;
    if (this.isFrozen) this.waiting.push(go);
    else go();
  }
}
