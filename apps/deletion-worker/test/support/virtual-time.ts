import { setImmediate } from 'node:timers/promises';
import type { Clock, Moment } from '../../src/clock.js';

interface Timer {
  readonly at: number;
  readonly order: number;
  readonly run: () => void;
}

/** Time that passes only when nothing else is to be done: the same schedule runs the same way each time. */
export class VirtualTime {
  now = 0;
  private timers: Timer[] = [];
  private order = 0;

  /** @returns takes the timer back */
  at(time: number, run: () => void): () => void {
    const timer = { at: Math.max(time, this.now), order: (this.order += 1), run };
    this.timers.push(timer);
    return () => {
      this.timers = this.timers.filter((one) => one !== timer);
    };
  }

  /** Waits on this time itself, not on a worker's clock. */
  pause(ms: number): Promise<void> {
    return new Promise((resolve) => void this.at(this.now + ms, resolve));
  }

  /**
   * Lets time pass until the condition holds.
   * @throws Error when it does not by the time `until`
   */
  async runUntil(condition: () => boolean, until: number): Promise<void> {
    for (;;) {
      await setImmediate(); // every promise that can go on has gone on
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

/** The clocks of one worker's machine, on which one may play tricks. */
export class WorkerClock implements Clock {
  private monotonicOffset = 0;
  private wallOffset = 1_700_000_000_000;
  private frozenUntil = 0;
  private waiting: (() => void)[] = [];
  /** The process is gone: nothing of it goes on. */
  isDead = false;

  /** @param pace of both clocks; 1 is right */
  constructor(
    private readonly time: VirtualTime,
    private readonly pace = 1,
  ) {}

  get isFrozen(): boolean {
    return this.time.now < this.frozenUntil;
  }

  now(): Moment {
    const now = this.time.now * this.pace;
    return { monotonic: now + this.monotonicOffset, wall: now + this.wallOffset };
  }

  pause(ms: number, signal?: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      if (signal?.aborted === true) {
        resolve();
        return;
      }
      const done = () => {
        takeBack();
        signal?.removeEventListener('abort', done);
        this.whenAwake(resolve);
      };
      const takeBack = this.time.at(this.time.now + ms, done);
      signal?.addEventListener('abort', done, { once: true });
    });
  }

  /** Nothing of the process goes on until then; its clocks do, but for the monotonic one where it sleeps. */
  freeze(ms: number, isAsleep: boolean): void {
    this.frozenUntil = Math.max(this.frozenUntil, this.time.now + ms);
    if (isAsleep) this.monotonicOffset -= ms * this.pace;
    const end = this.frozenUntil;
    this.time.at(end, () => {
      if (this.isFrozen) return;
      for (const go of this.waiting.splice(0)) go();
    });
  }

  setWall(byMs: number): void {
    this.wallOffset += byMs;
  }

  /** Goes on as soon as the process does. */
  whenAwake(go: () => void): void {
    if (this.isDead) return;
    if (this.isFrozen) this.waiting.push(go);
    else go();
  }
}
